import { chooseLargerPlan } from '../contract/plans/plan-rows.ts'
import type { PlanId, PlanTable } from '../contract/plans.ts'
import { chooseLargerCounts, type MonthCount, noOverage, type StoredMonth } from './month-count.ts'
import { type AccountMonth, toStoredMonth, type UsageMonthStore } from './usage-month-store.ts'

/** The usage of one account in one month. */
export type UsageMonth = StoredMonth & {
  account: string
  accountId: string
  /** `YYYY-MM` */
  month: string
  /** The largest plan of the account in the month: its price is the base price. */
  plan: PlanId
  /** The plan at the end of the month, or now. */
  lastPlan: PlanId
}

export type UsageReaderDeps = {
  store: Pick<UsageMonthStore, 'monthOf' | 'list'>
  /** Current counts in Redis; null = only stored counts are read. */
  counts: { ofAccounts(accountIds: readonly string[]): Promise<readonly MonthCount[]> } | null
  plans: PlanTable['plans']
  /** Called when Redis does not answer: the figures are then those of the last flush. */
  onStale: (error: unknown) => void
}

/**
 * Reads the current usage by month; read-only. For each account and plan it takes the larger of the stored count and the count in Redis, which the
 * next flush of a gateway stores.
 */
export function createUsageReader({ store, counts, plans, onStale }: UsageReaderDeps) {
  async function addNewestCounts(month: string, accounts: readonly AccountMonth[]): Promise<UsageMonth[]> {
    const newest = await readNewestCounts(month, accounts)
    return accounts.flatMap((account) => toUsageMonth(account, month, newest.get(account.accountId), plans) ?? [])
  }

  async function readNewestCounts(
    month: string,
    accounts: readonly AccountMonth[],
  ): Promise<ReadonlyMap<string, MonthCount>> {
    if (counts === null) return new Map()
    try {
      const found = await counts.ofAccounts(accounts.map(({ accountId }) => accountId))
      return new Map(found.filter((count) => count.month === month).map((count) => [count.accountId, count]))
    } catch (error) {
      onStale(error)
      return new Map()
    }
  }

  return {
    /** Usage of one account; null = no usage in this month. @throws errors of Postgres */
    async monthOf(accountId: string, month: string): Promise<UsageMonth | null> {
      const account = await store.monthOf(accountId, month)
      if (account === null) return null
      const [usage] = await addNewestCounts(month, [account])
      return usage ?? null
    },
    /** The accounts of a month ordered by name, page by page. @throws errors of Postgres */
    async *list(month: string): AsyncGenerator<readonly UsageMonth[], void> {
      for await (const page of store.list(month)) yield addNewestCounts(month, page)
    },
  }
}
export type UsageReader = ReturnType<typeof createUsageReader>

/** null = nothing is known of the account in a month that is over. */
function toUsageMonth(
  { account, accountId, accountPlan, isRunningMonth, row }: AccountMonth,
  month: string,
  newest: MonthCount | undefined,
  plans: PlanTable['plans'],
): UsageMonth | null {
  const names = { account, accountId, month }
  if (row === null) {
    if (newest === undefined && !isRunningMonth) return null
    const counted = newest === undefined ? { requests: 0, overage: noOverage } : toNewestCounts(newest)
    return { ...names, plan: accountPlan, lastPlan: accountPlan, ...counted }
  }
  // If nothing was flushed since the account changed its plan, the row names the former plan.
  const plan = isRunningMonth ? chooseLargerPlan(plans, row.highestPlan, accountPlan) : row.highestPlan
  const lastPlan = isRunningMonth ? accountPlan : row.lastPlan
  const stored = toStoredMonth(row, plans)
  if (newest === undefined) return { ...names, plan, lastPlan, ...stored }
  if (row.isOverageCounted) {
    const overage = newest.hasUnknownPlan ? null : chooseLargerCounts(row.overage, newest.overage)
    return { ...names, plan, lastPlan, requests: Math.max(row.requests, newest.requests), overage }
  }
  // A row without overage is replaced by a count that has all of it, unless that count is smaller.
  return { ...names, plan, lastPlan, ...(row.requests <= newest.requests ? toNewestCounts(newest) : stored) }
}

/** How much lies beyond the quota is not known where Redis counts some of it for a plan without a name. */
function toNewestCounts({ requests, overage, hasUnknownPlan }: MonthCount): StoredMonth {
  return { requests, overage: hasUnknownPlan ? null : overage }
}
