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
function computeFormattedOffsetMs(atMs: number): number {
  return Date.parse(`${parisFormat.format(atMs).replace(' ', 'T')}Z`) - atMs
}

/** Offsets of whole UTC days, ms; null for a day on which the offset changes. */
const offsetByUtcDay = createBoundedMap<number | null, number>(16_384)
/** Offsets of the hours of such days, ms: clocks change at full hours. */
const offsetByUtcHour = createBoundedMap<number, number>(1_024)

/** Paris time less UTC at an instant, ms. */
export function computeParisOffsetMs(atMs: number): number {
  const utcDay = Math.floor(atMs / dayMs)
  let ofDay = offsetByUtcDay.get(utcDay)
  if (ofDay === undefined) {
    const offset = computeFormattedOffsetMs(utcDay * dayMs)
    ofDay = offset === computeFormattedOffsetMs((utcDay + 1) * dayMs) ? offset : null
    offsetByUtcDay.set(utcDay, ofDay)
  }
  return ofDay ?? findOffsetOfHourMs(Math.floor(atMs / hourMs))
}

function findOffsetOfHourMs(utcHour: number): number {
  const known = offsetByUtcHour.get(utcHour)
  if (known !== undefined) return known
  const offset = computeFormattedOffsetMs(utcHour * hourMs)
  offsetByUtcHour.set(utcHour, offset)
  return offset
}

/** Converts an instant to Paris clock time, as ms since 1970-01-01T00:00 on that clock. */
const toClockMs = (atMs: number): number => atMs + computeParisOffsetMs(atMs)

/** The instant at which the clock shows this, as Temporal's `compatible` has it: the first time of two, and of a time that spring leaves out an hour later. */
function toInstantMs(shownMs: number): number {
  // Clocks change months apart, hence never both within a day before and a day after.
  const before = computeParisOffsetMs(shownMs - dayMs)
  const after = computeParisOffsetMs(shownMs + dayMs)
  const first = shownMs - before
  if (before === after || computeParisOffsetMs(first) === before) return first
  return computeParisOffsetMs(shownMs - after) === after ? shownMs - after : first
}

/** Civil day in Paris, counted from 1970-01-01. */
export function toParisDay(atMs: number): number {
  return Math.floor(toClockMs(atMs) / dayMs)
}

/** Dates by civil day: a year of steps asks for the same few hundred. */
const dateByDay = createBoundedMap<string, number>(16_384)

/** `YYYY-MM-DD` of a civil day. */
function formatDate(day: number): string {
  const known = dateByDay.get(day)
  if (known !== undefined) return known
  const date = new Date(day * dayMs).toISOString().slice(0, 10)
  dateByDay.set(day, date)
  return date
}

/** Civil day of a date `YYYY-MM-DD`, counted from 1970-01-01. */
export function toDay(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / dayMs
}

/** The date of a civil day. */
export function toDate(day: number): Temporal.PlainDate {
  return Temporal.PlainDate.from(formatDate(day))
}

/** The civil day some days after another one, `YYYY-MM-DD`. */
export function addDays(date: string, days: number): string {
  return formatDate(toDay(date) + days)
}

/** Hour of the clock in Paris, 0–23. */
export function toParisHourOfDay(atMs: number): number {
  const shownMs = toClockMs(atMs)
  return Math.floor((shownMs - Math.floor(shownMs / dayMs) * dayMs) / hourMs)
}

/** Midnight that begins a civil day, ms since the epoch. */
export function toParisDayStartMs(day: number): number {
  return toInstantMs(day * dayMs)
}

/** The instant at which the clock of Paris shows a minute of a civil day, as `toInstantMs`; a minute from 1440 on lies on a later day. */
export function toParisInstantMs(day: number, minuteOfDay: number): number {
  return toInstantMs(day * dayMs + minuteOfDay * minuteMs)
}

/** Finds the same clock time a number of calendar days earlier, ms since the epoch; at least one day. */
export function findSameClockDaysBefore(atMs: number, days: number): number {
  return toInstantMs(toClockMs(atMs) - days * dayMs)
}

/** A moment as clocks in Paris show it. */
export type ClockMoment = {
  /** Civil day in Paris, `YYYY-MM-DD`. */
  date: string
  /** Minute of that day on the clock, 0–1439: the hour that autumn has twice shows the same minutes twice. */
  minuteOfDay: number
  /** Day of the three-colour tariff, which runs from 06:00 to 06:00 in Paris. */
  tariffDate: string
}

/** A quarter-hour as clocks in Paris show it. */
export type ParisSlot = ClockMoment & {
  /** Start, ms since the epoch. */
  startMs: number
}

/** A tariff day begins at 06:00. */
const tariffDayMs = 6 * hourMs

function toClockMoment(atMs: number): ClockMoment {
  const shownMs = toClockMs(atMs)
  const day = Math.floor(shownMs / dayMs)
  return {
    date: formatDate(day),
    minuteOfDay: (shownMs - day * dayMs) / minuteMs,
    tariffDate: formatDate(Math.floor((shownMs - tariffDayMs) / dayMs)),
  }
}

/**
 * Consecutive quarter-hours.
 *
 * @param firstMs start of the first one, a full quarter-hour
 */
export function listParisSlots(firstMs: number, count: number): ParisSlot[] {
  return Array.from({ length: count }, (_, index) => {
    const startMs = firstMs + index * quarterHourMs
    return { startMs, ...toClockMoment(startMs) }
  })
}

/** Minutes within one hour of the clock in Paris: no midnight, no start of a tariff day and no clock change lies inside. */
export type ClockStep = ClockMoment & { minutes: number }

/**
 * Splits a span at full hours, at which days, tariff days and clock changes begin.
 *
 * @param startMs a full minute, ms since the epoch
 * @param minutes length of the span
 */
export function listClockSteps(startMs: number, minutes: number): ClockStep[] {
  const steps: ClockStep[] = []
  const endMs = startMs + minutes * minuteMs
  for (let atMs = startMs; atMs < endMs; ) {
    const nextMs = Math.min(endMs, (Math.floor(atMs / hourMs) + 1) * hourMs)
    steps.push({ ...toClockMoment(atMs), minutes: (nextMs - atMs) / minuteMs })
    atMs = nextMs
  }
  return steps
}
