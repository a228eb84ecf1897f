import { addParisDays, parisTimeZone } from '../time/paris.ts'
import { feedFacts } from './feed-facts.ts'
import type { FeedId } from './feeds.ts'

/** What was received of a feed: the end of its newest slot, and when it was last fetched. */
export type Received = { newestSlotEnd: Temporal.Instant | null; lastSuccess: Temporal.Instant | null }

/** The instant of the first publication that has not been received; null when nothing ever was. */
export function nextDue(feed: FeedId, { newestSlotEnd, lastSuccess }: Received): Temporal.Instant | null {
  const { publication } = feedFacts[feed]
  if (publication.kind === 'poll') return lastSuccess?.add({ minutes: publication.everyMinutes }) ?? null
  if (newestSlotEnd === null) return null
  if (publication.kind === 'slot') {
    return newestSlotEnd.add({ minutes: publication.slotMinutes + publication.dueMinutes })
  }
  // The newest covered day ends at `newestSlotEnd`; the next day is published `daysAhead` days before it.
  const nextDay = addParisDays(newestSlotEnd.subtract({ milliseconds: 1 }), 1 - publication.daysAhead)
  return nextDay.toZonedDateTimeISO(parisTimeZone).withPlainTime(publication.at).toInstant()
}
