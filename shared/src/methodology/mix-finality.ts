import { parisMidnight, toParisTime } from '../time/paris.ts'

/**
 * How final the newest values of a slot of the French mix are, the least final of its values:
 * 0 provisional (real-time values, and values of a publisher that stands in), 1 of the operator's API, which does not say and corrects for some weeks,
 * 2 consolidated or definitive.
 */
export type Finality = 0 | 1 | 2

/** Days after the end of a calendar month during which the operator still corrects it (docs/methodology/series.md#final). */
const correctedDays = 14

/** End of the calendar months in Paris that the operator no longer corrects. */
export function findCorrectedUntil(now: Temporal.Instant): Temporal.Instant {
  const { year, month } = toParisTime(now).subtract({ days: correctedDays })
  return parisMidnight(Temporal.PlainDate.from({ year, month, day: 1 }))
}

/**
 * Whether a slot is final: its values are consolidated, or of the operator's API in a month that is no longer corrected.
 *
 * @param correctedUntil of {@link findCorrectedUntil}
 */
export function isFinal(finality: Finality, slotEnd: Temporal.Instant, correctedUntil: Temporal.Instant): boolean {
  return finality === 2 || (finality === 1 && Temporal.Instant.compare(slotEnd, correctedUntil) <= 0)
}

/** Days after the end of an hour during which publishers still correct the mixes of neighbours. */
const neighbourDays = 14

/** Whether an hour with its imports is final: its French mix is, and the mixes of the neighbours are no longer corrected. */
export function isFinalWithNeighbours(finality: Finality, hourEnd: Temporal.Instant, now: Temporal.Instant): boolean {
  const isSettled = Temporal.Instant.compare(hourEnd.add({ hours: 24 * neighbourDays }), now) <= 0
  return isSettled && isFinal(finality, hourEnd, findCorrectedUntil(now))
}
