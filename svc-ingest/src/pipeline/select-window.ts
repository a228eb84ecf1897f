import { addParisDays } from '@hexawatt/shared/time/paris'
import type { FeedDefinition } from '../feeds/feed.ts'
import type { Window } from '../upstream/window.ts'

/** A poll never asks for more than this many civil days: longer holes are the backfill's work. */
const maxPollDays = 31
/** The operator's clock may run a little behind ours, and an end in its future is refused. */
const clockSkewMinutes = 1

/**
 * What a poll asks for: from the revision span before the newest stored slot (or before today when that lies ahead, or the
 * first-fetch span when nothing is stored) to the end that the feed allows, beginning at a Paris midnight.
 */
export function selectWindow(
  feed: FeedDefinition,
  newestSlotEnd: Temporal.Instant | null,
  now: Temporal.Instant,
): Window {
  const wanted =
    newestSlotEnd === null
      ? addParisDays(now, -feed.firstFetchDays)
      : addParisDays(earlier(newestSlotEnd, now), -feed.revisionDays)
  return {
    start: later(wanted, addParisDays(now, -maxPollDays)),
    end: latestWindowEnd(feed, now),
  }
}

/** The latest end that a feed can be asked for at `now`. */
export function latestWindowEnd({ windowEnd }: FeedDefinition, now: Temporal.Instant): Temporal.Instant {
  if (windowEnd === 'now') return now.subtract({ minutes: clockSkewMinutes })
  return addParisDays(now, 1 + windowEnd.daysAhead)
}

const earlier = (a: Temporal.Instant, b: Temporal.Instant): Temporal.Instant =>
  Temporal.Instant.compare(a, b) < 0 ? a : b
const later = (a: Temporal.Instant, b: Temporal.Instant): Temporal.Instant =>
  Temporal.Instant.compare(a, b) < 0 ? b : a
