import { dimensions } from '../../contract/dimensions.ts'
import type { ExplainedScore } from '../../contract/explanation/explained-score.ts'
import { nationalWeights } from '../../contract/profiles.ts'
import { feedFacts } from '../../grid/feed-facts.ts'
import { weightedFeedIds } from '../../grid/feeds.ts'
import { toCountedAvailability } from '../../methodology/availability.ts'
import { computeCompositeByVersion, toGlobalScore, toScoreLevel } from '../../methodology/score/composite.ts'
import { findEffectiveWeights, sumWeights } from '../../methodology/score/known-dimensions.ts'
import { fallbackShare } from '../../methodology/score/score-confidence.ts'
import { type ScoredSlot, scoreNow } from '../../methodology/score/score-slot.ts'
import { listFallbackDimensions, toSubScoreValues } from '../../methodology/score/sub-scores/sub-scores.ts'
import { confidenceVersion, scoreVersion } from '../../methodology/versions.ts'
import type { PointComputation } from '../../stored-points/recompute-point.ts'
import { isoSeconds } from '../../time/instant.ts'
import { explainSubScores } from './explain-sub-scores.ts'

/** The score of a computation under the national weighting, step by step. */
export function explainScore(computation: PointComputation): ExplainedScore {
  const { inputs, at, versions } = computation
  const slot = scoreNow(inputs, at, undefined, versions)
  return {
    hourStart: isoSeconds(Temporal.Instant.fromEpochMilliseconds(slot.startMs)),
    ...explainSubScores(inputs, slot, at),
    composite: explainComposite(slot, computation),
    confidence: explainConfidence(slot, computation),
  }
}

function explainComposite(
  { subScores, known }: ScoredSlot,
  { versions }: PointComputation,
): ExplainedScore['composite'] {
  const { score: version = scoreVersion } = versions
  const values = toSubScoreValues(subScores)
  const counted = version === 1 ? nationalWeights : findEffectiveWeights(known, nationalWeights)
  const explained = dimensions.map((dimension) => ({
    dimension,
    value: values[dimension],
    isKnown: known[dimension],
    weightAsked: nationalWeights[dimension],
    weightCounted: counted[dimension],
    product: values[dimension] * counted[dimension],
  }))
  const unrounded = computeCompositeByVersion(version, values, known, nationalWeights)
  const globalScore = toGlobalScore(unrounded)
  return {
    version,
    dimensions: explained,
    sumProducts: explained.reduce((sum, { product }) => sum + product, 0),
    sumWeights: sumWeights(counted),
    unrounded,
    globalScore,
    level: toScoreLevel(globalScore),
  }
}

function explainConfidence(
  { subScores, confidence }: ScoredSlot,
  { inputs, versions }: PointComputation,
): ExplainedScore['confidence'] {
  const { confidence: version = confidenceVersion } = versions
  const phi = toCountedAvailability(inputs.availabilityByFeed, version)
  const feeds = weightedFeedIds.map((feed) => {
    const weight = feedFacts[feed].confidenceWeight
    return { feed, weight, availability: phi[feed], product: weight * phi[feed] }
  })
  return {
    version,
    feeds,
    sumProducts: feeds.reduce((sum, { product }) => sum + product, 0),
    sumWeights: feeds.reduce((sum, { weight }) => sum + weight, 0),
    fallbackFactor: listFallbackDimensions(subScores).length > 0 ? fallbackShare : 1,
    value: confidence,
  }
}
