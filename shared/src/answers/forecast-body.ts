import type { HourlyScore, ScoreForecast } from '../contract/score.ts'
import type { ScoreWeights } from '../contract/values/score-weights.ts'
import type { Weighting } from '../http/weighting-query.ts'
import {
  computeComposite,
  findExtremeHours,
  type RankedHour,
  toGlobalScore,
  toScoreLevel,
} from '../methodology/score/composite.ts'
import { markEstimates } from '../methodology/score/texts/estimate-marks.ts'
import { createForecastVersions } from '../methodology/versions.ts'
import type { ForecastHour, ForecastSnapshot } from '../snapshot/kinds.ts'
import { isoSeconds } from '../time/instant.ts'
import { toSubScoreValues } from './energy-score.ts'

export type ForecastRequest = {
  weighting: Weighting
  requestedHours: number
  /** The longest forecast of the plan, hours. */
  planHours: number
}

/**
 * The forecast under one weighting, as served: the hours that have not begun yet, as many as requested, allowed by the plan and held by the
 * snapshot. Best and worst are ranked on the composite before rounding.
 *
 * @param snapshot null = no hours, generated now
 */
export function composeForecastBody(
  snapshot: ForecastSnapshot | null,
  { weighting, requestedHours, planHours }: ForecastRequest,
  now: Temporal.Instant,
): ScoreForecast {
  const { weights, profileApplied } = weighting
  const nowText = isoSeconds(now)
  // Starts are whole hours: comparing texts to the second gives the order of the instants.
  const ahead = (snapshot?.hours ?? []).filter(({ time }) => time > nowText)
  const ranked = ahead.slice(0, Math.min(requestedHours, planHours)).map((hour) => toServedHour(hour, weights))
  return {
    generatedAt: snapshot?.issuedAt ?? nowText,
    requestedHours,
    servedHours: ranked.length,
    profileApplied,
    weightsApplied: weights,
    ...findExtremeHours(ranked),
    confidence: ranked.length === 0 ? 0 : Math.min(...ranked.map(({ hour }) => hour.confidence)),
    methodologyVersions: createForecastVersions(),
    hours: ranked.map(({ hour }) => hour),
  }
}

type ServedHour = RankedHour & { hour: HourlyScore }

function toServedHour(forecast: ForecastHour, weights: ScoreWeights): ServedHour {
  const { time, subScores, knownDimensions, confidence, spotPriceEurPerMWh, carbonIntensityGco2Kwh } = forecast
  const unrounded = computeComposite(toSubScoreValues(subScores), knownDimensions, weights)
  const score = toGlobalScore(unrounded)
  return {
    time,
    composite: unrounded,
    hour: {
      time,
      globalScore: score,
      level: toScoreLevel(score),
      subScores: markEstimates(subScores, knownDimensions, weights),
      confidence,
      spotPriceEurPerMWh,
      carbonIntensityGco2Kwh,
    },
  }
}
