import type { HoursResponse } from '../../../contract/hours.ts'
import { hourMs, minuteMs } from '../../../time/instant.ts'
import { addDays, toParisDay, toParisDayStartMs, toParisHourOfDay } from '../../../time/paris-clock.ts'

/** Colours of a tariff day as a number, in the order of price tables; -1 where unknown. */
const colorIndexes: Readonly<Record<string, number>> = { Bleu: 0, Blanc: 1, Rouge: 2 }
export const unknownColor = -1

const tariffDayStartHour = 6

/** A civil day in Paris that the period touches. */
export type AxisDay = { date: string; monthIndex: number; minutes: number; daysOfMonth: number }

/** Hours of a period with what is known of the grid in each; NaN where a value is unknown. */
export type HourAxis = {
  /** Start of the first hour, ms since the epoch. */
  firstMs: number
  count: number
  /** Civil day of the first hour, counted from 1970-01-01. */
  firstDay: number
  /** Index of the civil day on which the hour begins. */
  dayIndex: Int32Array
  /** Minute of that day at which the hour begins on the clock. */
  minuteOfDay: Int32Array
  /** As `dayIndex`, of the three-colour tariff's day, which begins at 06:00. */
  tariffDayIndex: Int32Array
  days: AxisDay[]
  /** Months of Paris, `YYYY-MM`. */
  months: string[]
  /** 1 for the hours that the given months hold. */
  isGiven: Uint8Array
  production: Float64Array
  consumption: Float64Array
  direct: Float64Array
  eurPerMwh: Float64Array
  color: Int8Array
}

/** Lays out the hours that a period touches, on the clock of Paris, and enters the columns of the months. */
export function layOutHours(fromMs: number, toMs: number, months: readonly HoursResponse[]): HourAxis {
  const firstMs = Math.floor(fromMs / hourMs) * hourMs
  const count = Math.ceil((toMs - firstMs) / hourMs)
  const firstDay = toParisDay(fromMs)
  const days = layOutDays(firstDay, toParisDay(toMs - 1))
  const unknown = () => new Float64Array(count).fill(Number.NaN)
  const axis: HourAxis = {
    firstMs,
    count,
    firstDay,
    dayIndex: new Int32Array(count),
    minuteOfDay: new Int32Array(count),
    tariffDayIndex: new Int32Array(count),
    ...days,
    isGiven: new Uint8Array(count),
    production: unknown(),
    consumption: unknown(),
    direct: unknown(),
    eurPerMwh: unknown(),
    color: new Int8Array(count).fill(unknownColor),
  }
  for (let hour = 0; hour < count; hour += 1) {
    const startMs = firstMs + hour * hourMs
    const [day, hourOfDay] = [toParisDay(startMs) - firstDay, toParisHourOfDay(startMs)]
    axis.dayIndex[hour] = day
    axis.minuteOfDay[hour] = hourOfDay * 60
    axis.tariffDayIndex[hour] = hourOfDay < tariffDayStartHour ? day - 1 : day
  }
  for (const month of months) enterMonth(axis, month)
  return axis
}

function layOutDays(firstDay: number, lastDay: number): Pick<HourAxis, 'days' | 'months'> {
  const days: AxisDay[] = []
  const months: string[] = []
  let startMs = toParisDayStartMs(firstDay)
  for (let day = firstDay; day <= lastDay; day += 1) {
    const date = addDays('1970-01-01', day)
    const month = date.slice(0, 7)
    if (months.at(-1) !== month) months.push(month)
    const endMs = toParisDayStartMs(day + 1)
    days.push({
      date,
      monthIndex: months.length - 1,
      minutes: (endMs - startMs) / minuteMs,
      daysOfMonth: countDaysOfMonth(month),
    })
    startMs = endMs
  }
  return { days, months }
}

/** Days of a month `YYYY-MM`. */
function countDaysOfMonth(month: string): number {
  for (let days = 31; ; days -= 1) if (addDays(`${month}-01`, days - 1).startsWith(month)) return days
}

function enterMonth(axis: HourAxis, month: HoursResponse): void {
  month.hours.forEach((start, index) => {
    const hour = (Date.parse(start) - axis.firstMs) / hourMs
    if (!(hour >= 0 && hour < axis.count)) return
    axis.isGiven[hour] = 1
    axis.production[hour] = month.productionGCo2PerKwh[index] ?? Number.NaN
    axis.consumption[hour] = month.consumptionGCo2PerKwh[index] ?? Number.NaN
    axis.direct[hour] = month.directGCo2PerKwh[index] ?? Number.NaN
    axis.eurPerMwh[hour] = month.eurPerMwh[index] ?? Number.NaN
    axis.color[hour] = colorIndexes[month.tempoColor[index] ?? ''] ?? unknownColor
  })
}
