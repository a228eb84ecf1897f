import { roundHalfAwayFromZero } from '../../bounds/numbers.ts'
import type { ScoreStatus } from '../../contract/score.ts'
import { type FeedId, type ReferenceId, referenceIds, weightedFeedIds } from '../../grid/feeds.ts'
import { computeWeightedAvailabilityPct, toCountedAvailability } from '../availability.ts'
import { type ConfidenceVersion, confidenceVersion } from '../versions.ts'

/** Factor of the confidence when a dimension uses its fallback. */
export const fallbackShare = 0.85
/** Points that a forecast loses per hour of lead. */
const pointsPerLeadHour = 0.5

/** Thresholds of the status (docs/develop/decisions-data.md#score-status). */
const okFrom = 70
const degradedFrom = 50

/** Availability of every feed as received, 0–1; this module decides how a feed counts. */
type AvailabilityByFeed = Readonly<Record<FeedId, number>>

/**
 * Confidence of a score, 0–100 (docs/methodology/score.md#confidence).
 *
 * @param hasFallback whether a dimension stands on its fallback
 * @param leadHours 0 for the live score
 */
export function computeScoreConfidence(
  phi: AvailabilityByFeed,
  hasFallback: boolean,
  leadHours = 0,
  version: ConfidenceVersion = confidenceVersion,
): number {
  const share = hasFallback ? fallbackShare : 1
  const confidence = computeWeightedAvailabilityPct(phi, version) * share - pointsPerLeadHour * leadHours
  // Weighted sums of shares carry binary noise: 82.5 must not become 82.49999.
  return Math.max(0, roundHalfAwayFromZero(roundHalfAwayFromZero(confidence, 6), 0))
}

export function toScoreStatus(confidence: number): ScoreStatus {
  if (confidence >= okFrom) return 'ok'
  return confidence >= degradedFrom ? 'degraded' : 'insufficient'
}

/** Whether a feed that the score weighs is late or missing. */
export function hasLateSource(phi: AvailabilityByFeed): boolean {
  const counted = toCountedAvailability(phi)
  return weightedFeedIds.some((feed) => counted[feed] < 1)
}

/** Availability of each source of the score: the feeds with a weight and the references. */
export function toSourceAvailability(
  phi: AvailabilityByFeed,
  isReferenceKnown: Readonly<Record<ReferenceId, boolean>>,
): Record<string, boolean> {
  const counted = toCountedAvailability(phi)
  return Object.fromEntries([
    ...weightedFeedIds.map((feed): [string, boolean] => [feed, counted[feed] > 0]),
    ...referenceIds.map((id): [string, boolean] => [id, isReferenceKnown[id]]),
  ])
}
