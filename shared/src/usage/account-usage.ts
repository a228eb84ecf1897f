import { findPlan, findPlanName } from '../contract/plans/plan-rows.ts'
import { computeMonthlyCap, type PlanRow, type PlanTable } from '../contract/plans.ts'
import { createBill, type UsageBill } from './usage-bill.ts'
import { type ListedDay, type StatusCounts, type UsageDayStore, usageDaysKept } from './usage-day-store.ts'
import type { UsageReader } from './usage-reader.ts'

/** Months that can be looked back at, in addition to the current one. */
export const monthsBack = 12

/** Usage of one account in one month, as its page, its file and the operator's page show it. */
export type AccountUsage = {
  /** The same as `bun run usage` prints; null = the account has no row of that month. */
  bill: UsageBill | null
  /** Name of the largest plan of the month, whose price the bill has; its id when the plan table does not have it. */
  planName: string | null
  /**
   * Requests that the month includes, and how many are served at most: of the last and of the largest plan of the month; null without a plan that the
   * plan table has.
   */
  quota: number | null
  cap: number | null
  /** By UTC day, oldest first, without days that have none; of the chosen key. */
  days: (StatusCounts & { period: string })[]
  /** By month, oldest first, the chosen month last; of the chosen key. */
  months: (StatusCounts & { period: string })[]
  /** By day and key: all keys, so that one can be chosen. */
  byKey: ListedDay[]
}

export type AccountUsageDeps = {
  reader: Pick<UsageReader, 'monthOf'>
  dayStore: Pick<UsageDayStore, 'list' | 'sums'>
  plans: PlanTable['plans']
}

/** Which usage is asked for. */
export type UsageSelection = {
  accountId: string
  /** `YYYY-MM` */
  month: string
  /** null = all keys. */
  keyId: string | null
}

/** Creates the reader of one account's usage: the current month, and the days as stored by gateways, which flush every few seconds. */
export function createAccountUsage({ reader, dayStore, plans }: AccountUsageDeps) {
  /** @throws errors of Postgres */
  return async function accountUsage({ accountId, month, keyId }: UsageSelection): Promise<AccountUsage> {
    const start = Temporal.PlainYearMonth.from(month)
    const from = start.toPlainDate({ day: 1 }).toString()
    const to = start.add({ months: 1 }).toPlainDate({ day: 1 }).toString()
    const firstMonth = start.subtract({ months: monthsBack }).toPlainDate({ day: 1 }).toString()
    // One after the other: requests wait for the same few connections.
    const usage = await reader.monthOf(accountId, month)
    const daySums = await dayStore.sums({ accountId, from, to, keyId }, 'day')
    const monthSums = await dayStore.sums({ accountId, from: firstMonth, to, keyId }, 'month')
    const byKey = await dayStore.list({ accountId, from, to, keyId: null })
    const ofMonth = usage === null ? [] : [findPlan(plans, usage.plan), findPlan(plans, usage.lastPlan)].filter(isKnown)
    return {
      bill: usage && createBill(usage, plans),
      planName: usage && findPlanName(plans, usage.plan),
      quota: findLargest(ofMonth.map(({ monthlyQuota }) => monthlyQuota)),
      cap: findLargest(ofMonth.map(computeMonthlyCap)),
      days: daySums,
      months: monthSums,
      byKey,
    }
  }
}
export type AccountUsageOf = ReturnType<typeof createAccountUsage>

function isKnown(plan: PlanRow | null): plan is PlanRow {
  return plan !== null
}

function findLargest(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : Math.max(...numbers)
}

export type UsageExportDeps = {
  reader: Pick<UsageReader, 'monthOf'>
  dayStore: Pick<UsageDayStore, 'list'>
  plans: PlanTable['plans']
}

/** Creates the usage part of an account export: the bills of the last months, and the stored days. */
export function createUsageExport({ reader, dayStore, plans }: UsageExportDeps) {
  return async function usageExport(accountId: string) {
    const today = Temporal.Now.plainDateISO('UTC')
    const bills: UsageBill[] = []
    for (let back = monthsBack; back >= 0; back -= 1) {
      const usage = await reader.monthOf(accountId, today.toPlainYearMonth().subtract({ months: back }).toString())
      if (usage !== null) bills.push(createBill(usage, plans))
    }
    const from = today.subtract({ days: usageDaysKept }).toString()
    const days = await dayStore.list({ accountId, from, to: today.add({ days: 1 }).toString(), keyId: null })
    return { months: bills, days }
  }
}
export type UsageExport = ReturnType<typeof createUsageExport>
