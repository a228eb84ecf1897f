import type { HourlyScore, ScoreForecast, ScoreWeights } from '@hexawatt/shared/contract/score'
import type { Weighting } from '@hexawatt/shared/http/weighting-query'
import { composite, globalScore, scoreLevel } from '@hexawatt/shared/methodology/score/composite'
import { methodologyVersions } from '@hexawatt/shared/methodology/versions'
import type { ForecastHour, ForecastSnapshot } from '@hexawatt/shared/snapshot/score-snapshot'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { valuesOfSubScores } from '../score/rated-hours.ts'

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
    bestHour: firstBy(ranked, (one, other) => one > other),
    worstHour: firstBy(ranked, (one, other) => one < other),
    confidence: ranked.length === 0 ? 0 : Math.min(...ranked.map(({ hour }) => hour.confidence)),
    methodologyVersions: methodologyVersions(false),
    hours: ranked.map(({ hour }) => hour),
  }
}

type RankedHour = { hour: HourlyScore; composite: number }

function rankedHour(forecast: ForecastHour, weights: ScoreWeights): RankedHour {
  const { time, subScores, confidence, spotPriceEurPerMWh, carbonIntensityGco2Kwh } = forecast
  const unrounded = composite(valuesOfSubScores(subScores), weights)
  const score = globalScore(unrounded)
  return {
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

/** Start of the earliest hour that no other beats; null without hours. */
function firstBy(hours: readonly RankedHour[], beats: (one: number, other: number) => boolean): string | null {
  const [first, ...others] = hours
  if (first === undefined) return null
  return others.reduce((best, hour) => (beats(hour.composite, best.composite) ? hour : best), first).hour.time
}
