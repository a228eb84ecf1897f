import { isDayOfRest, isFrenchHoliday } from '../../../grid/french-holidays.ts'
import { hourMs } from '../../../time/instant.ts'
import { toDate, toParisDay, toParisDayStartMs } from '../../../time/paris-clock.ts'

/** One Paris civil day of an axis. */
export type AxisDay = {
  /** Index of its first hour. */
  first: number
  /** 23, 24 or 25. */
  hours: number
  /** kind(t): 0 working, 1 Saturday, 2 Sunday or holiday; a holiday wins. */
  kind: 0 | 1 | 2
  /** rest(t): Saturday, Sunday or holiday. */
  isRest: boolean
}

/** Whole Paris days hour by hour: hour `i` begins at `firstMs + i` hours. All series of the method are arrays over it. */
export type ParisAxis = {
  firstMs: number
  length: number
  days: readonly AxisDay[]
  /** Index of the Paris day of each hour: day(t). */
  dayOf: Int32Array
  /** Paris hour 0–23 of each hour: H(t). */
  hourOfDay: Int32Array
}

/** The Paris days from `daysBack` before the one that holds `now` to the one that holds the hour `hoursAhead` later. */
export function createParisAxis(now: Temporal.Instant, daysBack: number, hoursAhead: number): ParisAxis {
  const firstDay = toParisDay(now.epochMilliseconds) - daysBack
  const count = toParisDay(now.epochMilliseconds + hoursAhead * hourMs) - firstDay + 1
  const startsMs = Array.from({ length: count + 1 }, (_, index) => toParisDayStartMs(firstDay + index))
  const [firstMs = 0] = startsMs
  const days = Array.from({ length: count }, (_, index): AxisDay => {
    const first = computeHourIndex(firstMs, startsMs[index] ?? 0)
    const hours = computeHourIndex(firstMs, startsMs[index + 1] ?? 0) - first
    return { first, hours, ...toDayKind(toDate(firstDay + index)) }
  })
  const length = computeHourIndex(firstMs, startsMs[count] ?? 0)
  const dayOf = new Int32Array(length)
  const hourOfDay = new Int32Array(length)
  for (const [day, { first, hours }] of days.entries()) {
    for (let index = 0; index < hours; index += 1) {
      dayOf[first + index] = day
      hourOfDay[first + index] = toWallHour(index, hours)
    }
  }
  return { firstMs, length, days, dayOf, hourOfDay }
}

/** Index of the hour that begins at `startMs`. */
export function computeHourIndex(firstMs: number, startMs: number): number {
  return Math.floor((startMs - firstMs) / hourMs)
}

/** The value of an hour; NaN where it is unknown or outside of the axis. */
export function readValueAt(series: Float64Array, hour: number): number {
  // An index outside of a typed array is slow to read, and −1, "before the axis", is asked for often.
  return hour >= 0 && hour < series.length ? (series[hour] ?? Number.NaN) : Number.NaN
}

/** Mean of the known values of the hours `[from, to)`; NaN when none is known. */
export function computeMeanBetween(series: Float64Array, from: number, to: number): number {
  let sum = 0
  let known = 0
  for (let hour = from; hour < to; hour += 1) {
    const value = readValueAt(series, hour)
    if (Number.isNaN(value)) continue
    sum += value
    known += 1
  }
  return known === 0 ? Number.NaN : sum / known
}

/** Mean of the known values of a Paris day; NaN when none is known or the day lies outside of the axis. */
export function computeDayMean({ days }: ParisAxis, series: Float64Array, day: number): number {
  const of = days[day]
  return of === undefined ? Number.NaN : computeMeanBetween(series, of.first, of.first + of.hours)
}

/**
 * back(k, t): the same Paris wall-clock hour k ≥ 1 days earlier, as Temporal's `compatible` has it: an hour that spring leaves out is the one after,
 * of an hour that autumn repeats the first. −1 before the axis.
 */
export function findSameHourBack({ days, dayOf, hourOfDay }: ParisAxis, daysBack: number, hour: number): number {
  const day = days[(dayOf[hour] ?? 0) - daysBack]
  if (day === undefined) return -1
  const wall = hourOfDay[hour] ?? 0
  if (wall <= 2 || day.hours === 24) return day.first + wall
  return day.first + wall + (day.hours === 25 ? 1 : -1)
}

/** Wall-clock hour of the `index`th hour of a day: spring has no hour 2, autumn has it twice. */
function toWallHour(index: number, hours: number): number {
  if (hours === 23 && index >= 2) return index + 1
  return hours === 25 && index > 2 ? index - 1 : index
}

function toDayKind(date: Temporal.PlainDate): Pick<AxisDay, 'kind' | 'isRest'> {
  const isRest = isDayOfRest(date)
  if (!isRest) return { kind: 0, isRest }
  return { kind: date.dayOfWeek === 6 && !isFrenchHoliday(date) ? 1 : 2, isRest }
}
