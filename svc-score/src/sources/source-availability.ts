import type { StatusResponse } from '@hexawatt/shared/contract/status'
import { type FeedId, feedIds } from '@hexawatt/shared/grid/feeds'
import { availability } from '@hexawatt/shared/methodology/availability'

/** Availability φ of each feed at an instant (0–1) as the status of the sources tells it; 0 without a status. */
export function availabilityOfStatus(status: StatusResponse | null, now: Temporal.Instant): Record<FeedId, number> {
  const phiOf = (id: FeedId): number => {
    const source = status?.sources.find((candidate) => candidate.id === id)
    const received = {
      newestSlotEnd: instantOrNull(source?.newestSlot),
      lastSuccess: instantOrNull(source?.lastSuccess),
    }
    return availability(id, received, now)
  }
  return Object.fromEntries(feedIds.map((id) => [id, phiOf(id)])) as Record<FeedId, number>
}

const instantOrNull = (text: string | null | undefined): Temporal.Instant | null =>
  text ? Temporal.Instant.from(text) : null
