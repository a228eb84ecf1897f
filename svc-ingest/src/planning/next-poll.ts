import { isFinal, type NewestAnswer } from '@hexawatt/shared/grid/feed-calendar'
import { hourMs, minuteMs } from '@hexawatt/shared/time/instant'
import { parisDate, toParisInstant } from '@hexawatt/shared/time/paris'
import type { PlannedTimes, Rhythm } from '../sources/definition/rhythm.ts'

type Interval = Extract<Rhythm, { kind: 'interval' }>

/** State that determines the next poll of a source. All instants are of the data's clock. */
export type PollState = {
  /** When it was last called; null = never. */
  lastPollAt: Temporal.Instant | null
  /** The outcome of that call was not recorded: the call still runs, or was lost with its program or the database. */
  isUnanswered: boolean
  consecutiveFailures: number
  /** When the first publication that was not received is due; null where no calendar says it. */
  nextPublicationAt: Temporal.Instant | null
  /** The newest complete answer and its newest slot of the feed that `until` names; null before the first. */
  newestAnswer: NewestAnswer | null
  /** The source has begun to stand in for a feed since that call. */
  hasBegunToStandIn: boolean
  /** The publisher says that less than a tenth of its quota is left. */
  isQuotaLow: boolean
}

/** A poll may be made this much early: else a job that runs a moment early would poll a minute late. */
const toleranceMs = minuteMs / 2
/** Interval of polls while a publication is overdue, and of the first poll after a failure: usual among clients of the operator. */
const dueEveryMs = 15 * minuteMs
/** Shortest time between two polls of a source, also when a publication falls due right after the first. */
const minGapMs = 5 * minuteMs
/** A publication is polled as overdue for this long; then the regular interval applies: weekly forecasts skip the weekend. */
const overdueForMs = 6 * hourMs
/** Shortest time between two polls of a source whose publisher's quota runs low. */
const lowQuotaGapMs = hourMs - minuteMs
/** Days ahead in which a planned time is looked for. */
const daysAhead = 3
/** When a source is looked at again that no planned time of the next days would poll. */
const lookAgainMs = 24 * hourMs

/**
 * The first instant from `now` on at which a source is to be polled if its state stays as it is; `now` when it is to be polled now.
 */
export function computeNextPoll(rhythm: Rhythm, state: PollState, now: Temporal.Instant): Temporal.Instant {
  if (state.lastPollAt === null) return now
  const nowMs = now.epochMilliseconds
  const lastMs = state.lastPollAt.epochMilliseconds
  const atMs =
    rhythm.kind === 'interval'
      ? computeNextByInterval(rhythm, state, lastMs, nowMs)
      : computeNextByTimes(rhythm, state, lastMs, nowMs)
  return Temporal.Instant.fromEpochMilliseconds(atMs)
}

/**
 * At the regular interval; when a publication falls due, and every 15 minutes until it arrives; after failures with exponential backoff; and soon after a
 * call without an outcome.
 */
function computeNextByInterval(rhythm: Interval, state: PollState, lastMs: number, nowMs: number): number {
  const { minCallGapMinutes = 0 } = rhythm
  const earliestMs = Math.max(nowMs, lastMs + minCallGapMinutes * minuteMs)
  if (state.isUnanswered) return Math.max(earliestMs, lastMs + minGapMs - toleranceMs)
  const regularMs = Math.max(earliestMs, lastMs + rhythm.everyMinutes * minuteMs - toleranceMs)
  const dueMs = state.nextPublicationAt?.epochMilliseconds ?? Number.POSITIVE_INFINITY
  const soonerMs = Math.max(earliestMs, computeSoonerMs(state, lastMs, dueMs))
  if (soonerMs < regularMs && (state.consecutiveFailures > 0 || soonerMs <= dueMs + overdueForMs)) return soonerMs
  // A poll right before a publication would delay the one right after it.
  const isRightBefore = dueMs > regularMs && dueMs <= regularMs + minGapMs
  if (!isRightBefore) return regularMs
  return Math.max(regularMs, Math.min(dueMs, lastMs + rhythm.everyMinutes * minuteMs + minGapMs - toleranceMs))
}

