import { monthlyCap, type PlanTable } from '@hexawatt/shared/contract/plans'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { MonthCount } from './month-count.ts'
import { billOf, type UsageBill } from './usage-bill.ts'
import { type ListedDay, type StatusCounts, type UsageDayStore, usageDaysKept } from './usage-day-store.ts'
import type { UsageDays } from './usage-days.ts'
import type { UsageStore } from './usage-store.ts'

/** Months that can be looked back at, in addition to the current one. */
export const monthsBack = 12

/** Usage of one account in one month, as its page, its file and the operator's page show it. */
export type AccountUsage = {
  /** The same as `bun run usage` prints; null = the account has no row of that month. */
  bill: UsageBill | null
  /** Name of the largest plan of the month, whose price the bill has. */
  planName: string | null
  /** Requests that the month includes, and how many are served at most: of the last and of the largest plan of the month. */
  quota: number
  cap: number
  /** By UTC day, oldest first, without days that have none; of the chosen key. */
  days: (StatusCounts & { period: string })[]
  /** By month, oldest first, the chosen month last; of the chosen key. */
  months: (StatusCounts & { period: string })[]
  /** By day and key: all keys, so that one can be chosen. */
  byKey: ListedDay[]
}

export type AccountUsageDeps = {
  /** The current counts of one account. */
  counts: { ofAccount(accountId: string): Promise<readonly MonthCount[]> }
  store: Pick<UsageStore, 'openMonth' | 'flush' | 'monthOf'>
  days: Pick<UsageDays, 'flush'>
  dayStore: Pick<UsageDayStore, 'list' | 'sums'>
  plans: PlanTable['plans']
  logger: Logger
}

/** Which usage is asked for. */
export type UsageSelection = {
  accountId: string
  /** `YYYY-MM` */
  month: string
  /** null = all keys. */
  keyId: string | null
}

/**
 * Makes the reading of one account's usage. The newest counts of the account are stored first, so that the figures are those of `bun run usage`;
 * what other gateways have counted by day follows within seconds.
 */
export function createAccountUsage({ counts, store, days, dayStore, plans, logger }: AccountUsageDeps) {
  async function storeNewest(accountId: string): Promise<void> {
    try {
      await store.openMonth(accountId)
      const newest = await counts.ofAccount(accountId)
      await Promise.all([newest.length === 0 ? undefined : store.flush(newest), days.flush()])
    } catch (error) {
      logger.warn({ err: error }, 'usage is shown as of the last flush')
    }
  }

  /** @throws what Postgres throws */
  return async function accountUsage({ accountId, month, keyId }: UsageSelection): Promise<AccountUsage> {
    await storeNewest(accountId)
    const start = Temporal.PlainYearMonth.from(month)
    const from = start.toPlainDate({ day: 1 }).toString()
    const to = start.add({ months: 1 }).toPlainDate({ day: 1 }).toString()
    const firstMonth = start.subtract({ months: monthsBack }).toPlainDate({ day: 1 }).toString()
    // One after the other: requests wait for the same few connections.
    const stored = await store.monthOf(accountId, month)
    const daySums = await dayStore.sums({ accountId, from, to, keyId }, 'day')
    const monthSums = await dayStore.sums({ accountId, from: firstMonth, to, keyId }, 'month')
    const byKey = await dayStore.list({ accountId, from, to, keyId: null })
    const ofMonth = stored === null ? [] : [plans[stored.usage.plan], plans[stored.lastPlan]]
    return {
      bill: stored && billOf(stored.usage, plans),
      planName: stored && plans[stored.usage.plan].name,
      quota: Math.max(0, ...ofMonth.map(({ monthlyQuota }) => monthlyQuota)),
      cap: Math.max(0, ...ofMonth.map(monthlyCap)),
      days: daySums,
      months: monthSums,
      byKey,
    }
  }
}
export type AccountUsageOf = ReturnType<typeof createAccountUsage>

export type UsageExportDeps = {
  store: Pick<UsageStore, 'monthOf'>
  dayStore: Pick<UsageDayStore, 'list'>
  plans: PlanTable['plans']
}

/** Makes what the export of an account says of its usage: the bills of the last months, and the days that are kept, as they are stored. */
export function createUsageExport({ store, dayStore, plans }: UsageExportDeps) {
  return async function usageExport(accountId: string) {
    const today = Temporal.Now.plainDateISO('UTC')
    const bills: UsageBill[] = []
    for (let back = monthsBack; back >= 0; back -= 1) {
      const stored = await store.monthOf(accountId, today.toPlainYearMonth().subtract({ months: back }).toString())
      if (stored !== null) bills.push(billOf(stored.usage, plans))
    }
    const from = today.subtract({ days: usageDaysKept }).toString()
    const days = await dayStore.list({ accountId, from, to: today.add({ days: 1 }).toString(), keyId: null })
    return { months: bills, days }
  }
}
export type UsageExport = ReturnType<typeof createUsageExport>
