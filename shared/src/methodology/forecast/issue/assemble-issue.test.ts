import { describe, expect, test } from 'bun:test'
import { nationalWeights } from '../../../contract/profiles.ts'
import { noBandLevels } from '../../../testing/no-band-levels.ts'
import { hourMs } from '../../../time/instant.ts'
import { computeProductionIntensity } from '../../intensity.ts'
import { computeComposite } from '../../score/composite.ts'
import { scoreForecast, scoreNow } from '../../score/score-slot.ts'
import type { ScoreInputs } from '../../score/sub-scores/score-inputs.ts'
import { toSubScoreValues } from '../../score/sub-scores/sub-scores.ts'
import { sampleNow as now, sampleInputs } from '../../score/testing/sample-inputs.ts'
import { type AnalogInputs, computeAnalogForecast } from '../analog-forecast.ts'
import { computeBand, findFrozenLevels } from '../bands.ts'
import type { BandLevels } from '../forecast-issue.ts'
import { alignWindAndSun } from '../refinements/align-inputs.ts'
import { firstRefinements, type Refinements } from '../refinements/refined-issue.ts'
import { createMadeUpInputs, type Omitted } from '../testing/made-up-past.ts'
import { assembleIssue, type KnownAtIssue } from './assemble-issue.ts'

const hours = 50
/** Prices are auctioned up to midnight, as in the made-up grid. */
const midnightMs = Temporal.Instant.from('2026-02-03T23:00:00Z').epochMilliseconds
const inputs: ScoreInputs = {
  ...sampleInputs,
  priceEurPerMwh: new Map([...sampleInputs.priceEurPerMwh].filter(([startMs]) => startMs < midnightMs)),
}
const issueOf = (changes: Partial<KnownAtIssue> = {}) =>
  assembleIssue(
    {
      inputs,
      analog: createMadeUpInputs(now),
      levels: noBandLevels,
      refinements: firstRefinements,
      imports: null,
      ...changes,
    },
    now,
    hours,
  )
const without = (omitted: Omitted): AnalogInputs => createMadeUpInputs(now, omitted)

describe('an issue', () => {
  const { issue, slots } = issueOf()
  const analogHours = computeAnalogForecast(alignWindAndSun(createMadeUpInputs(now), now, hours), now, hours) ?? []

  test('has the hour in progress and the 50 hours after it, each with its score', () => {
    expect(issue.hours.map(({ lead }) => lead)).toEqual(Array.from({ length: 51 }, (_, lead) => lead))
    expect(slots.map(({ startMs }) => startMs)).toEqual(issue.hours.map(({ startMs }) => startMs))
    expect(slots.slice(1)).toEqual(scoreForecast(inputs, now, hours, analogHours))
  })

  test('is consistent: mix, both intensities, price and score belong together', () => {
    const { factors } = createMadeUpInputs(now)
    for (const [lead, { carbon, directCarbon, price, score, powerMwByType }] of issue.hours.entries()) {
      const slot = slots[lead]
      // Before anything was learnt, the intensities are those of the mix.
      expect(carbon.value).toBe(
        computeProductionIntensity(powerMwByType ?? {}, factors.lifeCycle)?.gCo2eqPerKwh ?? Number.NaN,
      )
      expect(directCarbon.value).toBe(
        computeProductionIntensity(powerMwByType ?? {}, factors.direct)?.gCo2eqPerKwh ?? Number.NaN,
      )
      expect(carbon.value).toBe(slot?.gCo2eqPerKwh ?? Number.NaN)
      expect(price.value).toBe(slot?.subScores.price.basis.eurPerMwh ?? Number.NaN)
      expect(score.value).toBe(
        slot ? computeComposite(toSubScoreValues(slot.subScores), slot.known, nationalWeights) : Number.NaN,
      )
    }
  })

  test('estimates the price beyond the auction, and never calls the estimate a spot price', () => {
    for (const [lead, { startMs, isPriceAuctioned, price }] of issue.hours.entries()) {
      expect(isPriceAuctioned).toBe(startMs < midnightMs)
      expect(slots[lead]?.spotPriceEurPerMwh).toBe(isPriceAuctioned ? 42 : null)
      if (isPriceAuctioned) continue
      expect(price.value).toBe(analogHours[lead]?.priceEurPerMwh ?? Number.NaN)
      expect(slots[lead]?.subScores.price.basis.kind).toBe('like_hours_estimate')
    }
  })

  test('scores the hour in progress as a forecast, without balancing or realised values', () => {
    const imbalance = { isUpward: true, negativePriceEurPerMwh: 5_000 }
    expect(issueOf({ inputs: { ...inputs, imbalance } }).slots).toEqual(slots)
    expect(slots[0]?.subScores.carbon.basis.kind).toBe('projected')
    expect(scoreNow({ ...inputs, imbalance }, now).subScores.carbon.basis.kind).toBe('realised')
  })

  test('names its method and newest generation hour, and no missing input', () => {
    const newestGenerationStartMs = Temporal.Instant.from('2026-02-03T16:00:00Z').epochMilliseconds
    expect(issue).toMatchObject({ issuedAt: now, method: 'analog_mix', missingInputs: [], newestGenerationStartMs })
  })
})

