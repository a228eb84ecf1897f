import Big from 'big.js'
import { findPlan, listPlanIds } from '../contract/plans/plan-rows.ts'
import type { PlanId, PlanTable } from '../contract/plans.ts'
import { isUsageMonth, type PlanCounts, sumCounts } from './month-count.ts'
import type { UsageMonth, UsageReader } from './usage-reader.ts'

/**
 * Bill of an account for a month. Amounts are EUR with two decimals, as text, because binary fractions cannot represent cents. The price of a plan
 * that is no longer in the plan table is null, and so is every sum that includes it.
 */
export type UsageBill = Omit<UsageMonth, 'overage' | 'lastPlan'> & {
  /** Requests included in the base price. */
  included: number | null
  /** Requests beyond the quota in force when they were served. */
  beyond: number | null
  /** Requests beyond the quota by the plan that prices them: the plan in force when they were served. Every plan of the table has an entry. */
  beyondByPlan: PlanCounts | null
  /** Base price of the plan. */
  baseEur: string | null
  /** Price of the requests beyond the quota. */
  overageEur: string | null
  /** Both together. */
  eur: string | null
}

/**
 * Prices a month: the base price of the account's largest plan in it, and each plan's price of the requests beyond the quota that were served
 * under it, so that a later change of plan does not lower a bill. Prices are the exact decimals of the plan table; each of the two amounts is
 * rounded once, half away from zero, to cents, and the total is their sum, so that a bill adds up. A plan without a price for requests beyond
 * its quota bills none.
 */
export function createBill({ overage, lastPlan: _, ...usage }: UsageMonth, plans: PlanTable['plans']): UsageBill {
  const beyond = overage && sumCounts(overage)
  const base = findPlan(plans, usage.plan)?.priceEurPerMonth
  const baseEur = base === undefined ? null : toCents(new Big(base))
  const overageEur = overage && computeOveragePrice(overage, plans)
  return {
    ...usage,
    included: beyond === null ? null : usage.requests - beyond,
    beyond,
    beyondByPlan: overage && { ...Object.fromEntries(listPlanIds(plans).map((id) => [id, 0])), ...overage },
    baseEur: baseEur?.toFixed(2) ?? null,
    overageEur: overageEur?.toFixed(2) ?? null,
    eur: baseEur && overageEur && baseEur.plus(overageEur).toFixed(2),
  }
}

/** Price of requests beyond the quota; null when the table does not have a plan that prices some of them. */
function computeOveragePrice(overage: PlanCounts, plans: PlanTable['plans']): Big | null {
  let eur = new Big(0)
  for (const [id, count] of Object.entries(overage)) {
    const plan = findPlan(plans, id)
    if (plan === null && count > 0) return null
    eur = eur.plus(new Big(plan?.overageEurPerRequest ?? 0).times(count))
  }
  return toCents(eur)
}

function toCents(eur: Big): Big {
  return eur.round(2, Big.roundHalfUp)
}

/** The bills of a month in the order of the accounts' names, page by page. */
export async function* listBills(
  reader: Pick<UsageReader, 'list'>,
  plans: PlanTable['plans'],
  month: string,
): AsyncGenerator<UsageBill[], void> {
  for await (const page of reader.list(month)) yield page.map((usage) => createBill(usage, plans))
}

/** Bills in one response at most; `bun run usage` prints all. */
const maxUsageBills = 10_000

/** Makes the reading of a month's bills for the operator's listener. */
export function createUsageOverview(reader: Pick<UsageReader, 'list'>, plans: PlanTable['plans']) {
  /** The bills of `YYYY-MM`, ordered by account name; none for a month that has not begun. @throws errors of Postgres */
  return async function usageOf(month: string): Promise<readonly UsageBill[]> {
    const bills: UsageBill[] = []
    if (!isUsageMonth(month)) return bills
    for await (const page of listBills(reader, plans, month)) {
      bills.push(...page.slice(0, maxUsageBills - bills.length))
      if (bills.length >= maxUsageBills) break
    }
    return bills
  }
}

/** The plans that price requests beyond the quota of a bill, with how many each. */
export function listPricedPlans({ beyondByPlan }: UsageBill): (readonly [plan: PlanId, count: number])[] {
  return Object.entries(beyondByPlan ?? {}).filter(([, count]) => count > 0)
}
