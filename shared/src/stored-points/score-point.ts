import { roundHalfAwayFromZero } from '../bounds/numbers.ts'
import type { Dimension } from '../contract/dimensions.ts'
import { nationalWeights } from '../contract/profiles.ts'
import type { MethodologyVersionSet } from '../contract/values/versions.ts'
import { type FeedId, weightedFeedIds } from '../grid/feeds.ts'
import type { CarbonAssessment } from '../methodology/carbon-assessment.ts'
import { computeCompositeByVersion, toGlobalScore } from '../methodology/score/composite.ts'
import { packKnownDimensions } from '../methodology/score/composition.ts'
import type { KnownDimensions } from '../methodology/score/known-dimensions.ts'
import { type Estimates, scoreNow } from '../methodology/score/score-slot.ts'
import { isRealisedRecent } from '../methodology/score/sub-scores/projected-mix.ts'
import type { ScoreInputs } from '../methodology/score/sub-scores/score-inputs.ts'
import {
  listFallbackDimensions,
  type SubScoreSet,
  toSubScoreValues,
} from '../methodology/score/sub-scores/sub-scores.ts'
import {
  type ConfidenceVersion,
  createMethodologyVersions,
  scoreVersion as presentScoreVersion,
  type ScoreVersion,
} from '../methodology/versions.ts'
import type { FeedRecord } from './input-record.ts'

/** One sub-score each, in tenths: 0–1000. */
export type SubScoreTenths = Readonly<Record<Dimension, number>>

/** The score at one instant, as it is stored. */
export type ScorePoint = {
  at: Temporal.Instant
  tenths: SubScoreTenths
  /** By the default weighting. */
  globalScore: number
  confidence: number
  fallbacks: Dimension[]
  /** Dimensions that do not rest on an estimate: the others are left out of the score since version 2. */
  known: KnownDimensions
  /** The hour that the carbon sub-score rests on, unrounded; null when the newest one was too old for the instant. */
  carbon: CarbonAssessment | null
  /** EUR/MWh, unrounded; null when it was not auctioned. */
  spotPriceEurPerMwh: number | null
  versions: MethodologyVersionSet
  factorSetId: string | null
  inputs: Record<FeedId, FeedRecord>
}

/** Record of the sources of a point. */
type PointSources = Pick<ScorePoint, 'factorSetId' | 'inputs'> & { assessment: CarbonAssessment | null }

/** How a point is computed. */
type PointMethod = {
  /** Substitutes of missing values for these inputs, when they are known already. */
  estimates?: Estimates | undefined
  /** Absent: the present versions. Set where a stored point is computed again. */
  scoreVersion?: ScoreVersion | undefined
  confidenceVersion?: ConfidenceVersion | undefined
}

/** The point of an instant. */
export function scorePoint(
  inputs: ScoreInputs,
  sources: PointSources,
  at: Temporal.Instant,
  { estimates, scoreVersion = presentScoreVersion, confidenceVersion }: PointMethod = {},
): ScorePoint {
  const versions = { score: scoreVersion, confidence: confidenceVersion }
  const slot = scoreNow(inputs, at, estimates, versions)
  const values = toSubScoreValues(slot.subScores)
  const carbon = isRealisedRecent(inputs, at) ? sources.assessment : null
  return {
    at,
    tenths: toSubScoreTenths(slot.subScores),
    globalScore: toGlobalScore(computeCompositeByVersion(scoreVersion, values, slot.known, nationalWeights)),
    confidence: slot.confidence,
    fallbacks: listFallbackDimensions(slot.subScores),
    known: slot.known,
    carbon,
    spotPriceEurPerMwh: slot.spotPriceEurPerMwh,
    versions: createMethodologyVersions(carbon?.importBasis ?? null, versions),
    factorSetId: sources.factorSetId,
    inputs: sources.inputs,
  }
}

/** Whether any feed with a weight had been received: else there is nothing to compute a point from. */
export function isAnythingReceived({ availabilityByFeed }: ScoreInputs): boolean {
  return weightedFeedIds.some((feed) => availabilityByFeed[feed] > 0)
}

/** Sub-scores as whole tenths: they are rounded to 0.1 already, and integers add up without error. */
export function toSubScoreTenths(subScores: SubScoreSet): SubScoreTenths {
  const { price, carbon, grid, adequacy } = toSubScoreValues(subScores)
  return { price: toTenths(price), carbon: toTenths(carbon), grid: toTenths(grid), adequacy: toTenths(adequacy) }
}

const toTenths = (value: number): number => roundHalfAwayFromZero(10 * value, 0)

/** The column of the known dimensions: version 1 of the score leaves none out, and its rows have none. */
export function toKnownColumn(version: number, known: KnownDimensions): number | null {
  return version === 1 ? null : packKnownDimensions(known)
}
