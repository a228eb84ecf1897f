import { describe, expect, test } from 'bun:test'
import type { AnalogHour } from '../forecast/analog-forecast.ts'
import { scoreForecast, scoreNow } from './score-slot.ts'
import type { ScoreInputs } from './sub-scores/score-inputs.ts'
import { listFallbackDimensions, toSubScoreValues } from './sub-scores/sub-scores.ts'
import { createAvailability, createHours, sampleInputs, sampleNow, toMs } from './testing/sample-inputs.ts'

const now = sampleNow
const live = (changes: Partial<ScoreInputs> = {}) => scoreNow({ ...sampleInputs, ...changes }, now)
const ahead = (changes: Partial<ScoreInputs> = {}, hours = 48) =>
  scoreForecast({ ...sampleInputs, ...changes }, now, hours)

describe('the current score', () => {
  test('is the score of the hour in progress', () => {
    const slot = live()
    expect(slot.startMs).toBe(toMs('2026-02-03T18:00:00Z'))
    expect(toSubScoreValues(slot.subScores)).toEqual({ price: 62.5, carbon: 82.5, grid: 80, adequacy: 56.3 })
    expect(slot).toMatchObject({ confidence: 100, spotPriceEurPerMwh: 42, gCo2eqPerKwh: 20 })
  })

  test('at a full hour is the score of the hour that begins', () => {
    const atFullHour = Temporal.Instant.from('2026-02-03T19:00:00Z')
    expect(scoreNow(sampleInputs, atFullHour).startMs).toBe(atFullHour.epochMilliseconds)
  })

  test('loses points by the imbalance price relative to the spot price', () => {
    const imbalance = { isUpward: true, negativePriceEurPerMwh: 250 }
    expect(live({ imbalance }).subScores.grid.value).toBe(63.4)
    // Without a price the estimate is 58.52: 250 − 117.04 = 132.96.
    expect(live({ imbalance, priceEurPerMwh: new Map() }).subScores.grid.value).toBe(66.7)
  })

  test('rests on the newest realised wind and sun where no forecast of the hour is published', () => {
    const mix = { ...sampleInputs.realised?.powerMwByType, SOLAR: 500, WIND_ONSHORE: 6_000, WIND_OFFSHORE: 300 }
    const realised = { endMs: toMs('2026-02-03T17:00:00Z'), gCo2eqPerKwh: 20, powerMwByType: mix }
    const basisOf = (changes: Partial<ScoreInputs>) =>
      live({ realised, forecastMw: {}, ...changes }).subScores.adequacy.basis
    const known = { kind: 'residual_load', consumptionMw: 60_000, windAndSolarMw: 6_800 } as const
    expect(basisOf({})).toEqual(known)
    // 6 h after its end an hour says nothing of the present any more.
    expect(basisOf({ realised: { ...realised, endMs: toMs('2026-02-03T12:00:00Z') } }).kind).toBe('consumption')
    const { SOLAR: _, ...withoutSun } = mix
    expect(basisOf({ realised: { ...realised, powerMwByType: withoutSun } }).kind).toBe('consumption')
  })

  test('of version 1 rests on consumption alone, so that a stored point can be computed again', () => {
    const inputs = { ...sampleInputs, outages: null, signalLevel: new Map() }
    const slot = scoreNow(inputs, now, undefined, { score: 1 })
    expect(slot.subScores.adequacy).toEqual({ value: 16.9, basis: { kind: 'consumption', consumptionMw: 60_000 } })
    expect(slot.subScores.grid.value).toBe(16.9)
    expect(scoreNow(inputs, now).subScores.grid.value).toBe(18.5)
  })

  test('without recent generation has no intensity, and names the mean of the hour as its basis', () => {
    const slot = live({ realised: null })
    expect(slot.gCo2eqPerKwh).toBeNull()
    expect(slot.subScores.carbon.basis.kind).toBe('same_hour_mean')
  })

  test('keeps 85 % of its confidence with fallbacks in one dimension or in four', () => {
    expect(live({ signalLevel: new Map() }).confidence).toBe(85)
    const nothing = live({ ...emptyInputs })
    expect(listFallbackDimensions(nothing.subScores)).toEqual(['price', 'carbon', 'grid', 'adequacy'])
    expect(nothing.confidence).toBe(85)
  })
})

/** Nothing is known, though every feed is on time. */
const emptyInputs: Partial<ScoreInputs> = {
  priceEurPerMwh: new Map(),
  realised: null,
  realisedGCo2eqPerKwh: new Map(),
  signalLevel: new Map(),
  expectedConsumptionMw: new Map(),
  weeklyConsumptionMw: new Map(),
  forecastMw: {},
  installedMwByYear: new Map(),
  outages: null,
  gCo2eqPerKwhByType: null,
}

