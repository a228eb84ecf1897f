import { addParisDays, parisDate, parisMidnight, toParisInstant, toParisTime } from '../time/paris.ts'
import { feedFacts, findSlotDueMinutes } from './feed-facts.ts'
import type { FeedId } from './feeds.ts'
import type { PublisherId } from './publishers.ts'

/** Newest received data of a feed. */
export type Received = {
  newestSlotEnd: Temporal.Instant | null
  /** When it was last fetched. */
  lastSuccess: Temporal.Instant | null
  /** Publisher of the newest slot; null = no publisher yet, or the operator. */
  publisher: PublisherId | null
}

/** Nothing was ever received. */
export const neverReceived: Received = { newestSlotEnd: null, lastSuccess: null, publisher: null }

/** The instant of the first publication that has not been received; null when nothing ever was. */
export function findNextDue(
  feed: FeedId,
  { newestSlotEnd, lastSuccess, publisher }: Received,
): Temporal.Instant | null {
  const { publication } = feedFacts[feed]
  if (publication.kind === 'poll') return lastSuccess?.add({ minutes: publication.everyMinutes }) ?? null
  if (newestSlotEnd === null) return null
  if (publication.kind === 'slot') {
    return newestSlotEnd.add({ minutes: publication.slotMinutes + findSlotDueMinutes(publication, publisher) })
  }
  // The newest covered day ends at `newestSlotEnd`; the next day is published `daysAhead` days before it.
  const nextDay = addParisDays(newestSlotEnd.subtract({ milliseconds: 1 }), 1 - publication.daysAhead)
  return toParisTime(nextDay).withPlainTime(publication.at).toInstant()
}

/**
 * The instant of a Paris day from which publishers show the final values of the feed's newest day; null for feeds whose values are final as soon as they are
 * published.
 */
export function findFinalFrom(feed: FeedId, day: Temporal.PlainDate): Temporal.Instant | null {
  const { publication } = feedFacts[feed]
  if (publication.kind !== 'daily' || publication.finalFrom === undefined) return null
  return toParisInstant(day, publication.finalFrom)
}

/**
 * When the next publication is expected: as {@link findNextDue}, but the newest day counts as published only when it was fetched after its values were final.
 * Availability is computed with {@link findNextDue}, because a provisional value is available.
 */
export function findNextPublication(feed: FeedId, received: Received): Temporal.Instant | null {
  const { publication } = feedFacts[feed]
  const { newestSlotEnd, lastSuccess } = received
  const due = findNextDue(feed, received)
  if (publication.kind !== 'daily' || newestSlotEnd === null || lastSuccess === null) return due
  const newestDay = parisDate(newestSlotEnd.subtract({ milliseconds: 1 }))
  const publishedOn = newestDay.subtract({ days: publication.daysAhead })
  const final = findFinalFrom(feed, publishedOn)
  if (final === null || Temporal.Instant.compare(lastSuccess, final) >= 0) return due
  return toParisInstant(publishedOn, publication.at)
}

/** The newest answer about a feed: when it came, and the end of its newest slot (null when it had none). */
export type NewestAnswer = { fetchedAt: Temporal.Instant; newestSlotEnd: Temporal.Instant | null }

/**
 * Whether a poll of a daily feed at `now` cannot find new values: the newest answer contains the newest day that may be published by now, and was fetched
 * when the values of that day were final. A value fetched earlier is provisional and is fetched again.
 */
export function isFinal(feed: FeedId, { fetchedAt, newestSlotEnd }: NewestAnswer, now: Temporal.Instant): boolean {
  const { publication } = feedFacts[feed]
  if (publication.kind !== 'daily' || newestSlotEnd === null) return false
  const { daysAhead, earlyFrom } = publication
  const local = toParisTime(now)
  const isTooEarly = earlyFrom !== undefined && Temporal.PlainTime.compare(local.toPlainTime(), earlyFrom) < 0
  // The day on which the newest day that may be there is published.
  const publishedOn = local.toPlainDate().subtract({ days: isTooEarly ? 1 : 0 })
  const awaitedEnd = parisMidnight(publishedOn.add({ days: daysAhead + 1 }))
  if (Temporal.Instant.compare(newestSlotEnd, awaitedEnd) < 0) return false
  const final = findFinalFrom(feed, publishedOn)
  return final === null || Temporal.Instant.compare(fetchedAt, final) >= 0
}
