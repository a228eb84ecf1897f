import type { StatusResponse } from '../contract/status.ts'
import type { SourceHealth } from '../errors/insufficient-data.ts'
import { carbonFeedIds, type FeedId, feedIds, type ReferenceId, referenceIds } from '../grid/feeds.ts'
import { confidencePct, isReferenceSynchronised } from '../methodology/availability.ts'
import { availabilityOfStatus } from '../methodology/availability-of-status.ts'
import { scoreConfidence, sourceAvailability } from '../methodology/score/score-confidence.ts'

/** Why an intensity is refused: each source behind it, and the confidence that its feeds would carry. */
export function intensityHealth(status: StatusResponse | null, now: Temporal.Instant): SourceHealth {
  const references = referenceIds.map((id): [string, boolean] => [id, isReferenceAvailable(id, status, now)])
  return healthOf(carbonFeedIds, status, now, references)
}

/** Why a grid signal is refused: its one feed. */
export function gridSignalHealth(status: StatusResponse | null, now: Temporal.Instant): SourceHealth {
  return healthOf(['grid_signals'], status, now)
}

/** Why a score is refused when none of this time is known: the sources themselves, by the score's own rule of confidence. */
export function scoreHealth(status: StatusResponse | null, now: Temporal.Instant): SourceHealth {
  const phi = availabilityOfStatus(feedIds, status, now)
  // A reference is never missing once svc-ingest has started: the shipped seed stands in until a synchronisation.
  const isReferenceKnown = { emission_factors: status !== null, country_intensities: status !== null }
  return { confidence: scoreConfidence(phi, false), sourceAvailability: sourceAvailability(phi, isReferenceKnown) }
}

function healthOf<Id extends FeedId>(
  feeds: readonly Id[],
  status: StatusResponse | null,
  now: Temporal.Instant,
  references: readonly [string, boolean][] = [],
): SourceHealth {
  const phi = availabilityOfStatus(feeds, status, now)
  const ofFeeds = feeds.map((id): [string, boolean] => [id, phi[id] > 0])
  return { confidence: confidencePct(phi), sourceAvailability: Object.fromEntries([...ofFeeds, ...references]) }
}

/** The shipped seed stands in for a reference once svc-ingest has started, unless its synchronisation fails for long. */
function isReferenceAvailable(id: ReferenceId, status: StatusResponse | null, now: Temporal.Instant): boolean {
  if (status === null) return false
  const lastSuccess = status.sources.find((source) => source.id === id)?.lastSuccess ?? null
  return lastSuccess === null || isReferenceSynchronised(now.epochMilliseconds - Date.parse(lastSuccess))
}
