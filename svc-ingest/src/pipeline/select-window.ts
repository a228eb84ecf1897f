import { addParisDays } from '@hexawatt/shared/time/paris'
import type { FeedDefinition } from '../feeds/feed.ts'
import type { Window } from '../upstream/window.ts'

/** A poll never asks for more than this many civil days: longer holes are the backfill's work. */
const maxPollDays = 31
/** The operator's clock may run a little behind ours, and an end in its future is refused. */
const clockSkewMinutes = 1

/**
 * What a poll asks for: from the revision span before the newest stored slot (or the first-fetch span when nothing is
 * stored) to now, beginning at a Paris midnight.
 */
export function selectWindow(
  feed: FeedDefinition,
  newestSlotEnd: Temporal.Instant | null,
  now: Temporal.Instant,
): Window {
  const wanted =
    newestSlotEnd === null ? addParisDays(now, -feed.firstFetchDays) : addParisDays(newestSlotEnd, -feed.revisionDays)
  const oldest = addParisDays(now, -maxPollDays)
  return {
    start: Temporal.Instant.compare(wanted, oldest) < 0 ? oldest : wanted,
    end: feed.windowEnd === 'day' ? addParisDays(now, 1) : now.subtract({ minutes: clockSkewMinutes }),
  }
}
