import { isFinal, type NewestAnswer } from '@hexawatt/shared/grid/feed-calendar'
import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { hourMs, minuteMs } from '@hexawatt/shared/time/instant'
import { parisDate, toParisInstant } from '@hexawatt/shared/time/paris'

/**
 * When a source is polled. `interval`: at this interval, and sooner when a publication of its feed falls due. `times`: at planned times, of which missed
 * ones are dropped and never made up for.
 */
export type Rhythm =
  | {
      kind: 'interval'
      everyMinutes: number
      /** The feed whose calendar says when something is due; null for references, which have none. */
      publicationOf: FeedId | null
      /** Least time between two calls of one application, where the publisher refuses more of them. It survives restarts. */
      minCallGapMinutes?: number
    }
  | {
      kind: 'times'
      /** Minutes of every hour, or Paris hours of the day (`HH:MM`). */
      at: { minutes: readonly number[] } | { paris: readonly string[] }
      /** The later times of a day are left out once the newest answer has the final values of this daily feed. */
      until?: FeedId
    }

/** A rhythm of planned times. */
export type PlannedTimes = Extract<Rhythm, { kind: 'times' }>

/**
 * The newest planned time of a dataset that has passed, at most a day ago; null when none has. Earlier ones that were missed are not made up for: a
 * publisher must not be asked in a burst.
 */
export function newestPlannedTime({ at }: PlannedTimes, now: Temporal.Instant): Temporal.Instant | null {
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
export function isPollPlanned(rhythm: PlannedTimes, { now, lastAttempt, newestAnswer }: RhythmState): boolean {
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
