import type { Language } from '@hexawatt/shared/contract/values/languages'
import { hourMs } from '@hexawatt/shared/time/instant'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import { type TariffKind, tariffNames } from '../../../kit/contract-choice.ts'
import { createFormat, type Format } from '../../../kit/format.ts'
import { type Html, html } from '../../../kit/html.ts'
import type { ConsumptionTexts } from '../texts/french.ts'

const locales = { fr: 'fr-FR', en: 'en-GB' } as const

/** Texts, names and formats of the page in one language. */
export type View = {
  language: Language
  texts: ConsumptionTexts
  format: Format
  /** Name of a contract by the key that it has in statements. */
  nameOf: (key: string) => string
  /** A text with its braces as bold. */
  write: (text: string) => Html
  /** `octobre 2025` of `2025-10`. */
  month: (month: string) => string
  /** `oct.` of `2025-10`. */
  shortMonth: (month: string) => string
  /** `22 h 30 – 6 h 30` of `22:30-06:30`, and several ranges. */
  hours: (ranges: string) => string
  /** Date in Paris with its year. */
  date: (instantMs: number) => string
  /** The same with the time. */
  moment: (instantMs: number) => string
}

export function createView(language: Language, texts: ConsumptionTexts): View {
  const locale = locales[language]
  const names: Readonly<Record<string, string>> = tariffNames[language]
  const format = createFormat(language)
  const makeDates = (parts: Intl.DateTimeFormatOptions, timeZone: string) =>
    new Intl.DateTimeFormat(locale, { ...parts, timeZone })
  const [months, shortMonths] = [
    makeDates({ month: 'long', year: 'numeric' }, 'UTC'),
    makeDates({ month: 'short' }, 'UTC'),
  ]
  const dates = makeDates({ day: 'numeric', month: 'long', year: 'numeric' }, parisTimeZone)
  const date = (instantMs: number): string => {
    const text = dates.format(instantMs)
    return language === 'fr' ? text.replace(/^1(?=\s)/, '1er') : text
  }
  return {
    language,
    texts,
    format,
    nameOf: (key) => names[key as TariffKind] ?? key,
    write(text) {
      // Every second part stood in braces.
      const parts = text.split(/[{}]/)
      return html`${parts.map((part, index) => (index % 2 === 1 ? html`<b>${part}</b>` : html`${part}`))}`
    },
    hours: (ranges) =>
      ranges
        .split(',')
        .map((range) =>
          range
            .split('-')
            .map((time) => format.time(toInstant(time)))
            .join('\u00a0–\u2060\u00a0'),
        )
        .join(', '),
    month: (month) => months.format(startOf(month)),
    shortMonth: (month) => shortMonths.format(startOf(month)),
    date,
    moment: (instantMs) => `${date(instantMs)}, ${format.time(new Date(instantMs).toISOString())}`,
  }
}

const startOf = (month: string): number => Date.parse(`${month}-01T12:00:00Z`)

/** An instant at which clocks in Paris show a time such as `22:30`, on a day without a clock change: the format writes instants. */
const toInstant = (time: string): string =>
  new Date(
    Date.parse(`2026-01-15T${time.slice(0, 2) === '24' ? '00' : time.slice(0, 2)}:${time.slice(3)}:00Z`) - hourMs,
  ).toISOString()

/** The last day of a period, at noon: a period ends at midnight, which belongs to the next day. */
export const toLastDayMs = (endMs: number): number => endMs - hourMs / 2
