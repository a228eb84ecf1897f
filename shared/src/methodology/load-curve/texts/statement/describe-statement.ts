import type { Language } from '../../../../contract/values/languages.ts'
import { typeset } from '../../../score/texts/sentence.ts'
import type { Caveat, Statement } from '../../statement/statement.ts'
import { createWording, findTexts, type Wording, writeMonths } from './words.ts'

/** Names of the intensities, and the sentence on the method of the emissions. */
export const findFigureNames = (language: Language) => {
  const { intensities, scope } = findTexts(language)
  return { intensities, scope: typeset(scope, language) }
}

/** Name of a contract in the texts, by its key. */
export const findContractName = (statement: Statement, key: string, language: Language): string =>
  createWording(statement, language).nameOf(key)

/** A sentence for everything that is unknown; figures that lack the same energy for the same reasons share one. */
export function listUnknownSentences(statement: Statement, language: Language): string[] {
  const { texts, quote, figure } = createWording(statement, language)
  const sentences = new Map<string, { names: string[]; write: (figures: string) => string }>()
  for (const { figure: of, energyKwh, hours, ranges } of statement.unknown) {
    const name = 'intensity' in of ? texts.intensities[of.intensity] : texts.cost({ contract: quote(of.contract) })
    const reasons = texts.list([...new Set(ranges.map(({ reason }) => texts.reasons[reason]))])
    const words = { kwh: figure(energyKwh, 1), hours: figure(hours, Number.isInteger(hours) ? 0 : 1), reasons }
    const write = (figures: string): string => texts.unknown({ figures, ...words })
    sentences.set(write(''), { names: [...(sentences.get(write(''))?.names ?? []), name], write })
  }
  return [...sentences.values()].map(({ names, write }) => typeset(write(capitalise(texts.list(names))), language))
}

/** A sentence for each caveat. */
export function listCaveatSentences(statement: Statement, language: Language): string[] {
  const wording = createWording(statement, language)
  return statement.caveats.map(({ code, values }) =>
    typeset(wording.texts.caveats[code](writeValues(values, wording)), language),
  )
}

function writeValues(values: Caveat['values'], wording: Wording): Record<string, string> {
  const write = (name: string, value: string | number): string => {
    if (name === 'percent') return writePercent(Number(value) / 100, wording)
    if (typeof value === 'number') return wording.figure(value, 0)
    const items = value.split(', ')
    if (name === 'months') return writeMonths(items, wording)
    return wording.texts.list(items.map(wording.quote))
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, write(name, value)]))
}

/** The cheapest contract of the comparison, and what it would have saved; null without a comparison of several. */
export function describeBest(statement: Statement, language: Language): string | null {
  const { comparison } = statement
  if (comparison === null || comparison.contracts.length < 2) return null
  const { texts, quote, quoteCompared, euros } = createWording(statement, language)
  const { basis } = comparison
  const saved = comparison.contracts.find(({ key }) => key === comparison.best)?.differenceToCurrentEur ?? null
  if (comparison.current === null || saved === null) {
    return typeset(texts.cheapest({ contract: quoteCompared(comparison.best, basis) }), language)
  }
  const current = quoteCompared(comparison.current, basis)
  const contract = quote(comparison.best)
  const text =
    comparison.best === comparison.current
      ? texts.currentIsCheapest({ current })
      : texts.cheaperThanCurrent({ contract, current, eur: euros(saved) })
  return typeset(text, language)
}

/** Percent with one decimal, rounded down: only the whole is 100. */
export function writePercent(share: number, { figure }: Wording): string {
  const tenths = Math.floor(share * 1_000 + 1e-6)
  return figure(tenths / 10, tenths % 10 === 0 ? 0 : 1)
}

const capitalise = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
