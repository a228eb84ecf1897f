import type { StatusResponse } from '@hexawatt/shared/contract/status'
import type { Received } from '@hexawatt/shared/grid/feed-calendar'
import { carbonFeedIds, type FeedId, referenceIds } from '@hexawatt/shared/grid/feeds'
import { availability, confidencePct } from '@hexawatt/shared/methodology/availability'

export type SourceHealth = { confidence: number; sourceAvailability: Record<string, boolean> }

/** Why carbon is refused: availability of each source behind it, and the confidence its feeds would carry (0–100). */
export function carbonSourceHealth(status: StatusResponse | null, now: Temporal.Instant): SourceHealth {
  const receivedOf = (id: FeedId): Received => {
    const source = status?.sources.find((candidate) => candidate.id === id)
    return { newestSlotEnd: instantOrNull(source?.newestSlot), lastSuccess: instantOrNull(source?.lastSuccess) }
  }
  const availabilityByFeed = Object.fromEntries(carbonFeedIds.map((id) => [id, availability(id, receivedOf(id), now)]))
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

const instantOrNull = (text: string | null | undefined): Temporal.Instant | null =>
  text ? Temporal.Instant.from(text) : null
