import {
  computeStatement,
  type StatementInput,
} from '@hexawatt/shared/methodology/load-curve/statement/compute-statement'
import type { ComparedContract } from '@hexawatt/shared/methodology/load-curve/statement/contract-prices'
import { findUnpriced, hasVersions, listContracts } from './compared-contracts.ts'
import type { HouseholdTerms } from './household-terms.ts'

/** Off-peak hours of every Tempo contract. */
const tempoOffPeak = '22:00-06:00'

/** Contracts of a statement that a command can repeat, and its options. */
export type ReportContracts = {
  contracts: ComparedContract[]
  /** Null where the own contract has no known price, or cannot be given to the command. */
  current: string | null
  /** Terms of the own contract, by the names of the API's parameters. */
  parameters: Record<string, string | number | undefined>
  subscription: string | undefined
}

/**
 * The contracts that the command line would compare. It knows the subscription of the own contract only: the market price is compared where it is the
 * reader's own.
 */
export function listReportContracts(
  terms: HouseholdTerms,
  input: Pick<StatementInput, 'curve' | 'months' | 'table'>,
): ReportContracts {
  const { contract, subscribedKva, spotSubscriptionEur } = terms
  const isSpot = contract.tariff === 'spot'
  const known = listContracts(terms).contracts.filter(
    (one) => hasVersions(input.table, one) && (one.key !== 'spot' || isSpot),
  )
  const unpriced = findUnpriced(computeStatement({ ...input, contracts: known })).map(({ key }) => String(key))
  const contracts = known.filter(({ key }) => !unpriced.includes(key))
  const { offPeak, offPeakBySeason, adder, adderEurPerKwh, vatPercent } = contract
  // The command counts an own Tempo contract by the off-peak hours that it is given, which here belong to another contract.
  const isRepeatable = contract.tariff !== 'tempo' || (offPeakBySeason === null && offPeak === tempoOffPeak)
  const isPriced = contracts.some(({ key }) => key === contract.tariff)
  const current = isPriced && isRepeatable ? contract.tariff : null
  const hours =
    offPeakBySeason === null
      ? { offPeak }
      : { offPeakSummer: offPeakBySeason.summer, offPeakWinter: offPeakBySeason.winter }
  return {
    // The own contract first, as the command has it.
    contracts: contracts.toSorted((one, other) => Number(other.key === current) - Number(one.key === current)),
    current,
    parameters: {
      tariff: current ?? undefined,
      subscribedKva,
      ...hours,
      ...(isSpot ? { adder: adder ?? adderEurPerKwh, vatPercent } : {}),
    },
    subscription: isSpot && spotSubscriptionEur !== null ? String(spotSubscriptionEur) : undefined,
  }
}
