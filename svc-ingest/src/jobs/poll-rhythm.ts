import { minuteMs } from '@hexawatt/shared/time/instant'

/** How often turns come and what they ask, in real time. */
export type PollRhythm = {
  /** Turns of a source come this often, ms; most of them find that nothing is due, and cost one small query. */
  turnEveryMs: number
  /** What is due and has not come is asked for this often, ms. */
  dueEveryMs: number
  /** Two calls of a source stay so far apart, ms, also when something falls due right after the first. */
  minGapMs: number
}

/** The rhythm of every program; a quarter of an hour is what the operator's clients have settled on. */
export const pollRhythm: PollRhythm = { turnEveryMs: minuteMs, dueEveryMs: 15 * minuteMs, minGapMs: 5 * minuteMs }

/** For so long after it was due, ms. Later the regular cadence goes on: weekly forecasts skip the weekend. */
const eagerForMs = 6 * 60 * minuteMs

/** What decides whether a turn asks the upstream. */
export type PollState = {
  /** Regular cadence of the source, ms. */
  pollEveryMs: number
  /** Real time since the source was last asked, ms; null when it never was. */
  sinceCallMs: number | null
  /** The outcome of that call was never noted: it runs still, or was lost with its program or with the database. */
  isUnanswered: boolean
  consecutiveFailures: number
  /** How long ago, by the data's clock, the first publication that is missing was due, ms; negative = is yet to come; null = unknown. */
  overdueMs: number | null
}

/**
 * Whether a turn asks: at the regular cadence; when a publication falls due, and every 15 minutes until it has come; after a
 * failure at growing distances; and soon after a call that was lost. Cadence runs in real time and publication by the data's
 * clock, so that a moved clock (replay, demo) keeps both.
 */
export function isPollDue(state: PollState, rhythm: PollRhythm = pollRhythm): boolean {
  const { pollEveryMs, sinceCallMs, consecutiveFailures, overdueMs } = state
  if (sinceCallMs === null) return true
  // A turn may come a moment early: turns that drift by it would skip every other one.
  const waitedMs = sinceCallMs + rhythm.turnEveryMs / 2
  if (state.isUnanswered) return waitedMs >= rhythm.minGapMs
  if (waitedMs >= pollEveryMs + rhythm.minGapMs) return true
  // A call right before a publication would only keep the one right after it waiting.
  if (waitedMs >= pollEveryMs) return !fallsDueWithin(rhythm.minGapMs, overdueMs)
  if (consecutiveFailures > 0) return waitedMs >= rhythm.dueEveryMs * 2 ** (consecutiveFailures - 1)
  if (overdueMs === null || overdueMs < 0 || overdueMs > eagerForMs) return false
  const wasAskedSinceDue = sinceCallMs <= overdueMs
  return waitedMs >= (wasAskedSinceDue ? rhythm.dueEveryMs : rhythm.minGapMs)
}

function fallsDueWithin(aheadMs: number, overdueMs: number | null): boolean {
  return overdueMs !== null && overdueMs < 0 && overdueMs >= -aheadMs
}
