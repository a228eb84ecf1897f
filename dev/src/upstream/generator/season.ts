import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import { hourMs, minuteMs } from '@hexawatt/shared/time/instant'
import { toDate, toParisDay, toParisHourOfDay } from '@hexawatt/shared/time/paris-clock'

/** Position of an instant in the civil year, week and day of Paris, which drives consumption. */
export type Season = Readonly<{
  epochMs: number
  /** Wall-clock hours since midnight, with fraction. */
  hourOfDay: number
  dayOfYear: number
  /** 1 (Monday) to 7 (Sunday). */
  dayOfWeek: number
  /** 1 in midwinter, -1 in midsummer. */
  winter: number
}>

/** Day of the year on which demand peaks on average. */
const coldestDayOfYear = 20

/** About a hundred days of quarter-hours. */
const maxKeptInstants = 10_000

/** The same function, which keeps its newest values: every subject, and every poll of the same window, asks for the same instants again. */
export function keepNewestValues<Value>(compute: (epochMs: number) => Value): (epochMs: number) => Value {
  const keptValues = createBoundedMap<Value, number>(maxKeptInstants)
  return (epochMs) => {
    const kept = keptValues.get(epochMs)
    if (kept !== undefined) return kept
    const value = compute(epochMs)
    keptValues.set(epochMs, value)
    return value
  }
}

export const toSeason = keepNewestValues(computeSeason)

function computeSeason(epochMs: number): Season {
  const { dayOfYear, dayOfWeek } = toDate(toParisDay(epochMs))
  // Paris is whole hours ahead of UTC.
  const minute = Math.floor((epochMs % hourMs) / minuteMs)
  return {
    epochMs,
    hourOfDay: toParisHourOfDay(epochMs) + minute / 60,
    dayOfYear,
    dayOfWeek,
    winter: computeYearlyCosine(dayOfYear, coldestDayOfYear),
  }
}

/** 1 on the given day of the year, -1 half a year away. */
export function computeYearlyCosine(dayOfYear: number, peakDayOfYear: number): number {
  return Math.cos((2 * Math.PI * (dayOfYear - peakDayOfYear)) / 365.25)
}

/** Bell curve over the hours of the day, continuous at midnight: 1 at `centreHour`, small beyond twice the width. */
export function computeDailyBump(hourOfDay: number, centreHour: number, widthHours: number): number {
  const straight = Math.abs(hourOfDay - centreHour)
  const distance = Math.min(straight, 24 - straight)
  return Math.exp(-((distance / widthHours) ** 2))
}
