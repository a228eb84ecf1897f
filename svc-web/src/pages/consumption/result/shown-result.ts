import type { ContractTable } from '@hexawatt/shared/contract/planning/contracts'
import type { Language } from '@hexawatt/shared/contract/values/languages'
import { listBanners } from '@hexawatt/shared/methodology/load-curve/report/sentences'
import { findTexts } from '@hexawatt/shared/methodology/load-curve/report/texts/find-texts'
import type { CaveatCode, IntensityKind, Statement } from '@hexawatt/shared/methodology/load-curve/statement/statement'
import { describeRemark } from '@hexawatt/shared/methodology/load-curve/texts/describe'
import { listBreakEvenSentences } from '@hexawatt/shared/methodology/load-curve/texts/statement/describe-changes'
import {
  findFigureNames,
  listCaveatSentences,
  listUnknownSentences,
} from '@hexawatt/shared/methodology/load-curve/texts/statement/describe-statement'
import { tariffNames } from '../../../kit/contract-choice.ts'
import { findUnpriced, hasVersions, type LeftOutContract, listContracts } from '../terms/compared-contracts.ts'
import type { HouseholdTerms } from '../terms/household-terms.ts'
import { agreeBreakEvens } from './agreed-amounts.ts'
import { type ConsumptionResult, computeResult, findStatement, type ResultInput } from './consumption-result.ts'

/** A result, and the terms by which it was computed. */
export type HouseholdResult = ConsumptionResult & { leftOut: LeftOutContract[]; terms: HouseholdTerms }

/** A result with its sentences in one language: the page's script needs no texts of statements. */
export type ShownResult = HouseholdResult & {
  sentences: {
    /** That the figures of the grid were not measured in the period. */
    banners: string[]
    intensities: Record<IntensityKind, string>
    /** Unknown figures, one sentence each. */
    unknown: string[]
    caveats: { code: CaveatCode; text: string }[]
    /** What was assumed or left out when the file was read. */
    remarks: string[]
    /** What would make another contract pay, by the key of the current contract. */
    breakEvens: Record<string, string[]>
  }
}

/** The result for a household. Contracts whose price is not known over the period are left out, with the reason. */
export function computeHouseholdResult(
  { table, ...input }: Omit<ResultInput, 'contracts'> & { table: ContractTable },
  terms: HouseholdTerms,
): HouseholdResult {
  const { contracts, leftOut } = listContracts(terms)
  const known = contracts.filter((contract) => hasVersions(table, contract))
  const first = computeResult({ ...input, table, contracts: known })
  const unpriced = findUnpriced(first.statement)
  if (unpriced.length === 0) return { ...first, leftOut, terms }
  const isPriced = ({ key }: { key: string }) => !unpriced.some((one) => one.key === key)
  const result = computeResult({ ...input, table, contracts: known.filter(isPriced) })
  return { ...result, leftOut: [...leftOut, ...unpriced], terms }
}

/** Writes the sentences of a result. @param dataModes kinds of the figures of the grid: `live`, `open`, `demo`, `replay` */
export function describeResult(
  result: HouseholdResult,
  language: Language,
  dataModes: readonly string[] = [],
): ShownResult {
  const statement = nameShortly(result.statement, language)
  return {
    ...result,
    sentences: {
      banners: listBanners({ dataModes: [...dataModes] }, findTexts(language)),
      intensities: findFigureNames(language).intensities,
      unknown: listUnknownSentences(statement, language),
      caveats: statement.caveats.map((caveat) => ({
        code: caveat.code,
        text: listCaveatSentences({ ...statement, caveats: [caveat] }, language).join(' '),
      })),
      remarks: statement.file.remarks.map((remark) => describeRemark(remark, language)),
      breakEvens: Object.fromEntries(
        Object.keys(result.byCurrent).map((current) => [
          current,
          listBreakEvenSentences(agreeWithCosts(nameShortly(findStatement(result, current), language)), language),
        ]),
      ),
    },
  }
}

const agreeWithCosts = (statement: Statement): Statement => ({ ...statement, breakEvens: agreeBreakEvens(statement) })

/** The statement with the names that the page has for contracts. */
function nameShortly(statement: Statement, language: Language): Statement {
  const names: Readonly<Record<string, string>> = tariffNames[language]
  return {
    ...statement,
    contracts: statement.contracts.map((contract) => ({ ...contract, name: names[contract.key] ?? contract.name })),
  }
}
