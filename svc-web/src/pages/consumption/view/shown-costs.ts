import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import type { Comparison, Statement } from '@hexawatt/shared/methodology/load-curve/statement/statement'
import { findCostDecimals } from '../result/agreed-amounts.ts'
import type { View } from './view.ts'

/** A cost as the page shows it. */
export type ShownCost = {
  key: string
  /** Rounded as it is shown. */
  eur: number
  /** Null where subscriptions are not counted. */
  subscriptionEur: number | null
  /** The difference of two shown costs, so that a reader who subtracts gets it; null without a current contract. */
  differenceEur: number | null
}

/** Costs of a comparison, the cheapest first; each is rounded before any is subtracted. */
export type ShownCosts = {
  basis: Comparison['basis']
  best: ShownCost
  current: ShownCost | null
  costs: ShownCost[]
  /** Writes an amount with the decimals of this comparison, and its unit. */
  euros: (eur: number) => string
  /** The same with a sign. */
  change: (eur: number) => string
}

/** Rounds the costs of a comparison; null without one. */
export function showCosts({ comparison }: Pick<Statement, 'comparison'>, { format }: View): ShownCosts | null {
  if (comparison === null) return null
  const { basis, contracts, current, best } = comparison
  const decimals = findCostDecimals(comparison)
  const round = (eur: number): number => roundHalfAwayFromZero(eur, decimals)
  const currentEur = contracts.find(({ key }) => key === current)?.comparedEur ?? null
  const costs = contracts.map(({ key, comparedEur, subscriptionEur }): ShownCost => {
    const eur = round(comparedEur)
    const differenceEur = currentEur === null ? null : roundHalfAwayFromZero(eur - round(currentEur), decimals)
    return { key, eur, subscriptionEur: basis === 'total' ? subscriptionEur : null, differenceEur }
  })
  // The statement has the exact order; equal amounts have the best contract first.
  costs.sort((one, other) => one.eur - other.eur || Number(other.key === best) - Number(one.key === best))
  const cheapest = costs.find(({ key }) => key === best) ?? costs[0]
  if (cheapest === undefined) return null
  const euros = (eur: number): string => format.quantity(eur, decimals, '€')
  return {
    basis,
    costs,
    best: cheapest,
    current: costs.find(({ key }) => key === current) ?? null,
    euros,
    change: (eur) => `${eur > 0 ? '+' : ''}${euros(eur)}`,
  }
}

/** Hours without a value below this share of a year do not change what is said of the year. */
const negligibleShare = 0.002

/** Whether a period is one whole year, so that its costs are those of a year. */
export function isWholeYear({ total, caveats, comparison }: Statement): boolean {
  const isShorter = caveats.some(({ code }) => code === 'less-than-a-year')
  const isCovered = total.coveredMinutes >= (1 - negligibleShare) * total.periodMinutes
  return !isShorter && isCovered && total.days <= 366 && comparison?.comparedShare === 1
}
