import { describe, expect, test } from 'bun:test'
import type { DashboardConsumption } from '@hexawatt/shared/contract/dashboard/consumed-hour'
import type { DashboardExchanges } from '@hexawatt/shared/contract/dashboard/exchanges-and-regions'
import { renderExchanges, roundExchanges } from './exchanges-part.ts'
import { createRandom, english, french, wordsOf } from './testing/made-up-day.ts'

function exchangesOf(netMw: Record<string, number | null>, isEstimated = false): DashboardExchanges {
  const powers = Object.values(netMw)
  return {
    ...{ start: '2027-01-14T15:00:00Z', end: '2027-01-14T16:00:00Z', isEstimated },
    neighbours: Object.entries(netMw).map(([country, netImportMw]) => ({ country, netImportMw })),
    netImportMw: powers.includes(null) ? null : powers.reduce<number>((sum, power) => sum + (power ?? 0), 0),
  }
}
const sentenceOf = (exchanges: DashboardExchanges | null, view = french) =>
  wordsOf(renderExchanges({ exchanges, consumption: null }, view)).split(/GW|–$/)[0]

describe('the intensity of consumption', () => {
  const consumption: DashboardConsumption = {
    ...{ slotStart: '2027-01-14T13:00:00Z', slotEnd: '2027-01-14T14:00:00Z' },
    ...{ gCo2PerKwh: 53.5, directGCo2PerKwh: 51.85, domesticShare: 0.9271, basis: 'hour' },
  }
  const words = (changed: Partial<DashboardConsumption>, view = french) =>
    /<p class="quiet" id="consumed">([^<]*)</
      .exec(renderExchanges({ exchanges: null, consumption: { ...consumption, ...changed } }, view).markup)?.[1]
      ?.replaceAll(/[\u00a0\u202f]/g, ' ')

  test('stands next to the exchanges with its hour, the imported share and the mix by which imports count', () => {
    expect(words({})).toBe(
      'De 14 h à 15 h, un kWh consommé en France a émis 54 g de CO₂. 7,3 % de l’électricité était importée, et compte avec la production de chaque voisin à cette heure.',
    )
    expect(words({ basis: 'week' }, english)).toBe(
      '14:00–15:00, a kWh consumed in France emitted 54 g of CO₂. 7.3% of the electricity was imported, and counts by what the neighbours generated in the same hour of a recent day.',
    )
    expect(words({ basis: 'year' })).toEndWith('et compte en partie avec la moyenne annuelle d’un voisin.')
    expect(words({ basis: null, domesticShare: 1 })).toEndWith('54 g de CO₂, sans importation.')
  })

  test('is left out while it is unknown', () => {
    expect(words({ gCo2PerKwh: null, domesticShare: null })).toBeUndefined()
    expect(renderExchanges({ exchanges: null, consumption: null }, french).markup).not.toContain('consumed')
  })
})

describe('the exchanges', () => {
  test('stand in one sentence with the hour that they describe', () => {
    const words = (netMw: Record<string, number | null>, isEstimated = false) =>
      /<p class="quiet">([^<]*)</
        .exec(renderExchanges({ exchanges: exchangesOf(netMw, isEstimated), consumption: null }, french).markup)?.[1]
        ?.replaceAll(/[\u00a0\u202f]/g, ' ')
    expect(words({ GB: -2_000, CH: -1_000, ES: 700 })).toBe('De 16 h à 17 h, la France exportait 2 GW.')
    expect(words({ GB: 2_000, CH: 1_000, IT: -900 }, true)).toBe(
      'De 16 h à 17 h, la France importait 2 GW, selon les échanges commerciaux.',
    )
    expect(words({ GB: 100, CH: -200 })).toBe('De 16 h à 17 h, exportations et importations s’équilibraient.')
    expect(words({ GB: null, CH: -200 })).toBe('De 16 h à 17 h, le solde n’est pas connu (sans données : Royaume-Uni).')
    expect(sentenceOf(null)).toContain('Les échanges des dernières heures ne sont pas connus.')
    expect(sentenceOf(exchangesOf({ GB: -2_000 }), english)).toContain('16:00–17:00, France exported 2')
  })

  test('have arrows out for exports, in and lighter for imports, as wide as the power, and none below a GW', () => {
    const { markup } = renderExchanges(
      { exchanges: exchangesOf({ GB: -2_000, IT: -6_000, ES: 1_000, CH: 100 }), consumption: null },
      french,
    )
    const arrows = [
      ...markup.matchAll(
        /<g class="(im|exp)"><path class="a" stroke-width="([\d.]+)" d="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)"/g,
      ),
    ]
    expect(arrows.map(([, way, width]) => [way, Number(width)])).toEqual([
      ['exp', 6.4],
      ['exp', 19.2],
      ['im', 3.2],
    ])
    // Distance from the middle of the country: an export leads away from it, an import towards it.
    const distance = (x: unknown, y: unknown) => Math.hypot(Number(x) - 130, Number(y) - 103)
    for (const [, way, , x1, y1, x2, y2] of arrows) {
      expect(distance(x2, y2) > distance(x1, y1)).toBe(way === 'exp')
    }
  })

  test('add up to the figure in the middle', () => {
    const random = createRandom(11)
    for (let run = 0; run < 300; run += 1) {
      const netMw = Object.fromEntries(
        ['GB', 'DE', 'BE', 'CH', 'IT', 'ES'].map((country) => [country, 8_000 * (random() - 0.5)]),
      )
      const { bySide, totalGw } = roundExchanges(exchangesOf(netMw))
      expect(bySide.reduce((sum, { netImportGw }) => sum + (netImportGw ?? 0), 0)).toBe(totalGw ?? Number.NaN)
    }
  })

  test('join Germany, Belgium and their joint exchange to one side; an unknown member makes the side unknown', () => {
    const { bySide } = roundExchanges(exchangesOf({ 'DE+BE': -2_500, LU: -500, XX: 1_000 }))
    expect(bySide).toEqual([
      { place: 'northEast', netImportGw: -3 },
      { place: 'other', netImportGw: 1 },
    ])
    expect(roundExchanges(exchangesOf({ DE: -2_500, BE: null, CH: 1_200 }))).toEqual({
      bySide: [
        { place: 'northEast', netImportGw: null },
        { place: 'switzerland', netImportGw: 1 },
      ],
      totalGw: null,
    })
  })

  test('are an image with a text alternative that has every side', () => {
    const { markup } = renderExchanges(
      { exchanges: exchangesOf({ GB: -2_000, CH: 100, ES: 1_000, IT: null }), consumption: null },
      french,
    )
    const label = /role="img" aria-label="([^"]*)"/.exec(markup)?.[1]?.replaceAll(/[\u00a0\u202f]/g, ' ')
    expect(label).toBe(
      'Royaume-Uni : exportation de 2 GW, Suisse : moins de 1 GW, Italie : inconnu, Espagne : importation de 1 GW',
    )
  })
})
