import type { StatusResponse } from '@hexawatt/shared/contract/status'
import { type FeedId, feedIds, referenceIds } from '@hexawatt/shared/grid/feeds'
import { availability, confidencePct } from '@hexawatt/shared/methodology/availability'

export type SourceHealth = { confidence: number; sourceAvailability: Record<string, boolean> }

/** Why carbon is refused: availability of each source behind it, and the confidence its feeds would carry (0–100). */
export function carbonSourceHealth(status: StatusResponse | null, now: Temporal.Instant): SourceHealth {
  const newestSlotOf = (id: FeedId): Temporal.Instant | null => {
    const newest = status?.sources.find((source) => source.id === id)?.newestSlot
    return newest ? Temporal.Instant.from(newest) : null
  }
  const availabilityByFeed = Object.fromEntries(feedIds.map((id) => [id, availability(id, newestSlotOf(id), now)]))
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
