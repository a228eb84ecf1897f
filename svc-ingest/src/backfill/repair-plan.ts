import type { DayCompleteness, DaySpan } from './completeness.ts'
import type { GapAttempts } from './gap-attempt-store.ts'

/** Days of one feed that one run asks for at most. */
const maxDaysPerRun = 20
/** A day is asked for so often; then the publisher is taken to have nothing more. */
export const maxAttempts = 5
/** The daily job does not come at the same second every day. */
const slackHours = 1

/** Whether a day is asked for again: at once, then after 1, 2, 4 and 8 days. */
export function isWorthAsking(attempts: GapAttempts | undefined): boolean {
  if (attempts === undefined) return true
  if (attempts.attempts >= maxAttempts) return false
  return attempts.sinceHours + slackHours >= 24 * 2 ** (attempts.attempts - 1)
}

/** Spans to ask for: incomplete days that are worth it, the newest first to be taken, neighbours together. */
export function planRepairs(
  incomplete: readonly DayCompleteness[],
  attempts: ReadonlyMap<string, GapAttempts>,
): DaySpan[] {
  const days = incomplete
    .map(({ day }) => day)
    .filter((day) => isWorthAsking(attempts.get(day.toString())))
    .sort(Temporal.PlainDate.compare)
    .slice(-maxDaysPerRun)
  const spans: DaySpan[] = []
  for (const day of days) {
    const last = spans.at(-1)
    if (last?.to.equals(day)) last.to = day.add({ days: 1 })
    else spans.push({ from: day, to: day.add({ days: 1 }) })
  }
  return spans
}