describe('an issue that earlier ones have taught', () => {
  const ofLead = (value: number) => Array.from({ length: 73 }, () => value)
  const refinements: Refinements = {
    isAligned: true,
    learnt: {
      lifeCycle: { coefficients: [], recentErrors: ofLead(0), hourBiases: ofLead(0.4) },
      direct: { coefficients: [], recentErrors: ofLead(0), hourBiases: ofLead(-0.2) },
    },
  }
  const taught = issueOf({ refinements })
  const first = issueOf()

  test('serves, bands and scores the corrected intensities, and archives those of the mix with them', () => {
    const { factors } = createMadeUpInputs(now)
    for (const [lead, hour] of taught.issue.hours.entries()) {
      const [bias, direct] = lead <= 48 ? [0.15 * 0.4, 0.15 * -0.2] : [0, 0]
      const ofMix = computeProductionIntensity(hour.powerMwByType ?? {}, factors.lifeCycle)?.gCo2eqPerKwh ?? Number.NaN
      const directOfMix =
        computeProductionIntensity(hour.powerMwByType ?? {}, factors.direct)?.gCo2eqPerKwh ?? Number.NaN
      expect(hour.corrections.lifeCycle?.uncorrected).toBe(ofMix)
      expect(hour.corrections.direct?.uncorrected).toBe(directOfMix)
      expect(hour.carbon.value).toBeCloseTo(ofMix * Math.exp(bias), 10)
      expect(hour.directCarbon.value).toBeCloseTo(directOfMix * Math.exp(direct), 10)
      const frozen = findFrozenLevels(Math.min(lead, 48))
      expect(hour.carbon.band).toEqual(
        computeBand(hour.carbon.value ?? Number.NaN, hour.spreads.lifeCycle ?? Number.NaN, frozen),
      )
      expect(taught.slots[lead]?.gCo2eqPerKwh).toBe(hour.carbon.value)
      expect(hour.powerMwByType).toEqual(first.issue.hours[lead]?.powerMwByType ?? null)
      const basis = taught.slots[lead]?.subScores.carbon.basis
      expect(basis).toMatchObject({ kind: 'projected', gCo2eqPerKwh: hour.carbon.value })
    }
  })

  test('without a mix has no corrections', () => {
    const stale = issueOf({ refinements, analog: without({ generationHoursLate: 47 }) })
    const carried = issueOf({ refinements, analog: without({ daysBack: 1.9 }) })
    for (const { corrections } of [...stale.issue.hours, ...carried.issue.hours])
      expect(corrections).toEqual({ lifeCycle: null, direct: null })
  })
})

describe('bands of an issue', () => {
  const levels = (low: number, high: number) => Array.from({ length: 11 }, () => ({ low, high, alpha: 0, errors: 200 }))
  const archived: BandLevels = {
    carbon: levels(-0.2, 0.3),
    directCarbon: levels(-0.5, 0.6),
    consumptionCarbon: levels(-0.3, 0.2),
    directConsumptionCarbon: levels(-0.4, 0.1),
    price: levels(-7, 9),
    score: levels(-40, 90),
  }

  test('of an empty archive are the frozen quantiles for intensities, the price itself if auctioned, and null otherwise', () => {
    for (const { lead, carbon, directCarbon, price, score, spreads, isPriceAuctioned } of issueOf().issue.hours) {
      expect(carbon.band).toEqual(
        computeBand(carbon.value ?? Number.NaN, spreads.lifeCycle ?? Number.NaN, findFrozenLevels(Math.min(lead, 48))),
      )
      expect(directCarbon.band).toEqual(
        computeBand(
          directCarbon.value ?? Number.NaN,
          spreads.direct ?? Number.NaN,
          findFrozenLevels(Math.min(lead, 48)),
        ),
      )
      expect(price.band).toEqual(isPriceAuctioned ? { low: 42, high: 42 } : null)
      expect(score.band).toBeNull()
    }
  })

  test('of an archive use its own levels for each quantity, and keep the score within 0 and 100', () => {
    for (const { carbon, directCarbon, price, score, spreads, isPriceAuctioned } of issueOf({ levels: archived }).issue
      .hours) {
      const [grams, direct] = [carbon.value ?? Number.NaN, directCarbon.value ?? Number.NaN]
      expect(carbon.band).toEqual(computeBand(grams, spreads.lifeCycle ?? Number.NaN, { low: -0.2, high: 0.3 }))
      expect(directCarbon.band).toEqual(computeBand(direct, spreads.direct ?? Number.NaN, { low: -0.5, high: 0.6 }))
      const [euros, points] = [price.value ?? Number.NaN, score.value ?? Number.NaN]
      expect(price.band).toEqual(isPriceAuctioned ? { low: 42, high: 42 } : { low: euros - 7, high: euros + 9 })
      expect(score.band).toEqual({ low: Math.max(0, points - 40), high: Math.min(100, points + 90) })
    }
  })
})

