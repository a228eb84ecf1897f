import { createBoundedMap } from '../bounds/bounded-map.ts'

/** Public holidays of metropolitan France with a fixed date, month and day (Code du travail, art. L3133-1). */
const fixedHolidays = [
  [1, 1],
  [5, 1],
  [5, 8],
  [7, 14],
  [8, 15],
  [11, 1],
  [11, 11],
  [12, 25],
] as const

/** Days after Easter Sunday of the moving holidays: Easter Monday, Ascension, Whit Monday. */
const daysAfterEaster = [1, 39, 50] as const

/** Whether a calendar day is a Saturday, a Sunday or a public holiday of metropolitan France: consumption and prices are lower on these days. */
export function isDayOfRest(date: Temporal.PlainDate): boolean {
  return date.dayOfWeek >= 6 || isFrenchHoliday(date)
}

/** Whether a civil day is a public holiday of metropolitan France. */
export function isFrenchHoliday(date: Temporal.PlainDate): boolean {
  return isFrenchHolidayOn(toDay(date.year, date.month, date.day))
}

/** The same in plain numbers, for code that runs without Temporal. @param day counted from 1970-01-01 */
export function isFrenchHolidayOn(day: number): boolean {
  return computeHolidays(new Date(day * dayMs).getUTCFullYear()).has(day)
}

const dayMs = 86_400_000

/** Civil day, counted from 1970-01-01. */
const toDay = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day) / dayMs

/** By year: months of days are looked at in one computation. */
const holidaysByYear = createBoundedMap<ReadonlySet<number>, number>(256)

function computeHolidays(year: number): ReadonlySet<number> {
  const before = holidaysByYear.get(year)
  if (before !== undefined) return before
  const easter = computeEasterSunday(year)
  const fixed = fixedHolidays.map(([month, day]) => toDay(year, month, day))
  const holidays = new Set([...fixed, ...daysAfterEaster.map((days) => easter + days)])
  holidaysByYear.set(year, holidays)
  return holidays
}

/**
 * Easter Sunday of a Gregorian year, counted in days from 1970-01-01: the algorithm of Meeus, Jones and Butcher (Meeus, "Astronomical Algorithms",
 * ch. 8), with the variables named as there.
 */
export function computeEasterSunday(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return toDay(year, Math.floor(n / 31), (n % 31) + 1)
}
