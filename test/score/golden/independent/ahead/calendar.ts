import { dateLater, hour, isDayOff, isHoliday, parisTime, strike } from '../paris.ts'

/** Value by the start of its hour. */
export type Hours = ReadonlyMap<number, number>

export const dateOf = (at: number): string => parisTime(at).date
export const isRest = (at: number): boolean => isDayOff(dateOf(at))

/** 0 working day, 1 Saturday, 2 Sunday or holiday. */
export function kindOf(date: string): number {
  if (!isDayOff(date)) return 0
  return new Date(date).getUTCDay() === 6 && !isHoliday(date) ? 1 : 2
}

/** Whole days from one date to another. */
export const daysFrom = (earlier: string, later: string): number =>
  Math.round((Date.parse(later) - Date.parse(earlier)) / (24 * hour))

/** The same hour of the clock, days earlier. */
export function back(days: number, at: number): number {
  let ofHour = hoursBack.get(at)
  if (ofHour === undefined) {
    ofHour = []
    hoursBack.set(at, ofHour)
  }
  const known = ofHour[days]
  if (known !== undefined) return known
  const clock = parisTime(at)
  const then = strike(dateLater(clock.date, -days), clock.hour)
  ofHour[days] = then
  return then
}

/** By the hour and the days: every situation asks for the same ones again. */
const hoursBack = new Map<number, number[]>()

/** Starts of the 23, 24 or 25 hours of a day. */
export function hoursOfDay(date: string): readonly number[] {
  const before = hoursByDate.get(date)
  if (before !== undefined) return before
  const [start, end] = [strike(date, 0), strike(dateLater(date, 1), 0)]
  const hours = Array.from({ length: (end - start) / hour }, (_, index) => start + index * hour)
  hoursByDate.set(date, hours)
  return hours
}

const hoursByDate = new Map<string, readonly number[]>()

/** Mean of a day's known values; undefined when none is known. */
export function meanOfDay(series: Hours, date: string): number | undefined {
  return meanOf(hoursOfDay(date).map((at) => series.get(at)))
}

/** Mean of the known values. */
export function meanOf(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? undefined : known.reduce((total, value) => total + value, 0) / known.length
}

/** Σ w·value / Σ w over the known values. */
export function weighted(pairs: readonly (readonly [weight: number, value: number | undefined])[]): number | undefined {
  let [total, weights] = [0, 0]
  for (const [weight, value] of pairs) {
    if (value === undefined) continue
    total += weight * value
    weights += weight
  }
  return weights > 0 ? total / weights : undefined
}
