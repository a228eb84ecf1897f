import { createBoundedMap } from '../bounds/bounded-map.ts'
import { hourMs } from './instant.ts'
import { parisTimeZone } from './paris.ts'

/** Milliseconds in a day of UTC; a day of Paris may have an hour more or less. */
const dayMs = 24 * hourMs

/** Paris time less UTC of a whole UTC day, ms; null on a day on which it changes. Temporal is asked once a day: months of hours are looked at in one computation. */
const offsetByUtcDay = createBoundedMap<number | null, number>(16_384)

function offsetMs(atMs: number): number {
  const utcDay = Math.floor(atMs / dayMs)
  let ofDay = offsetByUtcDay.get(utcDay)
  if (ofDay === undefined) {
    const offset = exactOffsetMs(utcDay * dayMs)
    ofDay = offset === exactOffsetMs((utcDay + 1) * dayMs) ? offset : null
    offsetByUtcDay.set(utcDay, ofDay)
  }
  return ofDay ?? exactOffsetMs(atMs)
}

function exactOffsetMs(atMs: number): number {
  return Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(parisTimeZone).offsetNanoseconds / 1e6
}

/** What a clock in Paris shows, as ms since 1970-01-01T00:00 on that clock. */
const clockMs = (atMs: number): number => atMs + offsetMs(atMs)

/** The instant at which the clock shows this, as Temporal's `compatible` has it: the first time of two, and of a time that spring leaves out an hour later. */
function instantOfClock(shownMs: number): number {
  // Clocks change months apart, hence never both within a day before and a day after.
  const before = offsetMs(shownMs - dayMs)
  const after = offsetMs(shownMs + dayMs)
  const first = shownMs - before
  if (before === after || offsetMs(first) === before) return first
  return offsetMs(shownMs - after) === after ? shownMs - after : first
}

/** Civil day in Paris, counted from 1970-01-01. */
export function parisDay(atMs: number): number {
  return Math.floor(clockMs(atMs) / dayMs)
}

const firstDate = Temporal.PlainDate.from('1970-01-01')

/** The date of a civil day. */
export function dateOfDay(day: number): Temporal.PlainDate {
  return firstDate.add({ days: day })
}

/** Hour of the clock in Paris, 0–23. */
export function parisHourOfDay(atMs: number): number {
  const shownMs = clockMs(atMs)
  return Math.floor((shownMs - Math.floor(shownMs / dayMs) * dayMs) / hourMs)
}

/** Midnight that begins a civil day, ms since the epoch. */
export function parisDayStartMs(day: number): number {
  return instantOfClock(day * dayMs)
}

/** The same time of the clock so many civil days before, ms since the epoch; at least one. */
export function sameClockDaysBefore(atMs: number, days: number): number {
  return instantOfClock(clockMs(atMs) - days * dayMs)
}
