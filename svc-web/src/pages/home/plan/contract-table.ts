import { defaultSubscribedKva } from '@hexawatt/shared/contract/planning/choices'
import type { ContractTable } from '@hexawatt/shared/contract/planning/contracts'
import { addDays } from '@hexawatt/shared/time/paris-clock'

/** The tariffs of the page that are contracts of the table. */
const contractIds: readonly string[] = ['base', 'hphc', 'tempo']

/** Days after today whose prices an open page may need: the days of its forecast, and a margin for a page that stays open. */
const daysAhead = 10

/**
 * The part of the table that the page and its script need: the versions of its contracts, and of all adder profiles, that apply now or soon, without what no
 * price depends on.
 */
export function selectContractTable({ contracts, adders }: ContractTable, today: string): ContractTable {
  const lastDay = addDays(today, daysAhead)
  const isSoon = ({ from, to }: { from: string; to: string | null }): boolean =>
    from <= lastDay && (to === null || to > today)
  return {
    contracts: contracts
      .filter((version) => contractIds.includes(version.id) && isSoon(version))
      .map((version) => ({
        ...version,
        ...{ subscriptions: [], source: '', note: null },
        prices: version.prices.filter(
          ({ minKva, maxKva }) =>
            defaultSubscribedKva >= (minKva ?? 0) && defaultSubscribedKva <= (maxKva ?? Number.POSITIVE_INFINITY),
        ),
      })),
    adders: adders.filter(isSoon).map((version) => ({ ...version, source: '', note: null })),
  }
}

/** The adder profiles on offer: those with an amount today, each once. */
export function listAdders({ adders }: ContractTable, today: string): { id: string; name: string }[] {
  const valid = adders.filter(({ from, to }) => from <= today && (to === null || to > today))
  return [...new Map(valid.map(({ id, name }) => [id, { id, name }])).values()]
}
