import { createBoundedMap } from '../bounds/bounded-map.ts'
import { hourMs, minuteMs, quarterHourMs } from './instant.ts'
import { parisTimeZone } from './paris.ts'

// The clock of Paris in plain numbers, for computations over thousands of instants and for browsers, many of which lack Temporal.

/** Milliseconds in a day of UTC; a day of Paris may have an hour more or less. */
const dayMs = 24 * hourMs

/** `YYYY-MM-DD hh:mm` in Paris. Formatting costs far more than a lookup: offsets are kept for whole days, and for the hours of days with a change. */
const parisFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: parisTimeZone,
  dateStyle: 'short',
  timeStyle: 'short',
})

/** Paris time less UTC at a full hour, ms. */
function formattedOffsetMs(atMs: number): number {
  return Date.parse(`${parisFormat.format(atMs).replace(' ', 'T')}Z`) - atMs
}

/** Offsets of whole UTC days, ms; null for a day on which the offset changes. */
const offsetByUtcDay = createBoundedMap<number | null, number>(16_384)
/** Offsets of the hours of such days, ms: clocks change at full hours. */
const offsetByUtcHour = createBoundedMap<number, number>(1_024)

/** Paris time less UTC, ms. */
function offsetMs(atMs: number): number {
  const utcDay = Math.floor(atMs / dayMs)
  let ofDay = offsetByUtcDay.get(utcDay)
  if (ofDay === undefined) {
    const offset = formattedOffsetMs(utcDay * dayMs)
    ofDay = offset === formattedOffsetMs((utcDay + 1) * dayMs) ? offset : null
    offsetByUtcDay.set(utcDay, ofDay)
  }
  return ofDay ?? offsetOfHourMs(Math.floor(atMs / hourMs))
}

function offsetOfHourMs(utcHour: number): number {
  const known = offsetByUtcHour.get(utcHour)
  if (known !== undefined) return known
  const offset = formattedOffsetMs(utcHour * hourMs)
  offsetByUtcHour.set(utcHour, offset)
  return offset
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

/** `YYYY-MM-DD` of a civil day. */
const dateText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** The date of a civil day. */
export function dateOfDay(day: number): Temporal.PlainDate {
  return Temporal.PlainDate.from(dateText(day))
}

/** The civil day some days after another one, `YYYY-MM-DD`. */
export function dayAfter(date: string, days: number): string {
  return dateText(Date.parse(`${date}T00:00:00Z`) / dayMs + days)
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

/** A quarter-hour as clocks in Paris show it. */
export type ParisSlot = {
  /** Start, ms since the epoch. */
  startMs: number
  /** Civil day in Paris, `YYYY-MM-DD`. */
  date: string
  /** Minute of that day on the clock, 0–1439: the hour that autumn has twice shows the same minutes twice. */
  minuteOfDay: number
  /** Day of the three-colour tariff, which runs from 06:00 to 06:00 in Paris. */
  tariffDate: string
}

/** A tariff day begins at 06:00. */
const tariffDayMs = 6 * hourMs

/**
 * Consecutive quarter-hours.
 *
 * @param firstMs start of the first one, a full quarter-hour
 */
export function parisSlots(firstMs: number, count: number): ParisSlot[] {
  return Array.from({ length: count }, (_, index) => {
    const startMs = firstMs + index * quarterHourMs
    const shownMs = clockMs(startMs)
    const day = Math.floor(shownMs / dayMs)
    const minuteOfDay = (shownMs - day * dayMs) / minuteMs
    return {
      startMs,
      date: dateText(day),
      minuteOfDay,
      tariffDate: dateText(Math.floor((shownMs - tariffDayMs) / dayMs)),
    }
  })
}