describe('an issue with too few inputs', () => {
  test('of fewer than 48 hours of generation is carried over as in version 1, with intensities without bands', () => {
    const { issue, slots } = issueOf({ analog: without({ daysBack: 1.9 }) })
    expect(issue.method).toBe('carry_over')
    expect(issue.missingInputs).toContain('generation_by_type')
    expect(slots.slice(1)).toEqual(scoreForecast(inputs, now, hours))
    for (const { carbon, directCarbon, powerMwByType, windMw } of issue.hours) {
      expect(carbon).toEqual({ value: expect.any(Number), band: null })
      expect(directCarbon).toEqual({ value: expect.any(Number), band: null })
      expect({ powerMwByType, windMw }).toEqual({ powerMwByType: null, windMw: null })
    }
  })

  test('without emission factors is carried over, and names them as missing', () => {
    const { issue } = issueOf({ analog: null, inputs: { ...inputs, gCo2eqPerKwhByType: null } })
    expect(issue).toMatchObject({ method: 'carry_over', missingInputs: ['emission_factors'] })
    expect(issue.hours.every(({ carbon, directCarbon }) => carbon.value === null && directCarbon.value === null)).toBe(
      true,
    )
  })

  test('with generation up to two days old has the analog mix, and names generation as late from 6 h on', () => {
    // The made-up generation ends 1 h 20 min before the instant of issue.
    const missingAt = (generationHoursLate: number) => {
      const { issue } = issueOf({ analog: without({ generationHoursLate }) })
      return { missing: issue.missingInputs, hasMix: issue.hours.every(({ powerMwByType }) => powerMwByType !== null) }
    }
    expect(missingAt(4)).toEqual({ missing: [], hasMix: true })
    expect(missingAt(5)).toEqual({ missing: ['generation_by_type'], hasMix: true })
    expect(missingAt(46)).toEqual({ missing: ['generation_by_type'], hasMix: true })
  })

  test('with older generation has no mix and no intensity, but estimates price and load', () => {
    const { issue, slots } = issueOf({ analog: without({ generationHoursLate: 47 }) })
    expect(issue).toMatchObject({ method: 'analog_mix', missingInputs: ['generation_by_type'] })
    for (const [lead, { carbon, directCarbon, price, loadMw, powerMwByType }] of issue.hours.entries()) {
      expect([carbon.value, carbon.band, directCarbon.value, powerMwByType]).toEqual([null, null, null, null])
      expect([price.value, loadMw]).toEqual([expect.any(Number), expect.any(Number)])
      expect(slots[lead]?.subScores.carbon.basis.kind).toBe('same_hour_mean')
    }
  })

  test('names the feeds whose series end before the instant of issue', () => {
    const stopped = createMadeUpInputs(now.subtract({ hours: 20 }))
    const analog = {
      ...createMadeUpInputs(now),
      windAndSun: stopped.windAndSun,
      load: stopped.load,
      price: stopped.price,
    }
    const { issue } = issueOf({ analog })
    expect(issue.missingInputs).toEqual(['generation_forecast', 'consumption', 'power_exchanges'])
    expect(issue.hours.every(({ carbon }) => carbon.value !== null)).toBe(true)
  })

  test('scores with the median price of a year, but forecasts no price from it', () => {
    const { issue } = issueOf({ analog: null, inputs: { ...inputs, priceEurPerMwh: new Map() } })
    expect(issue.hours.every(({ price }) => price.value === null && price.band === null)).toBe(true)
  })
})

test('an issue is reproducible, and a longer horizon changes no earlier hour', () => {
  expect(issueOf()).toEqual(issueOf())
  const later = assembleIssue(
    { inputs, analog: createMadeUpInputs(now), levels: noBandLevels, refinements: firstRefinements, imports: null },
    now,
    hours - 2,
  )
  expect(later.issue.hours).toEqual(issueOf().issue.hours.slice(0, -2))
  expect(later.issue.hours[1]?.startMs).toBe(Math.floor(now.epochMilliseconds / hourMs) * hourMs + hourMs)
})
