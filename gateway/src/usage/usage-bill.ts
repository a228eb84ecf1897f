import { type PlanTable, planIds } from '@hexawatt/shared/contract/plans'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import Big from 'big.js'
import { isUsageMonth, type MonthCounts, type PlanCounts } from './month-count.ts'
import { flushUsage } from './usage-flush.ts'
import type { UsageMonth, UsageStore } from './usage-store.ts'

/** What an account is billed for a month. Amounts are EUR with two decimals, as text: binary fractions hold no cents. */
export type UsageBill = Omit<UsageMonth, 'overage'> & {
  /** Requests that the base price includes. */
  included: number
  /** Requests beyond the quota that held when they were served. */
  beyond: number
  /** The same by the plan that prices them: the one in force then. */
  beyondByPlan: PlanCounts
  /** Price of the plan. */
  baseEur: string
  /** Price of the requests beyond the quota. */
  overageEur: string
  /** Both together. */
  eur: string
}

/**
 * Prices a month: the base price of the account's largest plan in it, and each plan's price of the requests beyond the quota that were served
 * under it, so that a later change of plan does not lower a bill. Prices are the exact decimals of the plan table; each of the two amounts is
 * rounded once, half away from zero, to cents, and the total is their sum, so that a bill adds up. A plan without a price for requests beyond
 * its quota bills none.
 */
export function billOf({ overage, ...usage }: UsageMonth, plans: PlanTable['plans']): UsageBill {
  const beyond = planIds.reduce((sum, plan) => sum + overage[plan], 0)
  const base = toCents(new Big(plans[usage.plan].priceEurPerMonth))
  const prices = planIds.map((plan) => new Big(plans[plan].overageEurPerRequest ?? 0).times(overage[plan]))
  const overageEur = toCents(prices.reduce((sum, price) => sum.plus(price), new Big(0)))
  return {
    ...usage,
    included: usage.requests - beyond,
    beyond,
    beyondByPlan: overage,
    baseEur: base.toFixed(2),
    overageEur: overageEur.toFixed(2),
    eur: base.plus(overageEur).toFixed(2),
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

export type UsageOfDeps = { counts: MonthCounts; store: UsageStore; plans: PlanTable['plans']; logger: Logger }

/** Bills in one response at most; `bun run usage` prints all. */
const maxUsageBills = 10_000

/**
 * Makes the reading of a month's bills for the operator's listener: the newest counts are stored first, as far as Redis and Postgres let it;
 * otherwise the numbers are those of the last flush.
 */
export function createUsageOf({ counts, store, plans, logger }: UsageOfDeps) {
  /** The bills of `YYYY-MM` in the order of the accounts' names; none of a month that has not begun. @throws what Postgres throws */
  return async function usageOf(month: string): Promise<readonly UsageBill[]> {
    if (!isUsageMonth(month)) return []
    try {
      await flushUsage({ counts, store })
    } catch (error) {
      logger.warn({ err: error }, 'usage is shown as of the last flush')
    }
    return firstBills(billsOf(store, plans, month))
  }
}

async function firstBills(pages: AsyncIterable<readonly UsageBill[]>): Promise<UsageBill[]> {
  const bills: UsageBill[] = []
  for await (const page of pages) {
    bills.push(...page.slice(0, maxUsageBills - bills.length))
    if (bills.length >= maxUsageBills) break
  }
  return bills
}
