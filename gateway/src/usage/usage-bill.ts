import type { PlanTable } from '@hexawatt/shared/contract/plans'
import Big from 'big.js'
import type { UsageMonth, UsageStore } from './usage-store.ts'

/** What an account is billed for a month. Amounts are EUR with two decimals, as text: binary fractions hold no cents. */
export type UsageBill = UsageMonth & {
  /** Requests within the quota of the plan. */
  included: number
  /** Requests beyond it. */
  beyond: number
  /** Price of the plan. */
  baseEur: string
  /** Price of the requests beyond the quota. */
  overageEur: string
  /** Both together. */
  eur: string
}

/**
 * Prices a month. The prices are taken as the decimals that the plan table writes, and each of the two amounts is rounded once, half away
 * from zero, to cents; the total is the sum of what is shown, so that a bill adds up. A plan that has no price for requests beyond its quota
 * bills none: there are some when an account changed to it within the month.
 */
export function billOf(usage: UsageMonth, plans: PlanTable['plans']): UsageBill {
  const { priceEurPerMonth, monthlyQuota, overageEurPerRequest } = plans[usage.plan]
  const included = Math.min(usage.requests, monthlyQuota)
  const beyond = usage.requests - included
  const base = toCents(new Big(priceEurPerMonth))
  const overage = toCents(new Big(overageEurPerRequest ?? 0).times(beyond))
  return {
    ...usage,
    included,
    beyond,
    baseEur: base.toFixed(2),
    overageEur: overage.toFixed(2),
    eur: base.plus(overage).toFixed(2),
  }
}

/** The bills of a month in the order of the accounts' names, page by page. */
export async function* billsOf(
  store: Pick<UsageStore, 'list'>,
  plans: PlanTable['plans'],
  month: string,
): AsyncGenerator<UsageBill[], void> {
  for await (const page of store.list(month)) yield page.map((usage) => billOf(usage, plans))
}

function toCents(eur: Big): Big {
  return eur.round(2, Big.roundHalfUp)
}
