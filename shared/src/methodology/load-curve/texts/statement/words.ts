import type { Language } from '../../../../contract/values/languages.ts'
import { formatFigure } from '../../../score/texts/sentence.ts'
import type { Statement } from '../../statement/statement.ts'
import { english } from './english.ts'
import { french, type StatementTexts } from './french.ts'

/** Amounts from here on are written without cents, as are whole ones. */
const wholeEurosFrom = 10

/** Texts, names and figures of one statement in one language. */
export type Wording = {
  language: Language
  texts: StatementTexts
  /** Name of a contract by its key; two of one name have their keys added. */
  nameOf: (key: string) => string
  /** The same in quotation marks, for a sentence. */
  quote: (key: string) => string
  /** The same, saying that subscriptions are not counted, or that they are where the comparison of all contracts leaves them out. */
  quoteCompared: (key: string, basis: 'total' | 'energy') => string
  /** Amount without its sign. */
  euros: (eur: number) => string
  /** Mass of CO2 without its sign, with its unit. */
  mass: (kilograms: number) => string
  figure: (value: number, decimals: 0 | 1 | 2) => string
  /** Rounded up to a tenth: a little less would not be enough. */
  enough: (kwh: number) => string
}

export const findTexts = (language: Language): StatementTexts => (language === 'fr' ? french : english)

export function createWording(
  { contracts, comparison }: Pick<Statement, 'contracts' | 'comparison'>,
  language: Language,
): Wording {
  const texts = findTexts(language)
  const names = new Map(contracts.map(({ key, kind, name }) => [key, kind === 'spot' ? texts.spot : name]))
  const figure = (value: number, decimals: 0 | 1 | 2): string => formatFigure(value, decimals, language)
  function nameOf(key: string): string {
    const name = names.get(key) ?? key
    const isShared = [...names.values()].filter((other) => other === name).length > 1
    return isShared ? `${name} (${key})` : name
  }
  return {
    language,
    texts,
    nameOf,
    quote: (key) => texts.quote(nameOf(key)),
    quoteCompared(key, basis) {
      const total = comparison?.basis === 'energy' ? texts.withSubscription : ''
      return `${texts.quote(nameOf(key))}${basis === 'energy' ? texts.withoutSubscription : total}`
    },
    euros: (eur) => figure(Math.abs(eur), Math.abs(eur) < wholeEurosFrom && !Number.isInteger(eur) ? 2 : 0),
    mass(kilograms) {
      const amount = Math.abs(kilograms)
      if (amount < 1) return `${figure(amount * 1_000, 0)} g`
      return `${figure(amount, amount < 10 ? 1 : 0)} kg`
    },
    figure,
    enough(kwh) {
      const tenths = Math.ceil(kwh * 10 - 1e-6)
      return figure(tenths / 10, tenths % 10 === 0 ? 0 : 1)
    },
  }
}

/** Months `YYYY-MM` in words, three and more that follow each other as a range. */
export function writeMonths(months: readonly string[], { language, texts }: Wording): string {
  const format = new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const write = (month: string): string => format.format(Date.parse(`${month}-01T00:00:00Z`))
  const runs: { first: string; last: string }[] = []
  for (const month of months) {
    const run = runs.at(-1)
    if (run !== undefined && countMonths(month) === countMonths(run.last) + 1) run.last = month
    else runs.push({ first: month, last: month })
  }
  const writeRun = ({ first, last }: (typeof runs)[number]): string[] => {
    const length = countMonths(last) - countMonths(first) + 1
    return length > 2 ? [`${write(first)} – ${write(last)}`] : [...new Set([first, last])].map(write)
  }
  return texts.list(runs.flatMap(writeRun))
}

function countMonths(month: string): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7))
}
