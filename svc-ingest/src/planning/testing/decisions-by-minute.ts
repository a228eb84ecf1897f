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
  const hourStart = Temporal.Instant.fromEpochMilliseconds(Math.floor(now.epochMilliseconds / hourMs) * hourMs)
  const today = parisDate(now)
  const times =
    'minutes' in at
      ? [-1, 0].flatMap((hours) => at.minutes.map((minutes) => hourStart.add({ minutes: hours * 60 + minutes })))
      : [-1, 0].flatMap((days) => at.paris.map((plainTime) => toParisInstant(today.add({ days }), plainTime)))
  const passed = times.filter((time) => Temporal.Instant.compare(time, now) <= 0)
  return passed.toSorted(Temporal.Instant.compare).at(-1) ?? null
}
