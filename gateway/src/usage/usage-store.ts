import type { PlanTable } from '@hexawatt/shared/contract/plans'
import { listPlanIds } from '@hexawatt/shared/contract/plans/plan-rows'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { RestoredMonth } from '@hexawatt/shared/redis/limit-state'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import { type MonthCount, toCountsByIndex } from '@hexawatt/shared/usage/month-count'
import { createUsageMonthStore, toStoredMonth } from '@hexawatt/shared/usage/usage-month-store'

/** Longest time one page of a flush may take, ms. */
const pageTimeoutMs = 10_000

/** Accounts for which one statement opens a month, and the number of such statements at most: a million accounts. */
const openPageRows = 5_000
const maxOpenPages = 200

/** Writes usage by month. Many gateways may call every function at once, and twice. */
export function createUsageStore(sql: Sql, plans: PlanTable['plans']) {
  const rows = createUsageMonthStore(sql)
  const smallestFirst = listPlanIds(plans)

  /** Accounts whose row of this month is missing or names another plan. Rows that another gateway wrote meanwhile are not counted. */
  function openPage() {
    return sql`
      insert into usage_months as stored (account_id, month, requests, plan, highest_plan)
      select a.id, date_trunc('month', now())::date, 0, a.plan, a.plan
      from accounts a
      left join usage_months u on u.account_id = a.id and u.month = date_trunc('month', now())::date
      where u.plan is distinct from a.plan
      order by a.id limit ${openPageRows}
      on conflict (account_id, month) do update set plan = excluded.plan, flushed_at = now(),
        highest_plan = larger_plan(coalesce(stored.highest_plan, stored.plan), excluded.highest_plan, ${smallestFirst}::text[])
      where stored.plan <> excluded.plan`
  }

  return {
    /**
     * Stores counts. A stored count never becomes smaller; the plans of a past month stay; deleted accounts are left out. Rows are locked in one order,
     * because two flushes at once would otherwise wait for each other.
     */
    async flush(counts: readonly MonthCount[]): Promise<void> {
      const overage = counts.flatMap(({ accountId, month, overage }) =>
        Object.entries(overage).map(([plan, requests]) => ({ accountId, month, plan, requests })),
      )
      await withTimeout(
        pageTimeoutMs,
        sql.begin(async (tx) => {
          // A row from before overage was counted takes the overage only together with its count, never with a smaller count.
          await tx`
            insert into usage_months as stored (account_id, month, requests, plan, highest_plan)
            select a.id, (sent.month || '-01')::date, max(sent.requests), a.plan, a.plan
            from unnest(
              ${counts.map(({ accountId }) => accountId)}::text[],
              ${counts.map(({ month }) => month)}::text[],
              ${counts.map(({ requests }) => requests)}::bigint[]
            ) as sent (account_id, month, requests)
            join accounts a on a.id = sent.account_id
            group by a.id, sent.month order by a.id, sent.month
            on conflict (account_id, month) do update set
              requests = greatest(stored.requests, excluded.requests),
              plan = case when stored.month < date_trunc('month', now()) then stored.plan else excluded.plan end,
              highest_plan = case when stored.month < date_trunc('month', now()) then stored.highest_plan
                else larger_plan(coalesce(stored.highest_plan, stored.plan), excluded.highest_plan, ${smallestFirst}::text[]) end,
              overage_counted = stored.overage_counted or stored.requests <= excluded.requests,
              flushed_at = now()
            where stored.requests < excluded.requests or (not stored.overage_counted and stored.requests = excluded.requests)
              or (stored.month >= date_trunc('month', now()) and stored.plan <> excluded.plan)`
          if (overage.length === 0) return
          await tx`
            insert into usage_overage as stored (account_id, month, plan, requests)
            select u.account_id, u.month, sent.plan, max(sent.requests)
            from unnest(
              ${overage.map(({ accountId }) => accountId)}::text[],
              ${overage.map(({ month }) => month)}::text[],
              ${overage.map(({ plan }) => plan)}::text[],
              ${overage.map(({ requests }) => requests)}::bigint[]
            ) as sent (account_id, month, plan, requests)
            join usage_months u on u.account_id = sent.account_id and u.month = (sent.month || '-01')::date and u.overage_counted
            group by u.account_id, u.month, sent.plan order by u.account_id, u.month, sent.plan
            on conflict (account_id, month, plan) do update set requests = excluded.requests
            where stored.requests < excluded.requests`
        }),
      )
    },
    /**
     * Gives every account a row of the running month, with its plan: an account without requests is billed the base price too, and a later change of plan
     * must not change the price of the month.
     */
    async openMonth(): Promise<void> {
      for (let pages = 0; pages < maxOpenPages; pages += 1) {
        const opened = await withTimeout(pageTimeoutMs, openPage())
        if (opened.count === 0) return
      }
    },
    /**
     * The stored usage of an account's month, for the limiter; counts of 0 when nothing is stored. The caller bounds the wait.
     * @throws when the number of requests beyond the quota is unknown
     */
    async restoreMonth(accountId: string, month: string): Promise<RestoredMonth> {
      const row = await rows.countsOf(accountId, month)
      if (row === null) return { requests: 0, overage: new Map() }
      const { requests, overage } = toStoredMonth(row, plans)
      if (overage === null)
        throw new Error(`the plan table has no plan ${row.highestPlan}, by which the month ${month} is read`)
      return { requests, overage: toCountsByIndex(plans, overage) }
    },
  }
}
export type UsageStore = ReturnType<typeof createUsageStore>
