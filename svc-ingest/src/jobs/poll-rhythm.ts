import { minuteMs } from '@hexawatt/shared/time/instant'

/** Intervals of turns and polls, in real time. */
export type PollRhythm = {
  /** Interval of a source's turns, ms; most of them find that nothing is due, and cost one small query. */
  turnEveryMs: number
  /** Interval of polls while a publication is overdue, ms. */
  dueEveryMs: number
  /** Shortest time between two polls of a source, ms, also when a publication falls due right after the first. */
  minGapMs: number
}

/** The rhythm of every program; a quarter of an hour is the usual interval of the operator's clients. */
export const pollRhythm: PollRhythm = { turnEveryMs: minuteMs, dueEveryMs: 15 * minuteMs, minGapMs: 5 * minuteMs }

/** A publication is polled as overdue for this long, ms; then the regular interval applies: weekly forecasts skip the weekend. */
const overdueForMs = 6 * 60 * minuteMs

/** State that decides whether a turn polls. */
export type PollState = {
  /** Regular interval of the source, ms. */
  pollEveryMs: number
  /** Real time since the last poll, ms; null without one. */
  sinceCallMs: number | null
  /** The outcome of that poll was not recorded: it still runs, or was lost with its program or the database. */
  isUnanswered: boolean
  consecutiveFailures: number
  /** Time since the first missing publication was due, by the data's clock, ms; negative = not due yet; null = unknown. */
  overdueMs: number | null
}

/**
 * Whether a turn polls: at the regular interval; when a publication falls due, and every 15 minutes until it arrives; after failures
 * with exponential backoff; and soon after a poll without an outcome. Intervals count real time and publications the data's clock, so
 * that both hold under a moved clock (replay, demo).
 */
export function isPollDue(state: PollState, rhythm: PollRhythm = pollRhythm): boolean {
  const { pollEveryMs, sinceCallMs, consecutiveFailures, overdueMs } = state
  if (sinceCallMs === null) return true
  // Half a turn of tolerance: else a turn that comes a moment early would skip its poll.
  const waitedMs = sinceCallMs + rhythm.turnEveryMs / 2
  if (state.isUnanswered) return waitedMs >= rhythm.minGapMs
  if (waitedMs >= pollEveryMs + rhythm.minGapMs) return true
  // A poll right before a publication would delay the one right after it.
  if (waitedMs >= pollEveryMs) return !fallsDueWithin(rhythm.minGapMs, overdueMs)
  if (consecutiveFailures > 0) return waitedMs >= rhythm.dueEveryMs * 2 ** (consecutiveFailures - 1)
  if (overdueMs === null || overdueMs < 0 || overdueMs > overdueForMs) return false
  const wasPolledSinceDue = sinceCallMs <= overdueMs
  return waitedMs >= (wasPolledSinceDue ? rhythm.dueEveryMs : rhythm.minGapMs)
}

function fallsDueWithin(aheadMs: number, overdueMs: number | null): boolean {
  return overdueMs !== null && overdueMs < 0 && overdueMs >= -aheadMs
}
