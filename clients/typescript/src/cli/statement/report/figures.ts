import { formatFigure, typeset } from '@hexawatt/shared/methodology/score/texts/sentence'
import { formatTime, toParisReadingMs } from '../../../paris-time.ts'
import type { SentenceLanguage } from '../../session/service.ts'

/** Numbers and dates for a person, in French or English. */
export type Figures = {
  /** A number with a fixed number of decimals; a dash when it is unknown. */
  number: (value: number | null, decimals: 0 | 1 | 2) => string
  /** A share as a percentage with one decimal; only a certain value is 0 or 100 %. */
  percent: (share: number | null) => string
  /** `janv. 2026` of `2026-01`. */
  month: (month: string) => string
  /** An instant by the clock of Paris: `3 févr. 2026, 19:20`. */
  moment: (instant: string) => string
}

const locales = { fr: 'fr-FR', en: 'en-GB' } as const

export function createFigures(language: SentenceLanguage): Figures {
  const locale = locales[language]
  const monthFormat = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' })
  // Without the time: what joins it to a date differs between versions of the platforms' data.
  const dateFormat = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const writePercent = (value: number): string => formatFigure(value, Number.isInteger(value) ? 0 : 1, language)
  return {
    number: (value, decimals) => (value === null ? '–' : formatFigure(value, decimals, language)),
    percent(share) {
      if (share === null) return '–'
      const isTiny = share > 0 && share < 0.001
      const isAlmostAll = share > 0.999 && share < 1
      const bound = isTiny ? '<' : isAlmostAll ? '>' : ''
      return typeset(`${bound}${writePercent(isTiny ? 0.1 : isAlmostAll ? 99.9 : share * 100)} %`, language)
    },
    month: (month) => monthFormat.format(new Date(`${month}-01T00:00:00Z`)),
    moment(instant) {
      const atMs = Date.parse(instant)
      return `${dateFormat.format(toParisReadingMs(atMs))}, ${formatTime(atMs)}`
    },
  }
}
