import { addParisDays } from '@hexawatt/shared/time/paris'
import type { FeedDefinition } from '../feeds/definition/feed.ts'
import type { Window } from '../upstream/window.ts'

/** Most civil days that a poll requests after the first one: the backfill closes longer gaps. */
const maxPollDays = 31
/** The operator's clock may be behind ours, and it rejects an end in its future. */
const clockSkewMinutes = 1

/**
 * Window of a poll: from the revision span before the newest stored slot (before today when that slot lies ahead, the first-fetch
 * span when nothing is stored) to the end that the feed allows. It begins at a Paris midnight.
 */
export function selectWindow(
  feed: FeedDefinition,
  newestSlotEnd: Temporal.Instant | null,
  now: Temporal.Instant,
): Window {
  const end = latestWindowEnd(feed, now)
  if (newestSlotEnd === null) return { start: addParisDays(now, -firstFetchDays(feed, now)), end }
  const wanted = addParisDays(earlier(newestSlotEnd, now), -feed.revisionDays)
  return { start: later(wanted, addParisDays(now, -maxPollDays)), end }
}

function firstFetchDays({ firstFetchDays: days }: FeedDefinition, now: Temporal.Instant): number {
  return typeof days === 'number' ? days : days(now)
}

/** Latest end of a window that can be requested of a feed at `now`. */
export function latestWindowEnd({ windowEnd }: FeedDefinition, now: Temporal.Instant): Temporal.Instant {
  if (windowEnd === 'now') return now.subtract({ minutes: clockSkewMinutes })
  return addParisDays(now, 1 + windowEnd.daysAhead)
}

const earlier = (a: Temporal.Instant, b: Temporal.Instant): Temporal.Instant =>
  Temporal.Instant.compare(a, b) < 0 ? a : b
const later = (a: Temporal.Instant, b: Temporal.Instant): Temporal.Instant =>
  Temporal.Instant.compare(a, b) < 0 ? b : a