describe('the forecast', () => {
  test('begins with the next full hour and has the requested number of hours', () => {
    const slots = ahead()
    expect(slots).toHaveLength(48)
    expect(slots.map(({ startMs }) => startMs)).toEqual([...createHours('2026-02-03T19:00:00Z', 48, () => 0).keys()])
    expect(ahead({}, 1)).toHaveLength(1)
  })

  test('loses half a point of confidence per hour of lead, from a lead of 1', () => {
    const confidences = ahead({ priceEurPerMwh: new Map() }).map(({ confidence }) => confidence)
    expect(confidences.slice(0, 4)).toEqual([85, 84, 84, 83])
    expect(confidences.at(-1)).toBe(61)
    expect(ahead({ availabilityByFeed: createAvailability(0) }).at(-1)?.confidence).toBe(0)
  })

  test('has the auctioned price, and beyond the auction only an estimate', () => {
    const slots = ahead()
    const priced = slots.filter(({ spotPriceEurPerMwh }) => spotPriceEurPerMwh !== null)
    expect(priced.at(-1)?.startMs).toBe(toMs('2026-02-04T22:00:00Z'))
    expect(slots.at(-1)?.subScores.price.basis).toEqual({ kind: 'off_peak_estimate', eurPerMwh: 42 })
  })

  test('has the intensity of the projected mix, not of the last hour', () => {
    const [first] = ahead()
    expect(first?.subScores.carbon.basis.kind).toBe('projected')
    expect(first?.gCo2eqPerKwh).toBeCloseTo(380 / 60, 9)
  })

  test('ignores the imbalance', () => {
    const imbalance = { isUpward: true, negativePriceEurPerMwh: 5_000 }
    expect(ahead({ imbalance })).toEqual(ahead())
  })

  test('without any input consists of medians, with null for unknown values', () => {
    for (const slot of ahead(emptyInputs)) {
      expect(toSubScoreValues(slot.subScores)).toEqual({ price: 50, carbon: 75, grid: 50, adequacy: 50 })
      expect(slot).toMatchObject({ spotPriceEurPerMwh: null, gCo2eqPerKwh: null })
    }
  })
})

describe('the forecast of version 2', () => {
  const startMs = toMs('2026-02-03T19:00:00Z')
  const analog: AnalogHour = {
    startMs,
    lead: 1,
    loadMw: 55_400,
    windMw: 8_000,
    solarMw: 1_500,
    priceEurPerMwh: 87.03,
    isPriceAuctioned: false,
    powerMwByType: {},
    carbon: { lifeCycle: { gCo2eqPerKwh: 44.53, spread: 0.1 }, direct: null },
  }
  const unpublished = { ...sampleInputs, priceEurPerMwh: new Map(), expectedConsumptionMw: new Map() }
  const first = (inputs: ScoreInputs) => scoreForecast(inputs, now, 2, [analog])[0]

  test('supplies the intensity, and unpublished price, consumption, wind and sun; the served spot price stays null', () => {
    const slot = first({ ...unpublished, weeklyConsumptionMw: new Map(), forecastMw: {} })
    expect(slot?.subScores.carbon).toMatchObject({ value: 30, basis: { kind: 'projected', gCo2eqPerKwh: 44.53 } })
    expect(slot?.subScores.price).toMatchObject({ value: 25, basis: { kind: 'like_hours_estimate' } })
    expect(slot?.subScores.adequacy).toMatchObject({
      // 50 − 25 · (45.9 − 38.9) / (46.3 − 38.9)
      value: 26.4,
      basis: { kind: 'residual_load', consumptionMw: 55_400, windAndSolarMw: 9_500 },
    })
    expect(slot?.known).toEqual({ price: true, carbon: true, grid: true, adequacy: false })
    expect(slot?.spotPriceEurPerMwh).toBeNull()
    expect(listFallbackDimensions(slot?.subScores ?? live().subScores)).toContain('price')
  })

  test('replaces no published value', () => {
    const published = { ...sampleInputs, priceEurPerMwh: new Map([[startMs, 42]]) }
    expect(first(published)?.subScores.price.basis).toEqual({ kind: 'day_ahead', eurPerMwh: 42 })
    expect(first(published)?.subScores.adequacy).toEqual(ahead({}, 1)[0]?.subScores.adequacy)
  })

  test('carries over an hour that it lacks', () => {
    const [, second] = scoreForecast(sampleInputs, now, 2, [analog])
    expect(second).toEqual(ahead({}, 2)[1])
  })
})
