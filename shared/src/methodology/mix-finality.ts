import { hourMs } from '../time/instant.ts'
import { parisMidnight, toParisTime } from '../time/paris.ts'

/**
 * How final the newest values of a slot of the French mix are, the least final of its values:
 * 0 provisional (real-time values, and values of a publisher that stands in), 1 of the operator's API, which does not say and corrects for some weeks,
 * 2 consolidated or definitive.
 */
export type Finality = 0 | 1 | 2

/** Days after the end of a calendar month during which the operator still corrects it (docs/methodology/series.md#final). */
const correctedDays = 14

/** End of the calendar months in Paris that the operator no longer corrects, ms. */
export function findCorrectedUntilMs(now: Temporal.Instant): number {
  const { year, month } = toParisTime(now).subtract({ days: correctedDays })
  return parisMidnight(Temporal.PlainDate.from({ year, month, day: 1 })).epochMilliseconds
}

/**
 * Whether a slot is final: its values are consolidated, or of the operator's API in a month that is no longer corrected.
 *
 * @param correctedUntilMs of {@link findCorrectedUntilMs}
 */
export function isFinal(finality: Finality, slotEndMs: number, correctedUntilMs: number): boolean {
  return finality === 2 || (finality === 1 && slotEndMs <= correctedUntilMs)
}

/** Days after which flows and mixes of the neighbours are no longer expected to change. */
const settledImportDays = 14

/** End of the slots whose imports are no longer expected to change, ms. */
export function findImportsSettledUntilMs(now: Temporal.Instant): number {
  return now.epochMilliseconds - settledImportDays * 24 * hourMs
}

/** Whether an hour with its imports is final: its French mix is, and flows and mixes of the neighbours are no longer corrected. */
export function isFinalWithNeighbours(finality: Finality, hourEnd: Temporal.Instant, now: Temporal.Instant): boolean {
  const endMs = hourEnd.epochMilliseconds
  return endMs <= findImportsSettledUntilMs(now) && isFinal(finality, endMs, findCorrectedUntilMs(now))
}
