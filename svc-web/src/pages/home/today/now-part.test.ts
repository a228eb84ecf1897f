import { describe, expect, test } from 'bun:test'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { defaultContract, isMarketOnly, type TariffKind } from '../../../kit/contract-choice.ts'
import { mixGroups } from '../../../kit/drawing/mix-groups.ts'
import { listShownGroups, renderNow } from './now-part.ts'
import { roundToGigawatts } from './shown-gigawatts.ts'
import {
  calmHours,
  createRandom,
  english,
  french,
  makeDay,
  parisMs,
  pricesOf,
  signalDay,
  wordsOf,
} from './testing/made-up-day.ts'

const date = '2027-01-14'
const recorded = makeDay({
  date,
  colors: ['Bleu', 'Rouge', 'Blanc'],
  signals: [signalDay(date, 'Favorable', calmHours)],
})
const powerMW = { NUCLEAR: 49_369, SOLAR: 2_968, FOSSIL_GAS: 2_448, BIOMASS: 695, WIND_ONSHORE: 7_053, FOSSIL_OIL: 85 }
const base = { ...recorded, carbon: carbonOf(recorded), mix: [mixOf(recorded)] }

function nowAt(time: string, changes: Partial<DashboardResponse> = {}, tariff: TariffKind = 'base', view = french) {
  const dashboard = { ...base, ...changes }
  const nowMs = parisMs(date, time)
  return wordsOf(renderNow(dashboard, pricesOf(dashboard, tariff, nowMs), nowMs, view))
}
const { score, carbon } = base
if (score === null) throw new Error('the example has a score')

describe('the state of now', () => {
  test('has the score with its word, the grams of a consumed kWh, and the price under the contract', () => {
    const words = nowAt('12:00')
    expect(words).toMatch(
      /^Maintenant 12 h note sur 100, moment défavorable \d+ de CO₂ par kWh consommé \d+ ?g par kWh en Base \d+ ?ct/,
    )
    expect(nowAt('12:00', {}, 'base', english)).toMatch(/^Now 12:00 score out of 100, unfavourable moment/)
  })

  test('names the basis: imports that are estimated, or the production where imports are unknown', () => {
    expect(nowAt('12:00', { carbon: { ...carbon, isConsumptionEstimated: true } })).toContain(
      'par kWh consommé (estimé)',
    )
    const words = nowAt('12:00', {
      carbon: { ...carbon, estimatedGCo2PerKwhConsumption: null, estimatedGCo2PerKwh: 21.4 },
    })
    expect(words).toMatch(/par kWh produit 21 ?g/)
  })

  test('names the price: the Tempo colour, peak or off-peak hours, negative market prices with their sign', () => {
    expect(nowAt('12:00', {}, 'tempo')).toContain('par kWh en Tempo, jour rouge')
    expect(nowAt('05:00', {}, 'tempo')).toContain('par kWh en Tempo, jour bleu')
    expect(
      [nowAt('12:00', {}, 'hphc'), nowAt('23:00', {}, 'hphc')].map((words) => /en heures (\S+)/.exec(words)?.[1]),
    ).toEqual(['pleines', 'creuses'])
    expect(nowAt('12:00', { score: { ...score, spotPriceEurPerMWh: -38.2 } }, 'spot')).toMatch(
      /par kWh de marché, hors taxes −4 ?ct/,
    )
  })

  test('calls a dynamic price untaxed only where neither supplier nor VAT are known', () => {
    const nowMs = parisMs(date, '12:00')
    const taxed = { ...pricesOf(base, 'spot', nowMs), isMarketOnly: false }
    expect(wordsOf(renderNow(base, taxed, nowMs, french))).toContain('par kWh au prix dynamique')
    const terms = { ...defaultContract, tariff: 'spot', vatPercent: 20 } as const
    expect([isMarketOnly({ ...terms, vatPercent: 0 }), isMarketOnly(terms)]).toEqual([true, false])
  })

  test('writes an unknown value as a dash and never as 0, and stopped data as the last calculation', () => {
    const words = nowAt('12:00', { stale: true, score: null, carbon: null, mix: [] }, 'spot')
    expect(words).toBe(
      'Dernier calcul 12 h note sur 100, inconnue en ce moment – de CO₂ par kWh consommé – par kWh de marché, hors taxes – La production des dernières heures n’est pas connue.',
    )
  })
})

describe('the mix', () => {
  test('has figures in GW that add up to the total next to them', () => {
    const words = nowAt('12:00')
    const [, total, share] = /De 17 h à 18 h : (\d+) GW à (\d+) % bas carbone/.exec(words) ?? []
    const figures = [...renderMixKey().matchAll(/<b>(\d+)<\/b>/g)].map(([, figure]) => Number(figure))
    expect(figures.reduce((sum, figure) => sum + figure, 0)).toBe(Number(total))
    expect(Math.round(carbon.totalGenerationMW / 1_000)).toBe(Number(total))
    expect(Number(share)).toBe(Math.round(carbon.lowCarbonPct))
  })

  test('adds up whatever the powers are', () => {
    const random = createRandom(7)
    for (let run = 0; run < 500; run += 1) {
      const powers = Object.fromEntries(mixGroups.map((group) => [group, (random() - 0.2) * 10 ** (2 + 3 * random())]))
      const { groups, totalGw } = listShownGroups(powers as Parameters<typeof listShownGroups>[0])
      expect(groups.reduce((sum, { figureGw }) => sum + figureGw, 0)).toBe(totalGw)
      const producedMw = Object.values(powers).reduce((sum, power) => sum + Math.max(0, power), 0)
      expect(Math.abs(totalGw - producedMw / 1_000)).toBeLessThanOrEqual(0.5)
      for (const { figureGw, powerMw } of groups) expect(Math.abs(figureGw - powerMw / 1_000)).toBeLessThan(1)
    }
  })

  test('leaves out storage that is being filled, and joins small groups to the others', () => {
    const none = Object.fromEntries(mixGroups.map((group) => [group, 0])) as Record<(typeof mixGroups)[number], number>
    const { groups, totalGw } = listShownGroups({
      ...none,
      nuclear: 40_000,
      hydro: -2_000,
      coal: 300,
      oil: 250,
      gas: 4_400,
    })
    expect([groups.map(({ group, figureGw }) => `${group} ${figureGw}`), totalGw]).toEqual([
      ['nuclear 40', 'gas 4', 'other 1'],
      45,
    ])
  })

  test('rounds negative powers so that they add up too', () => {
    expect(roundToGigawatts([1_400, -2_300, 400, -400])).toEqual({ figuresGw: [1, -2, 0, 0], totalGw: -1 })
    expect(roundToGigawatts([-300, 200])).toEqual({ figuresGw: [0, 0], totalGw: 0 })
  })
})

function renderMixKey(): string {
  const nowMs = parisMs(date, '12:00')
  return renderNow(base, pricesOf(base, 'base', nowMs), nowMs, french).markup.split('mixkey')[1] ?? ''
}

function carbonOf({ carbon: known }: DashboardResponse) {
  if (known === null) throw new Error('the example has an intensity')
  return { ...known, totalGenerationMW: 62_618 }
}

function mixOf(dashboard: DashboardResponse) {
  const start = dashboard.carbon?.dataSlotStart ?? ''
  return { start, powerMW, estimatedGCo2PerKwh: 20, estimatedGCo2PerKwhConsumption: 20 }
}
