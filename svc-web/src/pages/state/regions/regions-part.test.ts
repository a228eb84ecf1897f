import { describe, expect, test } from 'bun:test'
import type { DashboardRegions } from '@hexawatt/shared/contract/dashboard/exchanges-and-regions'
import { regionCodes } from '@hexawatt/shared/grid/regions'
import { carbonAnchors, interpolateLinearly } from '@hexawatt/shared/methodology/score/sub-scores/scales'
import { colorOfScore } from '../../../kit/score-scale.ts'
import { toPlainText } from '../testing/sample-dashboard.ts'
import { createView } from '../texts/view.ts'
import { renderRegions } from './regions-part.ts'

const unknown = {
  ...{ gCo2PerKwh: null, directGCo2PerKwh: null, consumptionGCo2PerKwh: null, consumptionDirectGCo2PerKwh: null },
  ...{ totalGenerationMW: null, exchangeMW: null },
}
const regions: DashboardRegions = {
  ...{ start: '2026-02-03T17:00:00Z', end: '2026-02-03T17:15:00Z', flowsSlotStart: '2026-02-03T15:00:00Z' },
  regions: regionCodes.map((code, index) =>
    code === '53'
      ? { code, ...unknown }
      : {
          code,
          gCo2PerKwh: 10.4 + 20 * index,
          directGCo2PerKwh: 4.2,
          consumptionGCo2PerKwh: 20.4 + 5 * index,
          consumptionDirectGCo2PerKwh: 8.3,
          totalGenerationMW: 8_349,
          exchangeMW: index === 0 ? 7_812 : -1_250,
        },
  ),
}
const render = (language: 'fr' | 'en', known: DashboardRegions | null = regions): string =>
  renderRegions({ regions: known }, createView(language)).markup
const linkOf = (markup: string, code: string): string =>
  new RegExp(`<a class="region" href="#region-${code}".*?</a>`).exec(markup)?.[0] ?? ''
const rowOf = (markup: string, code: string): string =>
  toPlainText(new RegExp(`<tr id="region-${code}".*?</tr>`).exec(markup)?.[0] ?? '')

describe('the map of the regions', () => {
  test('colours a region by the carbon score of what it consumes, on the scale of the whole site, whose ends are named in grams', () => {
    const coloured = regions.regions.flatMap(({ code, consumptionGCo2PerKwh: grams }) =>
      grams === null ? [] : [[code, colorOfScore(interpolateLinearly(carbonAnchors, grams))] as const],
    )
    expect(coloured).toHaveLength(11)
    for (const [code, color] of coloured) expect(linkOf(render('fr'), code)).toContain(`fill="${color}"`)
    expect(toPlainText(render('fr'))).toContain('90 g et plus 14 g et moins')
    expect(toPlainText(render('en'))).toContain('90 g and more 14 g and less')
  })

  test('colours by production, and says so, while the flows over the borders are unknown', () => {
    const unknownConsumption = { consumptionGCo2PerKwh: null, consumptionDirectGCo2PerKwh: null }
    // A region that sends power out has the consumption of its own mix, whatever is unknown elsewhere.
    const known = regions.regions.map((region) => ({ ...region, ...(region.code === '11' ? unknownConsumption : {}) }))
    const markup = render('fr', { ...regions, flowsSlotStart: null, regions: known })
    expect(linkOf(markup, '11')).toContain(`fill="${colorOfScore(interpolateLinearly(carbonAnchors, 10.4))}"`)
    expect(rowOf(markup, '11')).toBe('Île-de-France – 10 g 8,3 GW reçoit 7,8 GW')
    expect(toPlainText(markup)).toContain('Les flux aux frontières ne sont pas connus')
    expect(toPlainText(markup)).toContain('Production la moins carbonée : Île-de-France (10 g)')
    expect(markup).toMatch(/<tr id="region-11" data-direct="4.g"/)
  })

  test('says each region in words, and shows the same figures as a table', () => {
    expect(toPlainText(linkOf(render('fr'), '11').match(/aria-label="([^"]+)"/)?.[1] ?? '')).toBe(
      'Île-de-France : 20 g de CO₂ par kWh consommé, 10 g de CO₂ par kWh produit, production de 8,3 GW, reçoit 7,8 GW',
    )
    expect(rowOf(render('fr'), '11')).toBe('Île-de-France 20 g 10 g 8,3 GW reçoit 7,8 GW')
    expect(rowOf(render('en'), '93')).toBe('Provence-Alpes-Côte d’Azur 75 g 230 g 8.3 GW sends 1.3 GW')
    const names = [...render('fr').matchAll(/<tr id="region-\d+".*?<th scope="row">(.*?)<\/th>/g)].map(
      ([, name]) => name,
    )
    expect([names.length, names[0], names[2], names[11]]).toEqual([
      12,
      'Auvergne-Rhône-Alpes',
      'Bretagne',
      'Provence-Alpes-Côte d’Azur',
    ])
  })

  test('hatches an unknown region and shows a dash, never 0', () => {
    expect(linkOf(render('fr'), '53')).toContain('fill="url(#hatch)"')
    expect(rowOf(render('fr'), '53')).toBe('Bretagne – – – –')
    const nothing = render('fr', null)
    expect(nothing.match(/class="area" [^>]*fill="url\(#hatch\)"/g)).toHaveLength(12)
    expect(toPlainText(nothing)).toContain('Aucun chiffre régional n’est connu en ce moment.')
  })

  test('names the hour of the flows over the borders where it is earlier than that of the figures', () => {
    expect(toPlainText(render('fr'))).toContain('Échanges avec l’étranger : ceux de 16 h, les derniers publiés.')
    const ofOwnHour = { ...regions, start: '2026-02-03T17:45:00Z', flowsSlotStart: '2026-02-03T17:00:00Z' }
    for (const known of [ofOwnHour, { ...ofOwnHour, flowsSlotStart: null }]) {
      expect(toPlainText(render('fr', known))).not.toContain('Échanges avec l’étranger')
    }
  })

  test('names the boundary, and the regions that emit least and most', () => {
    expect(toPlainText(render('fr'))).toContain(
      'ce qu’une région reçoit des autres régions et de l’étranger est compté',
    )
    expect(toPlainText(render('fr'))).toContain(
      'Consommation la moins carbonée : Île-de-France (20 g) ; la plus carbonée : Provence-Alpes-Côte d’Azur (75 g).',
    )
  })
})