/** When a source is polled before its regular interval has passed: after failures, or for a publication. */
function computeSoonerMs({ consecutiveFailures }: PollState, lastMs: number, dueMs: number): number {
  if (consecutiveFailures > 0) return lastMs + dueEveryMs * 2 ** (consecutiveFailures - 1) - toleranceMs
  const wasPolledSinceDue = lastMs >= dueMs
  return Math.max(dueMs, lastMs + (wasPolledSinceDue ? dueEveryMs : minGapMs) - toleranceMs)
}

/** At the next planned time whose final values have not been received; at once when the source begins to stand in; once an hour on a low quota. */
function computeNextByTimes(rhythm: PlannedTimes, state: PollState, lastMs: number, nowMs: number): number {
  const { until } = rhythm
  const { newestAnswer } = state
  const fromMs = state.isQuotaLow ? Math.max(nowMs, lastMs + lowQuotaGapMs) : nowMs
  if (state.hasBegunToStandIn) return fromMs
  const isAwaited = (timeMs: number) =>
    until === undefined ||
    newestAnswer === null ||
    !isFinal(until, newestAnswer, Temporal.Instant.fromEpochMilliseconds(timeMs))
  // The last poll lies in the future when the clock was set back since.
  const timeMs = listPlannedTimesMs(rhythm, Math.max(fromMs, lastMs)).find((time) => time > lastMs && isAwaited(time))
  return timeMs === undefined ? fromMs + lookAgainMs : Math.max(fromMs, timeMs)
}

/**
 * The newest planned time that has passed, and those of the next days, in order. Earlier times that were missed are not made up for: a publisher must not be
 * asked in a burst.
 */
function listPlannedTimesMs({ at }: PlannedTimes, fromMs: number): number[] {
  const times = ('minutes' in at ? listTimesOfHours(at.minutes, fromMs) : listTimesOfDays(at.paris, fromMs)).sort(
    (a, b) => a - b,
  )
  const passed = times.findLastIndex((time) => time <= fromMs)
  return times.slice(Math.max(0, passed))
}

function listTimesOfHours(minutes: readonly number[], fromMs: number): number[] {
  const hourStartMs = Math.floor(fromMs / hourMs) * hourMs
  return [-1, 0, 1, 2].flatMap((hours) => minutes.map((minute) => hourStartMs + hours * hourMs + minute * minuteMs))
}

function listTimesOfDays(times: readonly string[], fromMs: number): number[] {
  const today = parisDate(Temporal.Instant.fromEpochMilliseconds(fromMs))
  return Array.from({ length: daysAhead + 2 }, (_, index) => today.add({ days: index - 1 })).flatMap((day) =>
    times.map((plainTime) => toParisInstant(day, plainTime).epochMilliseconds),
  )
}

/** Moments at which jobs run: one in every interval, at an offset from its start, ms. */
export type Moments = { everyMs: number; offsetMs: number }

/** Most moments that are tried: a moment right before a publication is followed by a moment right after it. */
const maxMoments = 10

/**
 * When the job of the next poll is to run: at once when the source is to be polled now, else at the first of its moments in which it is. The moments spread
 * sources and installations, which would otherwise all call a publisher in the same second.
 */
export function planPollAt(
  rhythm: Rhythm,
  state: PollState,
  now: Temporal.Instant,
  { everyMs, offsetMs }: Moments,
): Temporal.Instant {
  let moment = now
  for (let moments = 0; moments < maxMoments; moments++) {
    const at = computeNextPoll(rhythm, state, moment)
    if (Temporal.Instant.compare(at, moment) <= 0) break
    const momentMs = Math.ceil((at.epochMilliseconds - offsetMs) / everyMs) * everyMs + offsetMs
    moment = Temporal.Instant.fromEpochMilliseconds(momentMs)
  }
  return moment
}
