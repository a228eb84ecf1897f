import { tariffKinds } from '@hexawatt/shared/contract/planning/choices'
import type { ContractTable } from '@hexawatt/shared/contract/planning/contracts'
import { maxOffPeakRanges, readGivenHours } from '@hexawatt/shared/contract/query/given-hours'
import type { ComparedContract } from '@hexawatt/shared/methodology/load-curve/statement/contract-prices'
import type { Statement, UnknownReason } from '@hexawatt/shared/methodology/load-curve/statement/statement'
import type { ContractChoice, TariffKind } from '../../../kit/contract-choice.ts'
import type { HouseholdTerms } from './household-terms.ts'

/** A contract that is not compared: `spot-terms` = what its supplier adds, or its subscription, is not known. */
export type LeftOutContract = { key: TariffKind; reasons: (UnknownReason | 'spot-terms')[] }

type Customer = Extract<ComparedContract['tariff'], { kind: 'contract' }>['customer']
type SeasonalHours = NonNullable<Customer['offPeak']>

/** The contracts that a household's terms allow to compare, by the names of their tariffs. The regulated ones have their subscriptions in the table. */
export function listContracts(terms: HouseholdTerms): { contracts: ComparedContract[]; leftOut: LeftOutContract[] } {
  const contracts = tariffKinds.toSorted(byRegulatedFirst).map((key) => makeContract(key, terms))
  const isComparable = ({ key }: ComparedContract): boolean => key !== 'spot' || hasSpotTerms(terms)
  return {
    contracts: contracts.filter(isComparable),
    leftOut: hasSpotTerms(terms) ? [] : [{ key: 'spot', reasons: ['spot-terms'] }],
  }
}

const byRegulatedFirst = (one: TariffKind, other: TariffKind): number =>
  Number(one === 'spot') - Number(other === 'spot')

function makeContract(key: TariffKind, terms: HouseholdTerms): ComparedContract {
  const { contract, subscribedKva, spotSubscriptionEur } = terms
  if (key === 'spot') {
    const { adder, adderEurPerKwh, vatPercent } = contract
    const offPeak = readSeasonalHours(contract)
    const tariff = {
      kind: 'spot' as const,
      adder: adder === null ? adderEurPerKwh : { id: adder },
      vatPercent,
      offPeak,
    }
    return spotSubscriptionEur === null
      ? { key, tariff }
      : { key, tariff, subscriptionEurPerMonth: spotSubscriptionEur }
  }
  // Tempo has off-peak hours of its own: those of the household belong to another contract.
  const offPeak = key === 'hphc' ? readSeasonalHours(contract) : null
  return { key, tariff: { kind: 'contract', id: key, customer: { subscribedKva, offPeak } } }
}

/**
 * Whether the market price can be compared: the supplier's addition must be known, because without it no contract would look as cheap. The reader's own
 * contract is compared even without its subscription; the subscriptions of the other contracts then leave the comparison too.
 */
const hasSpotTerms = ({ contract, spotSubscriptionEur }: HouseholdTerms): boolean =>
  (contract.adder !== null || contract.adderEurPerKwh !== 0) &&
  (contract.tariff === 'spot' || spotSubscriptionEur !== null)

function readSeasonalHours({ offPeak, offPeakBySeason }: ContractChoice): SeasonalHours | null {
  const [summer, winter] = [offPeakBySeason?.summer ?? offPeak, offPeakBySeason?.winter ?? offPeak].map(
    (text) => readGivenHours(text, maxOffPeakRanges)?.ranges,
  )
  return summer && winter ? { summer, winter } : null
}

/** A contract whose price is unknown for a larger share of the energy than this, compared with the best-known contract, is left out of the comparison. */
const toleratedUnknownShare = 0.02

/**
 * Contracts whose price is known for clearly less of the consumption than that of others. All contracts are compared over the hours whose prices are all
 * known: a contract with few known hours would shorten the comparison of all.
 */
export function findUnpriced({ total, unknown }: Statement): LeftOutContract[] {
  const shares = total.costs.map(({ knownShare }) => knownShare ?? 0)
  const most = Math.max(0, ...shares)
  return total.costs.flatMap(({ key, knownShare }) => {
    const kind = tariffKinds.find((one) => one === key)
    if (kind === undefined || (knownShare ?? 0) >= most - toleratedUnknownShare) return []
    const ranges = unknown.find(({ figure }) => 'contract' in figure && figure.contract === key)?.ranges ?? []
    return [{ key: kind, reasons: [...new Set(ranges.map(({ reason }) => reason))] }]
  })
}

/** Whether the table has a version of a contract at all. */
export const hasVersions = (table: ContractTable, { tariff }: ComparedContract): boolean =>
  tariff.kind === 'spot' || table.contracts.some(({ id }) => id === tariff.id)
