import type { PlanTable } from '@hexawatt/shared/contract/plans'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { flushUsage } from './flush-usage.ts'
import { isUsageMonth, type MonthCounts } from './month-count.ts'
import { billsOf, type UsageBill } from './usage-bill.ts'
import type { UsageStore } from './usage-store.ts'

export type UsageOfDeps = { counts: MonthCounts; store: UsageStore; plans: PlanTable['plans']; logger: Logger }

/** Bills that one answer holds; an operator with more accounts prints them with `bun run usage`. */
export const maxUsageBills = 10_000

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
