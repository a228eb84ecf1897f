import type { Language } from '@hexawatt/shared/contract/values/languages'
import { minuteMs } from '@hexawatt/shared/time/instant'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import { addDays, listClockSteps } from '@hexawatt/shared/time/paris-clock'
import type { TodayView } from './texts/view.ts'

const locales: Readonly<Record<Language, string>> = { fr: 'fr-FR', en: 'en-GB' }

/** Created once: creating a format costs a hundred times as much as writing a day. */
const weekdayFormats = { long: createWeekdayFormats('long'), short: createWeekdayFormats('short') }

function createWeekdayFormats(weekday: 'long' | 'short'): Readonly<Record<Language, Intl.DateTimeFormat>> {
  const createFor = (language: Language) =>
    new Intl.DateTimeFormat(locales[language], { weekday, timeZone: parisTimeZone })
  return { fr: createFor('fr'), en: createFor('en') }
}

/** Date and minute of the day in Paris. */
export function readParisClock(atMs: number): { date: string; minuteOfDay: number } {
  const minuteStartMs = Math.floor(atMs / minuteMs) * minuteMs
  const { date = '', minuteOfDay = 0 } = listClockSteps(minuteStartMs, 1)[0] ?? {}
  return { date, minuteOfDay }
}

/** A time of day as one says it: `18 h`, `18 h 20`, `minuit`. */
export function writeClock(atMs: number, { texts, format }: TodayView): string {
  return readParisClock(atMs).minuteOfDay === 0 ? texts.midnight : format.time(toIso(atMs))
}

/** `aujourd’hui`, `demain`, or the day of the week. */
export function writeDay(date: string, today: string, { language, texts }: TodayView): string {
  if (date === today) return texts.today
  return date === addDays(today, 1) ? texts.tomorrow : writeWeekday(date, 'long', language)
}

/** Day of the week of a date in Paris. */
export function writeWeekday(date: string, length: 'long' | 'short', language: Language): string {
  return weekdayFormats[length][language].format(Date.parse(`${date}T12:00:00Z`))
}

/** With a capital, as at the start of a sentence. */
export const capitalise = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** An enumeration: `a, b et c`. */
export function joinWords(words: readonly string[], and: string): string {
  const last = words.at(-1)
  if (last === undefined || words.length === 1) return last ?? ''
  return `${words.slice(0, -1).join(', ')} ${and} ${last}`
}

/** An instant as ISO 8601, without Temporal, which many browsers lack. */
const toIso = (atMs: number): string => new Date(atMs).toISOString()
