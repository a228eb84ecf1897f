import { isFinal, type NewestAnswer } from '@hexawatt/shared/grid/feed-calendar'
import { hourMs, minuteMs } from '@hexawatt/shared/time/instant'
import { parisDate, toParisInstant } from '@hexawatt/shared/time/paris'
import type { Rhythm } from './definition/dataset.ts'

/**
 * The newest planned time of a dataset that has passed, at most a day ago; null when none has. Earlier ones that were missed are not made up for: a
 * publisher must not be asked in a burst.
 */
export function newestPlannedTime({ at }: Rhythm, now: Temporal.Instant): Temporal.Instant | null {
  const passed = 'minutes' in at ? inTwoHours(at.minutes, now) : inTwoDays(at.paris, now)
  return passed
    .filter((time) => Temporal.Instant.compare(time, now) <= 0)
    .reduce<Temporal.Instant | null>(
      (newest, time) => (newest === null || Temporal.Instant.compare(time, newest) > 0 ? time : newest),
      null,
    )
}

/** What decides whether a dataset is polled; times by the data's clock. */
export type RhythmState = {
  now: Temporal.Instant
  lastAttempt: Temporal.Instant | null
  /** The newest complete answer, and its newest slot of the feed that `until` names; null before the first. */
  newestAnswer: NewestAnswer | null
}

/** Whether a planned time has passed since the last attempt, and the final values of what is awaited at that time have not come yet. */
export function isPollPlanned(rhythm: Rhythm, { now, lastAttempt, newestAnswer }: RhythmState): boolean {
  const planned = newestPlannedTime(rhythm, now)
  if (planned === null) return false
  if (lastAttempt !== null && Temporal.Instant.compare(lastAttempt, planned) >= 0) return false
  return rhythm.until === undefined || newestAnswer === null || !isFinal(rhythm.until, newestAnswer, planned)
}

function inTwoHours(minutes: readonly number[], now: Temporal.Instant): Temporal.Instant[] {
  const hourStartMs = Math.floor(now.epochMilliseconds / hourMs) * hourMs
  return [hourStartMs - hourMs, hourStartMs].flatMap((startMs) =>
    minutes.map((minute) => Temporal.Instant.fromEpochMilliseconds(startMs + minute * minuteMs)),
  )
}

function inTwoDays(times: readonly string[], now: Temporal.Instant): Temporal.Instant[] {
  const today = parisDate(now)
  return [today.subtract({ days: 1 }), today].flatMap((day) => times.map((plainTime) => toParisInstant(day, plainTime)))
}
