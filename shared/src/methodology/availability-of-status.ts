import { recordFromEntries } from '../bounds/record-from-entries.ts'
import type { StatusResponse } from '../contract/status.ts'
import type { FeedId } from '../grid/feeds.ts'
import { availability } from './availability.ts'

/** Availability φ of these feeds at an instant (0–1) as the status of the sources tells it; 0 without a status. */
export function availabilityOfStatus<Id extends FeedId>(
  feeds: readonly Id[],
  status: StatusResponse | null,
  now: Temporal.Instant,
): Record<Id, number> {
  const phiOf = (id: Id): number => {
    const source = status?.sources.find((candidate) => candidate.id === id)
    const received = {
      newestSlotEnd: instantOrNull(source?.newestSlot),
      lastSuccess: instantOrNull(source?.lastSuccess),
    }
    return availability(id, received, now)
  }
  return recordFromEntries(feeds, phiOf)
}

const instantOrNull = (text: string | null | undefined): Temporal.Instant | null =>
  text ? Temporal.Instant.from(text) : null
