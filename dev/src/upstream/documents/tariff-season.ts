import { isFrenchHoliday } from '@hexawatt/shared/grid/french-holidays'
import type { TariffColor } from '@hexawatt/shared/grid/public-signals'
import { toParisInstant } from '@hexawatt/shared/time/paris'
import { generateLoadMw } from '../generator/load.ts'
import { toSeason } from '../generator/season.ts'

/** The colour of one Paris civil day (the tariff itself runs from 06:00 to 06:00). */
export type TariffDay = { date: Temporal.PlainDate; color: TariffColor }

/** Generated colours of the given days, oldest first. A year meets two seasons; each is generated once. */
export function generateTariffDays(dates: readonly Temporal.PlainDate[]): TariffDay[] {
  const byDate = new Map<string, TariffDay>()
  return dates.flatMap((date) => {
    if (!byDate.has(date.toString())) {
      for (const day of generateSeason(date)) byDate.set(day.date.toString(), day)
    }
    return byDate.get(date.toString()) ?? []
  })
}

/** Days of each colour in a season (1 September to 31 August); the others are blue. */
const redDays = 22
const whiteDays = 43

const seasonStart = Temporal.PlainMonthDay.from('09-01')
/** The hour whose consumption ranks the days. */
const peakTime = Temporal.PlainTime.from('19:00')
const saturday = 6
const sunday = 7

/**
 * Colours of the season that holds a day, by the rules of the tariff: red on the working days with the highest consumption
 * from November to March (so at most five in a row), white on the next highest days except Sundays.
 */
function generateSeason(date: Temporal.PlainDate): TariffDay[] {
  const days = listDaysOfSeason(date)
  const byPeak = days
    .map((day) => ({ day, peakMw: generateLoadMw(toSeason(toParisInstant(day, peakTime).epochMilliseconds)) }))
    .sort((a, b) => b.peakMw - a.peakMw)
    .map(({ day }) => day)
  const red = new Set(byPeak.filter(canBeRed).slice(0, redDays))
  const white = new Set(byPeak.filter((day) => !red.has(day) && day.dayOfWeek !== sunday).slice(0, whiteDays))
  const colorOf = (day: Temporal.PlainDate): TariffColor => (red.has(day) ? 'RED' : white.has(day) ? 'WHITE' : 'BLUE')
  return days.map((day) => ({ date: day, color: colorOf(day) }))
}

function listDaysOfSeason(date: Temporal.PlainDate): Temporal.PlainDate[] {
  const startThisYear = seasonStart.toPlainDate({ year: date.year })
  const isStarted = Temporal.PlainDate.compare(date, startThisYear) >= 0
  const first = isStarted ? startThisYear : seasonStart.toPlainDate({ year: date.year - 1 })
  const count = first.until(first.add({ years: 1 }), { largestUnit: 'days' }).days
  return Array.from({ length: count }, (_, index) => first.add({ days: index }))
}

function canBeRed(day: Temporal.PlainDate): boolean {
  const isRedMonth = day.month >= 11 || day.month <= 3
  return isRedMonth && day.dayOfWeek < saturday && !isFrenchHoliday(day)
}
