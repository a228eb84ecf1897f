import { minuteMs } from '@hexawatt/shared/time/instant'

/** Turns of a source come this often; most of them find that nothing is due, and cost one small query. */
export const turnEveryMs = minuteMs
/** What is due and has not come is asked for this often, ms: what the operator's clients have settled on. */
const dueEveryMs = 15 * minuteMs
/** Two calls of a source stay so far apart, ms, also when something falls due right after the first. */
const minGapMs = 5 * minuteMs
/** For so long after it was due, ms. Later the regular cadence goes on: weekly forecasts skip the weekend. */
const eagerForMs = 6 * 60 * minuteMs
/** A turn may come this much early, ms, or turns that drift by a moment would skip every other one. */
const slackMs = turnEveryMs / 2

/** What decides whether a turn asks the upstream. */
export type PollState = {
  /** Regular cadence of the source, ms. */
  pollEveryMs: number
  /** Real time since the source was last asked, ms; null when it never was. */
  sinceCallMs: number | null
  consecutiveFailures: number
  /** How long ago, by the data's clock, the first publication that is missing was due, ms; negative = is yet to come; null = unknown. */
  overdueMs: number | null
}

/**
 * Whether a turn asks: at the regular cadence; when a publication falls due, and every 15 minutes until it has come; and after
 * a failure at growing distances. Cadence runs in real time and publication by the data's clock, so that a moved clock (replay,
 * demo) keeps both.
 */
export function isPollDue({ pollEveryMs, sinceCallMs, consecutiveFailures, overdueMs }: PollState): boolean {
  if (sinceCallMs === null) return true
  const waitedMs = sinceCallMs + slackMs
  if (waitedMs >= pollEveryMs) return true
  if (consecutiveFailures > 0) return waitedMs >= dueEveryMs * 2 ** (consecutiveFailures - 1)
  if (overdueMs === null || overdueMs < 0 || overdueMs > eagerForMs) return false
  const wasAskedSinceDue = sinceCallMs <= overdueMs
  return waitedMs >= (wasAskedSinceDue ? dueEveryMs : minGapMs)
}
