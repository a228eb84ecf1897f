import type { Language } from '../../../../contract/values/languages.ts'
import { typeset } from '../../../score/texts/sentence.ts'
import type { Caveat, IntensityKind, Statement } from '../../statement/statement.ts'
import { createWording, findTexts, type Wording, writeMonths } from './words.ts'

/** Names of the figures of a statement, and of the intensities. */
export const findFigureNames = (language: Language) => {
  const { figures, intensities, scope } = findTexts(language)
  const write = (text: string): string => typeset(text, language)
  return { figures, intensities, scope: write(scope) }
}

/** Name of a contract in the texts, by its key. */
export const findContractName = (statement: Statement, key: string, language: Language): string =>
  createWording(statement, language).nameOf(key)

/** How much of the period the file covers. */
export function describeCoverage({ total }: Statement, language: Language): string {
  const wording = createWording({ contracts: [] }, language)
  const { texts, figure } = wording
  const { coveredMinutes, periodMinutes } = total
  const hours = figure(periodMinutes / 60, 0)
  if (coveredMinutes === periodMinutes) return typeset(texts.fullCoverage({ hours }), language)
  const coveredHours = coveredMinutes / 60
  const covered = figure(coveredHours, Number.isInteger(coveredHours) ? 0 : 1)
  const missingHours = (periodMinutes - coveredMinutes) / 60
  const missing = figure(missingHours, Number.isInteger(missingHours) ? 0 : 1)
  const percent = writePercent(coveredMinutes / periodMinutes, wording)
  return typeset(texts.coverage({ covered, hours, percent, missing }), language)
}

/** Mean intensity of the consumption next to that of the grid; null where it is unknown. */
export function describeIntensity({ total }: Statement, kind: IntensityKind, language: Language): string | null {
  const { texts, figure } = createWording({ contracts: [] }, language)
  const { gCo2eqPerKwh, gridGCo2eqPerKwh } = total.emissions[kind]
  if (gCo2eqPerKwh === null || gridGCo2eqPerKwh === null) return null
  return typeset(texts.emissions({ own: figure(gCo2eqPerKwh, 1), grid: figure(gridGCo2eqPerKwh, 1) }), language)
}

/** A sentence for each figure of which something is unknown. */
export function listUnknownSentences(statement: Statement, language: Language): string[] {
  const { texts, quote, figure } = createWording(statement, language)
  return statement.unknown.map(({ figure: of, energyKwh, hours, ranges }) => {
    const name = 'intensity' in of ? texts.intensities[of.intensity] : texts.cost({ contract: quote(of.contract) })
    const reasons = [...new Set(ranges.map(({ reason }) => texts.reasons[reason]))]
    const words = { kwh: figure(energyKwh, 1), hours: figure(hours, Number.isInteger(hours) ? 0 : 1) }
    return typeset(texts.unknown({ figure: capitalise(name), ...words, reasons: texts.list(reasons) }), language)
  })
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
