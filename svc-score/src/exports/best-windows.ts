import { slotMinutes } from '@hexawatt/shared/contract/planning/choices'
import { parisDate } from '@hexawatt/shared/time/paris'
import type { ExportedSlot } from './export-series.ts'

/** Length of a best window, hours: a washing machine, a dishwasher or a boiler is done in it. */
export const bestWindowHours = 2

const slotsOfWindow = (bestWindowHours * 60) / slotMinutes

/** A stretch of consecutive slots of one Paris day, and the mean of their scores. */
export type BestWindow = { date: string; slots: readonly ExportedSlot[]; meanScore: number }

/**
 * The window of the highest mean score on each Paris day, oldest first; the earlier of two equals. A window lies whole within its day, and what
 * is left of a day may be too short for one.
 *
 * @param slots consecutive quarter-hours
 */
export function findBestWindows(slots: readonly ExportedSlot[]): BestWindow[] {
  const best = new Map<string, BestWindow>()
  for (let first = 0; first + slotsOfWindow <= slots.length; first += 1) {
    const window = toBestWindow(slots.slice(first, first + slotsOfWindow))
    if (window !== null && window.meanScore > (best.get(window.date)?.meanScore ?? -1)) best.set(window.date, window)
  }
  return [...best.values()]
}

/** null when a score is unknown, or the slots lie in two days. */
function toBestWindow(slots: readonly ExportedSlot[]): BestWindow | null {
  const scores = slots.flatMap(({ globalScore }) => (globalScore === null ? [] : [globalScore]))
  const [date, lastDate] = [slots[0], slots.at(-1)].map((slot) => slot && toParisDate(slot.start))
  if (date === undefined || date !== lastDate || scores.length < slots.length) return null
  return { date, slots, meanScore: scores.reduce((sum, score) => sum + score, 0) / scores.length }
}

function toParisDate(instant: string): string {
  return parisDate(Temporal.Instant.from(instant)).toString()
}
