import type { StatusResponse } from '@hexawatt/shared/contract/status'
import type { SourceHealth } from '@hexawatt/shared/errors/insufficient-data'
import { carbonFeedIds, referenceIds } from '@hexawatt/shared/grid/feeds'
import { confidencePct } from '@hexawatt/shared/methodology/availability'
import { availabilityOfStatus } from '@hexawatt/shared/methodology/availability-of-status'

/** Why carbon is refused: availability of each source behind it, and the confidence its feeds would carry (0–100). */
export function carbonSourceHealth(status: StatusResponse | null, now: Temporal.Instant): SourceHealth {
  const availabilityByFeed = availabilityOfStatus(carbonFeedIds, status, now)
  // A reference is never missing once the ingest service has started: the shipped seed stands in until a synchronisation.
  const references = referenceIds.map((id): [string, boolean] => [id, status !== null])
  return {
    confidence: confidencePct(availabilityByFeed),
    sourceAvailability: Object.fromEntries([
      ...Object.entries(availabilityByFeed).map(([id, phi]): [string, boolean] => [id, phi > 0]),
      ...references,
    ]),
  }
}
