import type { Language } from '@hexawatt/shared/contract/values/languages'
import { addDays } from '@hexawatt/shared/time/paris-clock'
import type { Format } from '../../../../kit/format.ts'
import type { LandscapeTexts } from '../texts/french.ts'

/** Texts and formats of the landscape. */
export type LandscapeView = {
  texts: LandscapeTexts
  format: Format
  /** Name of the day of the week of a date `YYYY-MM-DD`. */
  weekday: (date: string) => string
}

const locales: Readonly<Record<Language, string>> = { fr: 'fr-FR', en: 'en-GB' }

export function createLandscapeView(language: Language, texts: LandscapeTexts, format: Format): LandscapeView {
  const weekdays = new Intl.DateTimeFormat(locales[language], { weekday: 'long', timeZone: 'UTC' })
  return { texts, format, weekday: (date) => weekdays.format(Date.parse(`${date}T12:00:00Z`)) }
}

/** Name of a day next to today: today, tomorrow, else the day of the week. */
export function writeDay(date: string, today: string, { texts, weekday }: LandscapeView): string {
  if (date === today) return texts.today
  return date === addDays(today, 1) ? texts.tomorrow : weekday(date)
}

/** Time of day of an instant. */
export const writeTime = (atMs: number, { format }: LandscapeView): string => format.time(new Date(atMs).toISOString())

/** An intensity, g. */
export const writeGrams = (gCo2PerKwh: number, { format }: LandscapeView): string =>
  format.quantity(Math.round(gCo2PerKwh), 0, 'g')

/** A price per kWh, ct. */
export const writeCents = (eurPerKwh: number, { format }: LandscapeView): string =>
  format.quantity(Math.round(eurPerKwh * 100) || 0, 0, 'ct')
