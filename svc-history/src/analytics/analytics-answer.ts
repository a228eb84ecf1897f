import { round2, roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import type { getScoreAnalytics } from '@hexawatt/shared/contract/operations/get-score-analytics'
import type { ScoreAnalyticsResponse } from '@hexawatt/shared/contract/score-history'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import { isNotModified } from '@hexawatt/shared/http/conditional'
import type { Handler } from '@hexawatt/shared/http/mount'
import { toWeighting } from '@hexawatt/shared/http/weighting-query'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Clock } from '@hexawatt/shared/time/clock'
import { floorToSecond } from '@hexawatt/shared/time/instant'
import { listScores } from '../points/hour-sums.ts'
import { toMethodologyBreakdown } from '../points/point-values.ts'
import { readInOneSnapshot } from '../points/store-reading.ts'
import { toWindow } from '../window/requested-window.ts'
import { createWindowHead, readStoredWindow, toServedSpan, type WindowHead } from '../window/served-window.ts'
import { assessWindowConfidence, createWindowVersion } from '../window/window-version.ts'
import { createHourDays } from './hour-days.ts'
import { createScoreDays } from './score-days.ts'
import { computeMeanComposite, roundMeanScore } from './weight-units.ts'
import { rankHours, readWindowAggregates, type WindowAggregates } from './window-aggregates.ts'

export type AnalyticsDeps = { sql: Sql; clock: Clock }

/** Creates the answer to `GET /v1/score/analytics`. */
export function createAnalyticsAnswer({ sql, clock }: AnalyticsDeps): Handler<typeof getScoreAnalytics> {
  const kept = { hourDays: createHourDays(), scoreDays: createScoreDays() }
  const windowVersion = createWindowVersion(clock)

  /** @throws AppError as `toWindow` and `findServedWindow` do, in this order, or `service_unavailable` */
  return async function answerAnalytics({ query, principal, request }) {
    const weighting = toWeighting(query)
    const { timezone: timeZone } = query
    const exactNow = clock.now()
    const asked = toWindow(query, exactNow)
    const now = floorToSecond(exactNow)
    // The tag and the data that it describes come from one database snapshot.
    return await readInOneSnapshot(sql, async (tx) => {
      const stored = await readStoredWindow(tx, asked, principal, now)
      const described = { asked, weighting, ...stored }
      const version = {
        ...windowVersion({ ...described, query, form: timeZone }, now),
        ...assessWindowConfidence(stored, asked, now),
      }
      if (isNotModified(request.headers, version.validators)) return { body: null, ...version }
      const span = toServedSpan(asked, stored.window)
      const asking = { span, granularity: asked.granularity, weighting, timeZone }
      const aggregates = await readWindowAggregates({ sql: tx, ...kept }, asking)
      return {
        body: { ...createWindowHead(described), timeZone, ...toAnalytics(aggregates, weighting.weights) },
        ...version,
      }
    })
  }
}

/** The part of analytics that comes from the points: everything but the window and the zone. */
type AnalyticsOfPoints = Omit<ScoreAnalyticsResponse, keyof WindowHead | 'timeZone'>

/** The aggregates, rounded, in the order of the contract. */
function toAnalytics(
  { totals, scores, counts, hoursOfDay }: WindowAggregates,
  weights: ScoreWeights,
): AnalyticsOfPoints {
  const production = computeServedMean(totals.carbonHundredths, totals.carbonSamples)
  const consumption = computeServedMean(totals.consumptionHundredths, totals.consumptionSamples)
  return {
    sampleCount: counts.samples,
    carbonSampleCount: counts.carbonSamples,
    consumptionSampleCount: counts.consumptionSamples,
    avgGlobalScore: totals.samples === 0 ? null : roundMeanScore(computeMeanComposite(listScores(scores), weights)),
    optimalPct: computeServedMean(100 * 100 * counts.optimalSamples, counts.samples),
    ...rankHours(hoursOfDay, weights),
    avgCarbonIntensityGco2Kwh: production,
    avgLowCarbonPct: computeServedMean(totals.lowCarbonHundredths, totals.carbonSamples),
    avgCarbonIntensityConsumptionGco2Kwh: consumption,
    avgConsumptionBoundaryDelta: computeServedDelta(totals, production, consumption),
    methodologyBreakdown: toMethodologyBreakdown(counts.samplesBySet),
  }
}

/**
 * The difference of the two means that are shown, where both are means of the same points, as in a live answer; otherwise the mean difference of the
 * points that have both values.
 */
function computeServedDelta(
  totals: WindowAggregates['totals'],
  production: number | null,
  consumption: number | null,
): number | null {
  const isOfSamePoints = totals.carbonSamples === totals.consumptionSamples
  if (!isOfSamePoints) return computeServedMean(totals.deltaHundredths, totals.consumptionSamples)
  return production === null || consumption === null ? null : round2(consumption - production)
}

/** Mean of hundredths, with two decimals; null without samples. Whole numbers keep it exact, so a half is rounded as a half. */
function computeServedMean(hundredths: number, samples: number): number | null {
  return samples === 0 ? null : roundHalfAwayFromZero(hundredths / samples, 0) / 100
}
