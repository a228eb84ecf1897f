import { isFrenchHoliday } from '../../grid/french-holidays.ts'
import { calendarMean } from './color-constants.ts'

/** Calendar facts of a tariff day (06:00 to 06:00 in Paris). */
export type ColorDay = {
  /** `YYYY-MM-DD` of its start. */
  date: string
  /** 1 on 1 September. */
  dayOfSeason: number
  isSaturday: boolean
  /** 1 November to 31 March, Monday to Friday, no public holiday. */
  mayBeRed: boolean
  /** Every day but Sunday; public holidays too. */
  mayBeWhite: boolean
  /** Days from this one on, itself included, that may be red, and that may be white, to the end of the season. */
  redDaysLeft: number
  whiteDaysLeft: number
  /** Calendar mean of C. */
  calendarMean: number
}

/** The tariff days of 1 September to 31 August, ascending. */
export type TariffSeason = readonly ColorDay[]

/** First day of the season that holds a day: 1 September. */
export function findSeasonStart(date: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.from({ year: date.year - (date.month < 9 ? 1 : 0), month: 9, day: 1 })
}

/** The season that holds a day: stocks of red and white days begin anew on 1 September. */
export function findTariffSeason(date: Temporal.PlainDate): TariffSeason {
  const first = findSeasonStart(date)
  const length = first.until(first.add({ years: 1 }), { largestUnit: 'days' }).days
  let redDaysLeft = 0
  let whiteDaysLeft = 0
  const lastFirst = Array.from({ length }, (_, daysToEnd): ColorDay => {
    const day = first.add({ days: length - 1 - daysToEnd })
    const mayBeRed = (day.month >= 11 || day.month <= 3) && day.dayOfWeek <= 5 && !isFrenchHoliday(day)
    const mayBeWhite = day.dayOfWeek !== 7
    redDaysLeft += mayBeRed ? 1 : 0
    whiteDaysLeft += mayBeWhite ? 1 : 0
    return {
      date: day.toString(),
      dayOfSeason: length - daysToEnd,
      isSaturday: day.dayOfWeek === 6,
      mayBeRed,
      mayBeWhite,
      redDaysLeft,
      whiteDaysLeft,
      calendarMean: computeCalendarMean(day),
    }
  })
  return lastFirst.reverse()
}

/** Mean of C on a day of the calendar: annual harmonics, day of the week, holidays, Christmas, August. */
export function computeCalendarMean(date: Temporal.PlainDate): number {
  const yearAngle = (2 * Math.PI * date.dayOfYear) / 365.25
  const isWeekend = date.dayOfWeek >= 6
  let mean = calendarMean.constant + (calendarMean.weekday[date.dayOfWeek - 1] ?? 0)
  for (const [index, { sin, cos }] of calendarMean.harmonics.entries()) {
    mean += sin * Math.sin((index + 1) * yearAngle) + cos * Math.cos((index + 1) * yearAngle)
  }
  if (isWeekend) mean += calendarMean.weekendTimesCosine * Math.cos(yearAngle)
  else if (isFrenchHoliday(date)) mean += calendarMean.holidayOnWeekday
  if ((date.month === 12 && date.day >= 23) || (date.month === 1 && date.day <= 2)) mean += calendarMean.christmas
  if (date.month === 8 && date.day <= 24) mean += calendarMean.august
  return mean
}
