import { roundHalfAwayFromZero } from '../../bounds/numbers.ts'
import { type Dimension, dimensions } from '../../contract/dimensions.ts'
import type { ScoreLevel } from '../../contract/score.ts'
import type { ScoreWeights } from '../../contract/values/score-weights.ts'
import { hourMs } from '../../time/instant.ts'
import type { ScoreVersion } from '../versions.ts'
import { findEffectiveWeights, type KnownDimensions, sumWeights } from './known-dimensions.ts'
import type { SubScoreValues } from './sub-scores/sub-scores.ts'

/** Thresholds on the rounded score (docs/develop/decisions-data.md#score-levels). */
export const optimalFrom = 70
const acceptableFrom = 40

/** Decimals of a composite: sub-scores have one, further ones are binary noise. */
export const compositeDecimals = 6

/**
 * Composite of a slot, 0–100, before rounding: the weighted mean of the sub-scores, by {@link findEffectiveWeights}. Hours are ranked by it.
 *
 * @param known dimensions that do not rest on an estimate
 */
export function computeComposite(values: SubScoreValues, known: KnownDimensions, weights: ScoreWeights): number {
  const effective = findEffectiveWeights(known, weights)
  return roundHalfAwayFromZero(sumProducts(values, effective) / sumWeights(effective), compositeDecimals)
}

/** Composite of version 1: Σ wᵢ·sᵢ over all four dimensions, estimated or not. Stored points of version 1 keep it. */
export function computeCompositeV1(values: SubScoreValues, weights: ScoreWeights): number {
  return roundHalfAwayFromZero(sumProducts(values, weights), compositeDecimals)
}

function sumProducts(values: SubScoreValues, weights: ScoreWeights): number {
  return (
    weights.price * values.price +
    weights.carbon * values.carbon +
    weights.grid * values.grid +
    weights.adequacy * values.adequacy
  )
}

/** The composite of a slot by the version of the score that it was computed with. */
export function computeCompositeByVersion(
  version: ScoreVersion,
  values: SubScoreValues,
  known: KnownDimensions,
  weights: ScoreWeights,
): number {
  return version === 1 ? computeCompositeV1(values, weights) : computeComposite(values, known, weights)
}

/** The served score: the composite as a whole number, at most 100 (weights may sum to 1.001). */
export function toGlobalScore(compositeValue: number): number {
  return Math.min(100, roundHalfAwayFromZero(compositeValue, 0))
}

/** Level of a rounded score. */
export function toScoreLevel(score: number): ScoreLevel {
  if (score >= optimalFrom) return 'Optimal'
  return score >= acceptableFrom ? 'Acceptable' : 'Unfavorable'
}

/** Sub-scores of a slot, and which of them are known. */
export type RatedSlot = { values: SubScoreValues; known: KnownDimensions }

/** The lowest dimension that counts, the first of equal ones; null when that one is an estimate, which must not be named as the weak point. */
export function findWorstDimension({ values, known }: RatedSlot, weights: ScoreWeights): Dimension | null {
  const effective = findEffectiveWeights(known, weights)
  let worst: Dimension | null = null
  for (const dimension of dimensions) {
    if (effective[dimension] > 0 && (worst === null || values[dimension] < values[worst])) worst = dimension
  }
  return worst !== null && known[worst] ? worst : null
}

/** An hour that is clearly better, and its score. */
export type BetterHour = { startMs: number; globalScore: number }

/** Hours ahead that are searched for a better one. */
const searchHours = 12
/** Least gain of a better hour, points. */
const minGain = 10

/**
 * The next hour within 12 h whose composite is at least 10 points above the present one; null when there is none.
 *
 * @param hours forecast hours, ascending
 */
export function findNextBetterHour(
  present: RatedSlot,
  hours: readonly (RatedSlot & { startMs: number })[],
  weights: ScoreWeights,
  now: Temporal.Instant,
): BetterHour | null {
  const from = now.epochMilliseconds
  const compositeOf = ({ values, known }: RatedSlot) => computeComposite(values, known, weights)
  const threshold = compositeOf(present) + minGain
  const better = hours.find(
    (hour) => hour.startMs > from && hour.startMs <= from + searchHours * hourMs && compositeOf(hour) >= threshold,
  )
  return better === undefined ? null : { startMs: better.startMs, globalScore: toGlobalScore(compositeOf(better)) }
}

/** An hour with the composite that it is ranked by; `time` is its start, ISO 8601 UTC. */
export type RankedHour = { time: string; composite: number }

/** Start of the most and of the least favourable hour; null without hours. */
export type ExtremeHours = { bestHour: string | null; worstHour: string | null }

/**
 * Best and worst hour by the composite before rounding; of equal hours, the earliest (docs/develop/decisions.md#ranked-hours).
 *
 * @param hours ascending
 */
export function findExtremeHours(hours: readonly RankedHour[]): ExtremeHours {
  return {
    bestHour: findFirstBy(hours, (one, other) => one > other),
    worstHour: findFirstBy(hours, (one, other) => one < other),
  }
}

/** Start of the earliest best hour; null without hours. */
function findFirstBy(hours: readonly RankedHour[], beats: (one: number, other: number) => boolean): string | null {
  const [first, ...others] = hours
  if (first === undefined) return null
  return others.reduce((best, hour) => (beats(hour.composite, best.composite) ? hour : best), first).time
}

/**
 * Hours by composite, the best first; of equal hours, the earlier first.
 *
 * @param hours ascending
 */
export function sortBestFirst<Hour extends RankedHour>(hours: readonly Hour[]): Hour[] {
  return hours.toSorted((one, other) => other.composite - one.composite)
}

/**
 * Hours by composite, the worst first; of equal hours, the earlier first.
 *
 * @param hours ascending
 */
export function sortWorstFirst<Hour extends RankedHour>(hours: readonly Hour[]): Hour[] {
  return hours.toSorted((one, other) => one.composite - other.composite)
}
