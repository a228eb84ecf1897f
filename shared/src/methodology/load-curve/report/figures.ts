import type { Language } from '../../../contract/values/languages.ts'
import { parisTimeZone } from '../../../time/paris.ts'
import { formatFigure, typeset } from '../../score/texts/sentence.ts'

/** Numbers and dates for a person, in French or English. */
export type Figures = {
  /** A number with a fixed number of decimals; a dash when it is unknown. */
  number: (value: number | null, decimals: 0 | 1 | 2) => string
  /** A share as a percentage with one decimal, rounded down as in the sentences; only a certain value is 0 or 100 %. */
  percent: (share: number | null) => string
  /** `janv. 2026` of `2026-01`. */
  month: (month: string) => string
  /** An instant by the clock of Paris: `3 févr. 2026, 19:20`. */
  moment: (instant: string) => string
}

const locales = { fr: 'fr-FR', en: 'en-GB' } as const

export function createFigures(language: Language): Figures {
  const locale = locales[language]
  const monthFormat = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' })
  // Without the time: what joins it to a date differs between versions of the platforms' data.
  const dateFormat = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: parisTimeZone,
  })
  const timeFormat = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: parisTimeZone,
  })
  return {
    number: (value, decimals) => (value === null ? '–' : formatFigure(value, decimals, language)),
    percent(share) {
      if (share === null) return '–'
      const tenths = Math.floor(share * 1_000 + 1e-6)
      const isTiny = share > 0 && tenths === 0
      const bound = isTiny ? '<' : share > 0.999 && share < 1 ? '>' : ''
      const percent = isTiny ? 0.1 : tenths / 10
      return typeset(`${bound}${formatFigure(percent, Number.isInteger(percent) ? 0 : 1, language)} %`, language)
    },
    month: (month) => monthFormat.format(Date.parse(`${month}-01T00:00:00Z`)),
    moment(instant) {
      const atMs = Date.parse(instant)
      const date = dateFormat.format(atMs)
      return `${language === 'fr' ? date.replace(/^1(?=\s)/, '1er') : date}, ${timeFormat.format(atMs)}`
    },
  }
}
