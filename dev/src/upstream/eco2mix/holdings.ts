import { hourMs } from '@hexawatt/shared/time/instant'
import { parisMidnight } from '@hexawatt/shared/time/paris'
import { type Span, toParisCivilDay } from '../subjects/span.ts'

/** A day without a clock change, ms. */
export const dayMs = 24 * hourMs
/** Day of a month from which the month before it is consolidated. */
const consolidationDay = 15
/** Months before the consolidated ones that the real-time set still holds. */
const keptMonths = 1
/** Days of history that the consolidated set holds: the real one goes back to 2012. */
const historyDays = 380

/** The first instant that is not consolidated yet: the start of this month; before its 15th day, the start of the month before. */
export function findConsolidationEnd(now: Temporal.Instant): Temporal.Instant {
  const { date } = toParisCivilDay(now.epochMilliseconds)
  const months = date.day >= consolidationDay ? 0 : 1
  return parisMidnight(date.with({ day: 1 }).subtract({ months }))
}

/** Period of the real-time set: from the month before the unconsolidated ones to the end of tomorrow. */
export function findRealTimeSpan(now: Temporal.Instant): Span {
  const { date } = toParisCivilDay(findConsolidationEnd(now).epochMilliseconds)
  const from = parisMidnight(date.subtract({ months: keptMonths }))
  return { fromEpochMs: from.epochMilliseconds, untilEpochMs: findEndOfDay(now, 1) }
}

/** Period of the consolidated set. */
export function findConsolidatedSpan(now: Temporal.Instant): Span {
  const untilEpochMs = findConsolidationEnd(now).epochMilliseconds
  return { fromEpochMs: untilEpochMs - historyDays * dayMs, untilEpochMs }
}

/** End of the Paris day that lies a number of days after today. */
export function findEndOfDay(now: Temporal.Instant, daysAhead: number): number {
  const { date } = toParisCivilDay(now.epochMilliseconds)
  return parisMidnight(date.add({ days: daysAhead + 1 })).epochMilliseconds
}
