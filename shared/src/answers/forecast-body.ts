import type { HourlyScore, ScoreForecast, ScoreWeights } from '../contract/score.ts'
import type { Weighting } from '../http/weighting-query.ts'
import { composite, globalScore, scoreLevel } from '../methodology/score/composite.ts'
import { extremeHours, type RankedHour } from '../methodology/score/rank-hours.ts'
import { methodologyVersions } from '../methodology/versions.ts'
import type { ForecastHour, ForecastSnapshot } from '../snapshot/score-snapshot.ts'
import { isoSeconds } from '../time/instant.ts'
import { valuesOfSubScores } from './rated-hours.ts'

export type ForecastRequest = {
  weighting: Weighting
  /** Hours asked for. */
  requestedHours: number
  /** The longest forecast of the plan, hours. */
  planHours: number
}

/**
 * The forecast under one weighting, as the interface serves it: the hours that have not begun yet, as many as were asked for, the plan
 * allows and the snapshot holds. Best and worst are ranked on the composite before rounding.
 *
 * @param snapshot null when there is none: then there are no hours, and it was generated now
 */
export function forecastBody(
  snapshot: ForecastSnapshot | null,
  { weighting, requestedHours, planHours }: ForecastRequest,
  now: Temporal.Instant,
): ScoreForecast {
  const { weights, profileApplied } = weighting
  const nowText = isoSeconds(now)
  // Starts are whole hours, so the second of the clock is enough, and the texts compare as the instants do.
  const ahead = (snapshot?.hours ?? []).filter(({ time }) => time > nowText)
  const ranked = ahead.slice(0, Math.min(requestedHours, planHours)).map((hour) => rankedHour(hour, weights))
  return {
    generatedAt: snapshot?.issuedAt ?? nowText,
    requestedHours,
    servedHours: ranked.length,
    profileApplied,
    weightsApplied: weights,
    ...extremeHours(ranked),
    confidence: ranked.length === 0 ? 0 : Math.min(...ranked.map(({ hour }) => hour.confidence)),
    methodologyVersions: methodologyVersions(false),
    hours: ranked.map(({ hour }) => hour),
  }
}

type ServedHour = RankedHour & { hour: HourlyScore }

function rankedHour(forecast: ForecastHour, weights: ScoreWeights): ServedHour {
  const { time, subScores, confidence, spotPriceEurPerMWh, carbonIntensityGco2Kwh } = forecast
  const unrounded = composite(valuesOfSubScores(subScores), weights)
  const score = globalScore(unrounded)
  return {
    time,
    composite: unrounded,
    hour: {
      time,
      globalScore: score,
      level: scoreLevel(score),
      subScores,
      confidence,
      spotPriceEurPerMWh,
      carbonIntensityGco2Kwh,
    },
  }
}
