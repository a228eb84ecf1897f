import { createBoundedMap } from '../bounds/bounded-map.ts'

/** Public holidays of metropolitan France with a fixed date, `MM-DD` (Code du travail, art. L3133-1). */
const fixedHolidays = ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25'] as const

/** Days after Easter Sunday of the moving holidays: Easter Monday, Ascension, Whit Monday. */
const daysAfterEaster = [1, 39, 50] as const

/** Whether a calendar day is a Saturday, a Sunday or a public holiday of metropolitan France: consumption and prices are lower on these days. */
export function isDayOfRest(date: Temporal.PlainDate): boolean {
  return date.dayOfWeek >= 6 || isFrenchHoliday(date)
}

/** Whether a civil day is a public holiday of metropolitan France. */
export function isFrenchHoliday(date: Temporal.PlainDate): boolean {
  return computeHolidays(date.year).has(date.dayOfYear)
}

/** By year: months of days are looked at in one computation. */
const holidaysByYear = createBoundedMap<ReadonlySet<number>, number>(256)

function computeHolidays(year: number): ReadonlySet<number> {
  const before = holidaysByYear.get(year)
  if (before !== undefined) return before
  const easter = computeEasterSunday(year)
  const fixed = fixedHolidays.map((monthAndDay) => Temporal.PlainMonthDay.from(monthAndDay).toPlainDate({ year }))
  const moving = daysAfterEaster.map((days) => easter.add({ days }))
  const holidays = new Set([...fixed, ...moving].map(({ dayOfYear }) => dayOfYear))
  holidaysByYear.set(year, holidays)
  return holidays
}

/**
 * Easter Sunday of a Gregorian year: the algorithm of Meeus, Jones and Butcher (Meeus, "Astronomical Algorithms", ch. 8),
 * with the variables named as there.
 */
export function computeEasterSunday(year: number): Temporal.PlainDate {
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
  return Temporal.PlainDate.from({ year, month: Math.floor(n / 31), day: (n % 31) + 1 })
}
