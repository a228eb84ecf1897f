import { isFinal } from '@hexawatt/shared/grid/feed-calendar'
import { hourMs, minuteMs } from '@hexawatt/shared/time/instant'
import { parisDate, toParisInstant } from '@hexawatt/shared/time/paris'
import type { PlannedTimes, Rhythm } from '../../sources/definition/rhythm.ts'
import type { PollState } from '../next-poll.ts'

/**
 * Whether a source that is checked once a minute is polled at this minute: the decisions of the releases whose queues ticked every minute, kept as what
 * planned polls are compared with.
 */
export function isPolledAtMinute(rhythm: Rhythm, state: PollState, now: Temporal.Instant): boolean {
  if (state.lastPollAt === null) return true
  if (rhythm.kind === 'times') return isPlanned(rhythm, state, state.lastPollAt, now)
  const sinceCallMs = now.since(state.lastPollAt).total('milliseconds')
  // The call was then refused by the claim in Postgres, and made at the next minute.
  if (sinceCallMs < (rhythm.minCallGapMinutes ?? 0) * minuteMs) return false
  const overdueMs = state.nextPublicationAt && now.since(state.nextPublicationAt).total('milliseconds')
  return isDue({ ...state, pollEveryMs: rhythm.everyMinutes * minuteMs, sinceCallMs, overdueMs })
}

type DueState = Pick<PollState, 'isUnanswered' | 'consecutiveFailures'> & {
  pollEveryMs: number
  sinceCallMs: number
  overdueMs: number | null
}

function isDue({ pollEveryMs, sinceCallMs, isUnanswered, consecutiveFailures, overdueMs }: DueState): boolean {
  const [dueEveryMs, minGapMs, overdueForMs] = [15 * minuteMs, 5 * minuteMs, 6 * hourMs]
  const waitedMs = sinceCallMs + minuteMs / 2
  if (isUnanswered) return waitedMs >= minGapMs
  if (waitedMs >= pollEveryMs + minGapMs) return true
  if (waitedMs >= pollEveryMs) return !(overdueMs !== null && overdueMs < 0 && overdueMs >= -minGapMs)
  if (consecutiveFailures > 0) return waitedMs >= dueEveryMs * 2 ** (consecutiveFailures - 1)
  if (overdueMs === null || overdueMs < 0 || overdueMs > overdueForMs) return false
  return waitedMs >= (sinceCallMs <= overdueMs ? dueEveryMs : minGapMs)
}

function isPlanned(rhythm: PlannedTimes, state: PollState, last: Temporal.Instant, now: Temporal.Instant): boolean {
  if (now.since(last).total('milliseconds') < 59 * minuteMs && state.isQuotaLow) return false
  if (state.hasBegunToStandIn) return true
  const planned = newestPlannedTime(rhythm, now)
  if (planned === null || Temporal.Instant.compare(last, planned) >= 0) return false
  return (
    rhythm.until === undefined || state.newestAnswer === null || !isFinal(rhythm.until, state.newestAnswer, planned)
  )
}

function newestPlannedTime({ at }: PlannedTimes, now: Temporal.Instant): Temporal.Instant | null {
  const hourStartMs = Math.floor(now.epochMilliseconds / hourMs) * hourMs
  const today = parisDate(now)
  // Every minute of an hour or day has the same planned times.
  const times = plannedTimes
    .getOrInsertComputed(at, () => new Map())
    .getOrInsertComputed('minutes' in at ? hourStartMs : today.toString(), () =>
      'minutes' in at ? listTimesOfHours(at.minutes, hourStartMs) : listTimesOfDays(at.paris, today),
    )
  return times.findLast((time) => Temporal.Instant.compare(time, now) <= 0) ?? null
}

const plannedTimes = new WeakMap<PlannedTimes['at'], Map<number | string, readonly Temporal.Instant[]>>()

function listTimesOfHours(minutes: readonly number[], hourStartMs: number): Temporal.Instant[] {
  const times = [-1, 0].flatMap((hours) => minutes.map((minute) => hourStartMs + hours * hourMs + minute * minuteMs))
  return times.sort((a, b) => a - b).map((time) => Temporal.Instant.fromEpochMilliseconds(time))
}

function listTimesOfDays(times: readonly string[], today: Temporal.PlainDate): Temporal.Instant[] {
  const days = [-1, 0].map((ahead) => today.add({ days: ahead }))
  return days.flatMap((day) => times.map((time) => toParisInstant(day, time))).sort(Temporal.Instant.compare)
}
