import type { Language } from '@hexawatt/shared/contract/values/languages'
import { createFormat, type Format } from '../../../kit/format.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import type { Texts } from './texts.ts'

/** Texts and formats that every part of the page uses. */
export type View = { texts: Texts; format: Format }

const textsOf: Readonly<Record<Language, Texts>> = { fr: french, en: english }

export function createView(language: Language): View {
  return { texts: textsOf[language], format: createFormat(language) }
}

/**
 * An instant as a reader of the page says it: the time on the day of `present`, else with its day, and with its year when that differs. Midnight ends the day
 * before.
 */
export function writeInstant(instant: string, present: string, { texts, format }: View): string {
  const isMidnight = format.clockHour(Date.parse(instant)) === 0 && format.time(instant) === format.time(midnight)
  const named = isMidnight ? new Date(Date.parse(instant) - 1).toISOString() : instant
  const time = isMidnight ? texts.endOfDay : format.time(instant)
  const day = format.day(named)
  if (day === format.day(present) && isSameYear(named, present)) return time
  if (!isSameYear(named, present)) return `${day} ${named.slice(0, 4)}`
  return `${day}, ${time}`
}

/** A midnight in Paris. */
const midnight = '2026-01-01T23:00:00Z'

const isSameYear = (one: string, other: string): boolean => one.slice(0, 4) === other.slice(0, 4)
