import { createBoundedMap } from '../bounds/bounded-map.ts'
import type { EnergyScore, SubScore } from '../contract/score.ts'
import type { Weighting } from '../http/weighting-query.ts'
import {
  computeComposite,
  findNextBetterHour,
  findWorstDimension,
  type RatedSlot,
  toGlobalScore,
  toScoreLevel,
} from '../methodology/score/composite.ts'
import { applyWeights } from '../methodology/score/known-dimensions.ts'
import { toScoreStatus } from '../methodology/score/score-confidence.ts'
import type { SubScoreValues } from '../methodology/score/sub-scores/sub-scores.ts'
import { type Advice, composeRecommendation } from '../methodology/score/texts/advice-texts.ts'
import { markEstimates } from '../methodology/score/texts/estimate-marks.ts'
import { createMethodologyVersions } from '../methodology/versions.ts'
import type { ForecastHour, ScoreSnapshot } from '../snapshot/kinds.ts'
import { hourMs } from '../time/instant.ts'

const scoreVersions = createMethodologyVersions(null)

/**
 * The live score under one weighting, as served.
 *
 * @param hours forecast hours ascending, for the advice; empty without a forecast
 * @param now decides only which hours lie ahead and which day is tomorrow
 */
export function composeEnergyScore(
  snapshot: ScoreSnapshot,
  hours: readonly RatedHour[],
  { weights, profileApplied }: Weighting,
  now: Temporal.Instant,
): EnergyScore {
  const advice = composeAdvice(snapshot, hours, { weights }, now)
  return {
    computedAt: snapshot.computedAt,
    globalScore: advice.globalScore,
    level: advice.level,
    recommendation: recommendCached(advice),
    subScores: markEstimates(snapshot.subScores, snapshot.knownDimensions, weights),
    confidence: snapshot.confidence,
    status: toScoreStatus(snapshot.confidence),
    sourceAvailability: snapshot.sourceAvailability,
    weightsApplied: applyWeights(snapshot.knownDimensions, weights),
    profileApplied,
    spotPriceEurPerMWh: snapshot.spotPriceEurPerMWh,
    gridSignalStatus: snapshot.gridSignalStatus,
    methodologyVersions: scoreVersions,
  }
}

/** Input of the recommendation of {@link composeEnergyScore}; same parameters. */
export function composeAdvice(
  { subScores, knownDimensions }: ScoreSnapshot,
  hours: readonly RatedHour[],
  { weights }: Pick<Weighting, 'weights'>,
  now: Temporal.Instant,
): Advice {
  const present = { values: toSubScoreValues(subScores), known: knownDimensions }
  const score = toGlobalScore(computeComposite(present.values, present.known, weights))
  return {
    level: toScoreLevel(score),
    globalScore: score,
    worst: findWorstDimension(present, weights),
    betterHour: findNextBetterHour(present, hours, weights, now),
    now,
  }
}

/** A forecast hour, for comparison. */
export type RatedHour = RatedSlot & { startMs: number }

/** Values of sub-scores by dimension. */
export function toSubScoreValues(subScores: readonly SubScore[]): SubScoreValues {
  const values = { price: Number.NaN, carbon: Number.NaN, grid: Number.NaN, adequacy: Number.NaN }
  for (const { dimension, value } of subScores) values[dimension] = value
  return values
}

/** Forecast hours for comparison, in the same order. */
export function toRatedHours(hours: readonly ForecastHour[]): RatedHour[] {
  return hours.map(({ time, subScores, knownDimensions }) => ({
    startMs: Temporal.Instant.from(time).epochMilliseconds,
    values: toSubScoreValues(subScores),
    known: knownDimensions,
  }))
}

/** Maximum number of cached sentences. */
const maxSentences = 1_000

const sentences = createBoundedMap<string>(maxSentences)

/** The recommendation, cached: most weightings lead to the same sentence, and its typography takes longer than the rest of a score. */
export function recommendCached(advice: Advice): string {
  const { level, globalScore, worst, betterHour, now } = advice
  // Of the instant only the Paris day matters, which changes with an hour.
  const clockHour = Math.floor(now.epochMilliseconds / hourMs)
  const key = `${clockHour} ${level} ${globalScore} ${worst} ${betterHour?.startMs} ${betterHour?.globalScore}`
  const known = sentences.get(key)
  if (known !== undefined) return known
  const sentence = composeRecommendation(advice)
  sentences.set(key, sentence)
  return sentence
}
