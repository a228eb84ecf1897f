import type { Language } from '../../../contract/values/languages.ts'
import type { Statement } from '../statement/statement.ts'
import { findContractName } from '../texts/statement/describe-statement.ts'
import type { Figures } from './figures.ts'
import type { Report } from './report.ts'
import type { ReportTexts } from './texts/report-texts.ts'

/** Sentences that stand before everything else: the data were not measured in the period. */
export function listBanners({ dataModes }: Pick<Report, 'dataModes'>, texts: ReportTexts): string[] {
  return (['demo', 'replay'] as const).filter((mode) => dataModes.includes(mode)).map((mode) => texts.dataModes[mode])
}

/** Versions of the intensities, those of most hours first. */
export function describeVersions(statement: Statement, texts: ReportTexts, figures: Figures): string {
  const versions = statement.methodologyVersions.map(({ carbon, consumption, hourCount }) =>
    texts.versionsOf(String(carbon), String(consumption ?? '–'), figures.number(hourCount, 0)),
  )
  return `${[...versions, texts.statementVersionOf(String(statement.statementVersion))].join(' · ')}.`
}

/** Longest name of a source, characters: the table of prices has some that tell a story, which --json repeats whole. */
const maxSourceCharacters = 150

/** Every source of hours and prices, with its licence, named once. */
export function listSources({ sources, contracts }: Statement, texts: ReportTexts): string[] {
  const kindsByName = new Map<string, string[]>()
  const add = (kind: string, name: string): void => {
    const kinds = kindsByName.get(name) ?? []
    const word = texts.sourceKinds[kind] ?? kind
    kindsByName.set(name, kinds.includes(word) ? kinds : [...kinds, word])
  }
  for (const { kind, name, license } of sources) add(kind, `${name} (${license ?? texts.noLicence})`)
  for (const { versions } of contracts) for (const { source } of versions) add('contract', shorten(source))
  return [...kindsByName].map(([name, kinds]) => `${kinds.join(', ')}${texts.colon} ${name}`)
}

const shorten = (text: string): string =>
  text.length > maxSourceCharacters ? `${text.slice(0, maxSourceCharacters - 1)}…` : text

/** Costs over the hours whose price is known under every contract. */
export type ComparedCosts = {
  /** On what the costs are compared. */
  basis: string
  /** Name and key, cost, and difference to the current contract, empty where there is none. */
  rows: [name: string, eur: string, differenceEur: string][]
}

/** Writes the comparison of the contracts; null without one. */
export function describeComparison(
  statement: Statement,
  language: Language,
  texts: ReportTexts,
  figures: Figures,
): ComparedCosts | null {
  const { comparison } = statement
  if (comparison === null) return null
  const { basis, comparedKwh, comparedShare, current, contracts } = comparison
  const compared = texts.comparedOf(figures.number(comparedKwh, 1), figures.percent(comparedShare))
  const rows = contracts.map(({ key, comparedEur, differenceToCurrentEur }): ComparedCosts['rows'][number] => {
    const hasDifference = differenceToCurrentEur !== null && key !== current
    const sign = hasDifference && differenceToCurrentEur > 0 ? '+' : ''
    const difference = hasDifference ? `${sign}${figures.number(differenceToCurrentEur, 2)}` : ''
    return [`${findContractName(statement, key, language)} [${key}]`, figures.number(comparedEur, 2), difference]
  })
  return {
    basis: `${compared}${texts.semicolon}${basis === 'total' ? texts.withSubscription : texts.energyOnly}.`,
    rows,
  }
}
