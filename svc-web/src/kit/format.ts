import type { Language } from '@hexawatt/shared/contract/values/languages'
import { parisTimeZone } from '@hexawatt/shared/time/paris'

/** British English writes dates and times in the European way. */
const locales: Readonly<Record<Language, string>> = { fr: 'fr-FR', en: 'en-GB' }

/** Decimals of an unrounded number, at most. */
const mostDecimals = 8

const noBreakSpace = '\u00a0'

/** Formats numbers and instants in a language. Input instants are ISO 8601; output is the time in Paris. */
export type Format = {
  number: (value: number, decimals: 0 | 1 | 2) => string
  /** With all its decimals. */
  exact: (value: number) => string
  /** With a unit after it and no line break between them. */
  quantity: (value: number, decimals: 0 | 1 | 2, unit: string) => string
  /** Day of the week and date. */
  day: (instant: string) => string
  /** Day of the month with its month and year. */
  date: (instant: string) => string
  /** Day of the week, short. */
  weekday: (instant: string) => string
  /** Month and year. */
  month: (instant: string) => string
  /** Clock of a whole hour. */
  hour: (instant: string) => string
  /** Time of day; in French without the minutes of a whole hour. */
  time: (instant: string) => string
  /** Day and time, with the year if it differs from that of `present`. */
  moment: (instant: string, present?: string) => string
  /** Hour of the clock, 0–23, of ms since the epoch. */
  clockHour: (atMs: number) => number
}

/** Makes the format of a language. */
export function createFormat(language: Language): Format {
  const locale = locales[language]
  const numbers = {
    0: createDecimalFormat(locale, 0),
    1: createDecimalFormat(locale, 1),
    2: createDecimalFormat(locale, 2),
  }
  const exactNumbers = new Intl.NumberFormat(locale, { maximumFractionDigits: mostDecimals })
  const days = createDateFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' })
  const dates = createDateFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })
  const weekdays = createDateFormat(locale, { weekday: 'short' })
  const months = createDateFormat(locale, { month: 'long', year: 'numeric' })
  const years = createDateFormat(locale, { year: 'numeric' })
  const clocks = createDateFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

  const number: Format['number'] = (value, decimals) => numbers[decimals].format(value).replace('-', '−')
  const formatClock = (atMs: number): [hour: string, minute: string] => {
    const [hour = '', minute = ''] = clocks.format(atMs).split(':')
    return [hour, minute]
  }
  const writeDay = (format: Intl.DateTimeFormat, instant: string): string => {
    const text = format.format(Date.parse(instant))
    return language === 'fr' ? text.replace(/(?<=^| )1(?= )/, '1er') : text
  }
  const day = (instant: string): string => writeDay(days, instant)
  const clock = (instant: string): string => {
    const [hour, minute] = formatClock(Date.parse(instant))
    return language === 'fr' ? [Number(hour), 'h', minute].join(noBreakSpace) : `${hour}:${minute}`
  }
  return {
    number,
    exact: (value) => exactNumbers.format(value),
    quantity(value, decimals, unit) {
      // English writes the percent sign without a space, French with one.
      const space = unit === '%' && language === 'en' ? '' : noBreakSpace
      return `${number(value, decimals)}${space}${unit}`
    },
    day,
    date: (instant) => writeDay(dates, instant),
    weekday: (instant) => weekdays.format(Date.parse(instant)),
    month: (instant) => months.format(Date.parse(instant)),
    hour: (instant) => (language === 'fr' ? clock(instant).slice(0, -3) : clock(instant)),
    time(instant) {
      const text = clock(instant)
      return language === 'fr' && text.endsWith('00') ? text.slice(0, -3) : text
    },
    moment(instant, present = instant) {
      const year = years.format(Date.parse(instant))
      const isOtherYear = year !== years.format(Date.parse(present))
      return `${day(instant)}${isOtherYear ? ` ${year}` : ''}, ${clock(instant)}`
    },
    clockHour: (atMs) => Number(formatClock(atMs)[0]),
  }
}

function createDecimalFormat(locale: string, decimals: number): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}

function createDateFormat(locale: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { ...parts, timeZone: parisTimeZone })
}
