import { addParisDays, parisTimeZone } from '../time/paris.ts'
import { feedFacts, slotDueMinutes } from './feed-facts.ts'
import type { FeedId } from './feeds.ts'
import type { PublisherId } from './publishers.ts'

/** What was received of a feed. */
export type Received = {
  newestSlotEnd: Temporal.Instant | null
  /** When it was last fetched. */
  lastSuccess: Temporal.Instant | null
  /** Who gave the newest slot; null = nobody yet, or the operator. */
  publisher: PublisherId | null
}

/** Nothing was ever received. */
export const neverReceived: Received = { newestSlotEnd: null, lastSuccess: null, publisher: null }

/** The instant of the first publication that has not been received; null when nothing ever was. */
export function nextDue(feed: FeedId, { newestSlotEnd, lastSuccess, publisher }: Received): Temporal.Instant | null {
  const { publication } = feedFacts[feed]
  if (publication.kind === 'poll') return lastSuccess?.add({ minutes: publication.everyMinutes }) ?? null
  if (newestSlotEnd === null) return null
  if (publication.kind === 'slot') {
    return newestSlotEnd.add({ minutes: publication.slotMinutes + slotDueMinutes(publication, publisher) })
  }
  // The newest covered day ends at `newestSlotEnd`; the next day is published `daysAhead` days before it.
  const nextDay = addParisDays(newestSlotEnd.subtract({ milliseconds: 1 }), 1 - publication.daysAhead)
  return nextDay.toZonedDateTimeISO(parisTimeZone).withPlainTime(publication.at).toInstant()
}
