import { describe, expect, test } from 'bun:test'
import { composeEnergyScore, toRatedHours } from '@hexawatt/shared/answers/energy-score'
import { composeForecastBody } from '@hexawatt/shared/answers/forecast-body'
import { round1 } from '@hexawatt/shared/bounds/numbers'
import { type Dimension, dimensions } from '@hexawatt/shared/contract/dimensions'
import { findProfile, nationalWeights } from '@hexawatt/shared/contract/profiles'
import { EnergyScore, ScoreForecast } from '@hexawatt/shared/contract/score'
import { defaultWeighting, type Weighting } from '@hexawatt/shared/http/weighting-query'
import { assembleIssue } from '@hexawatt/shared/methodology/forecast/issue/assemble-issue'
import { firstRefinements } from '@hexawatt/shared/methodology/forecast/refinements/refined-issue'
import { scoreForecast, scoreNow } from '@hexawatt/shared/methodology/score/score-slot'
import { rateCarbon } from '@hexawatt/shared/methodology/score/sub-scores/carbon-score'
import { computeImbalancePoints, rateGrid } from '@hexawatt/shared/methodology/score/sub-scores/grid-score'
import { ratePrice } from '@hexawatt/shared/methodology/score/sub-scores/price-score'
import {
  carbonAnchors,
  consumptionAnchors,
  interpolateLinearly,
  marginAnchors,
  priceAnchors,
} from '@hexawatt/shared/methodology/score/sub-scores/scales'
import type { ScoreInputs } from '@hexawatt/shared/methodology/score/sub-scores/score-inputs'
import { ForecastSnapshot, ScoreSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { noBandLevels } from '@hexawatt/shared/testing/no-band-levels'
import { presentForecast, presentScore } from '@hexawatt/svc-ingest/src/snapshots/refresh-score.ts'
import fc from 'fast-check'
import * as v from 'valibot'
import { anyInputs, anyInstant, removals } from './properties/arbitrary-inputs.ts'
import { anyWeighting } from './properties/arbitrary-weights.ts'

/** An instant and inputs known at it. */
const anySituation = anyInstant.chain((now) => anyInputs(now).map((inputs) => ({ now, inputs })))

function served(inputs: ScoreInputs, now: Temporal.Instant, weighting: Weighting, hours = 48) {
  const score = presentScore(scoreNow(inputs, now), inputs, now, 'replay')
  const forecast = presentForecast(
    assembleIssue(
      { inputs, analog: null, levels: noBandLevels, refinements: firstRefinements, imports: [] },
      now,
      hours,
    ),
    inputs,
    'replay',
  )
  const request = { weighting, requestedHours: 48, planHours: 48 }
  return {
    snapshots: { score, forecast },
    score: composeEnergyScore(score, toRatedHours(forecast.hours), weighting, now),
    forecast: composeForecastBody(forecast, request, now),
  }
}

describe('weighting', () => {
  test('the preset national gives the default response, under its name', () => {
    const weights = findProfile('National')?.weights ?? nationalWeights
    fc.assert(
      fc.property(anySituation, ({ now, inputs }) => {
        const byDefault = served(inputs, now, defaultWeighting)
        const byName = served(inputs, now, { weights, profileApplied: 'national' })
        expect(byName.score).toEqual({ ...byDefault.score, profileApplied: 'national' })
        expect(byName.forecast).toEqual({ ...byDefault.forecast, profileApplied: 'national' })
        expect(byDefault.score.profileApplied).toBeNull()
      }),
      { numRuns: 60 },
    )
  })
})

describe('scales', () => {
  const ordered = fc.tuple(
    fc.double({ min: -1_000, max: 200_000, noNaN: true }),
    fc.double({ min: 0, max: 1_000, noNaN: true }),
  )

  test('a dearer, dirtier or more strained hour is never rated better', () => {
    const noClasses = { working: null, rest: null }
    const price = (x: number) => ratePrice(new Map([[0, x]]), noClasses, 0).value
    const carbon = (x: number) => rateCarbon({ kind: 'realised', gCo2eqPerKwh: x }, null, 0).value
    const adequacy = { value: 50, basis: { kind: 'margin', margin: 0.4 } } as const
    const grid = (x: number) =>
      rateGrid(1, computeImbalancePoints({ isUpward: true, negativePriceEurPerMwh: x }, 40), adequacy).value
    const near = fc.tuple(fc.double({ min: -50, max: 450, noNaN: true }), fc.double({ min: 0, max: 60, noNaN: true }))
    fc.assert(
      fc.property(fc.oneof(near, ordered), ([x, more]) => {
        for (const rate of [price, carbon, grid]) expect(rate(x + more)).toBeLessThanOrEqual(rate(x))
      }),
      { numRuns: 2_000 },
    )
  })

  test('a higher margin is never rated worse, a higher consumption never better', () => {
    const margin = (x: number) => round1(interpolateLinearly(marginAnchors, x))
    const consumption = (share: number) => round1(interpolateLinearly(consumptionAnchors, 30_000 + 40_000 * share))
    const anyShare = (min: number, max: number) => fc.double({ min, max, noNaN: true })
    fc.assert(
      fc.property(anyShare(-1, 2), anyShare(0, 1), (x, more) => {
        expect(margin(x + more)).toBeGreaterThanOrEqual(margin(x))
        expect(consumption(x + more)).toBeLessThanOrEqual(consumption(x))
      }),
      { numRuns: 1_000 },
    )
  })

  test('no scale leaves 0 to 100', () => {
    fc.assert(
      fc.property(ordered, ([x]) => {
        for (const anchors of [priceAnchors, carbonAnchors, marginAnchors, consumptionAnchors]) {
          const score = interpolateLinearly(anchors, x)
          expect(score >= 0 && score <= 100).toBe(true)
        }
      }),
    )
  })
})

describe('whatever is missing, in any combination', () => {
  test('score, forecast and their snapshots follow their contracts whatever is missing', () => {
    fc.assert(
      fc.property(anySituation, anyWeighting, ({ now, inputs }, weighting) => {
        const { snapshots, score, forecast } = served(inputs, now, weighting)
        v.parse(ScoreSnapshot, snapshots.score)
        v.parse(ForecastSnapshot, snapshots.forecast)
        v.parse(EnergyScore, score)
        v.parse(ScoreForecast, forecast)
        expect(forecast.hours).toHaveLength(48)
      }),
      { numRuns: 200 },
    )
  })

  test('sub-scores are 0 to 100 with one decimal, in the order of the dimensions, with a sentence each', () => {
    fc.assert(
      fc.property(anySituation, ({ now, inputs }) => {
        const { score, forecast } = served(inputs, now, defaultWeighting)
        for (const { subScores } of [score, ...forecast.hours]) {
          expect(subScores?.map(({ dimension }): Dimension => dimension)).toEqual([...dimensions])
          for (const { value, detail } of subScores ?? []) {
            expect(value >= 0 && value <= 100 && Number(value.toFixed(1)) === value).toBe(true)
            expect(/^\p{Lu}.*\d.*\.$/u.test(detail) && !/NaN|undefined|Infinity/.test(detail)).toBe(true)
          }
        }
      }),
      { numRuns: 200 },
    )
  })

  test('no hour beats the best hour of a forecast, the worst beats none, and the forecast’s confidence is its lowest', () => {
    fc.assert(
      fc.property(anySituation, anyWeighting, ({ now, inputs }, weighting) => {
        const { forecast } = served(inputs, now, weighting)
        const scoreAt = (time: string | null) => forecast.hours.find((hour) => hour.time === time)?.globalScore
        const scores = forecast.hours.map((hour) => hour.globalScore)
        expect(scoreAt(forecast.bestHour)).toBe(Math.max(...scores))
        expect(scoreAt(forecast.worstHour)).toBe(Math.min(...scores))
        expect(forecast.confidence).toBe(Math.min(...forecast.hours.map(({ confidence }) => confidence)))
      }),
      { numRuns: 150 },
    )
  })

  test('confidence never rises when one more source is removed', () => {
    const confidencesOf = (inputs: ScoreInputs, now: Temporal.Instant) =>
      [scoreNow(inputs, now), ...scoreForecast(inputs, now, 48)].map(({ confidence }) => confidence)
    fc.assert(
      fc.property(anySituation, fc.constantFrom(...Object.keys(removals)), ({ now, inputs }, source) => {
        const before = confidencesOf(inputs, now)
        const availabilityByFeed = {
          ...inputs.availabilityByFeed,
          ...(source in inputs.availabilityByFeed ? { [source]: 0 } : {}),
        }
        const after = confidencesOf({ ...inputs, availabilityByFeed, ...removals[source]?.(inputs) }, now)
        for (const [index, confidence] of after.entries()) expect(confidence <= (before[index] ?? -1)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})
