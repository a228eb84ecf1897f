import type { StatusResponse } from '@hexawatt/shared/contract/status'
import type { SourceHealth } from '@hexawatt/shared/errors/insufficient-data'
import { carbonFeedIds, type ReferenceId, referenceIds } from '@hexawatt/shared/grid/feeds'
import { confidencePct, isReferenceSynchronised } from '@hexawatt/shared/methodology/availability'
import { availabilityOfStatus } from '@hexawatt/shared/methodology/availability-of-status'

/** Why carbon is refused: availability of each source behind it, and the confidence its feeds would carry (0–100). */
export function carbonSourceHealth(status: StatusResponse | null, now: Temporal.Instant): SourceHealth {
  const availabilityByFeed = availabilityOfStatus(carbonFeedIds, status, now)
  const references = referenceIds.map((id): [string, boolean] => [id, isReferenceAvailable(id, status, now)])
  return {
    confidence: confidencePct(availabilityByFeed),
    sourceAvailability: Object.fromEntries([
      ...Object.entries(availabilityByFeed).map(([id, phi]): [string, boolean] => [id, phi > 0]),
      ...references,
    ]),
  }
}

/** A reference is never missing once the ingest service has started (the shipped seed stands in), unless its synchronisation fails for long. */
function isReferenceAvailable(id: ReferenceId, status: StatusResponse | null, now: Temporal.Instant): boolean {
  if (status === null) return false
  const lastSuccess = status.sources.find((source) => source.id === id)?.lastSuccess ?? null
  return lastSuccess === null || isReferenceSynchronised(now.epochMilliseconds - Date.parse(lastSuccess))
}
