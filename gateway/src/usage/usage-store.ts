import { type PlanId, type PlanTable, planIds } from '@hexawatt/shared/contract/plans'
import type { Sql, TransactionSql } from '@hexawatt/shared/postgres/client'
import type { RestoredMonth } from '@hexawatt/shared/redis/limit-state'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import { type MonthCount, noOverage, type PlanCounts, planCounts, planIndex, type StoredMonth } from './month-count.ts'

/** Longest one page of a flush or of a list may take, ms. */
const pageTimeoutMs = 10_000

/** Accounts of one page of {@link UsageStore.list}. */
const listPageRows = 1_000
/** Accounts that one statement opens a month for, and how many such statements there are at most: a million accounts. */
const openPageRows = 5_000
const maxOpenPages = 200

/** The stored usage of one account in one month. */
export type UsageMonth = Required<MonthCount> & {
  account: string
  /** The largest plan of the account in the month: its price is the base price. */
  plan: PlanId
}

/** What a row says of a month's counts; `overage` is null in rows of before it was counted. */
type CountRow = { requests: number; highestPlan: PlanId } & Record<`overage${Capitalize<PlanId>}`, number | null>

type ListedRow = CountRow & { account: string; accountId: string }

/**
 * All SQL about usage by month. Everything here may be done by many gateways at once, and twice.
 *
 * @param plans read rows of before overage was counted
 */
export function createUsageStore(sql: Sql, plans: PlanTable['plans']) {
  return {
    /**
     * Stores counts. A stored count never becomes smaller; the plans of a month that is over stay; accounts that do not exist any more
     * are left out. Rows are locked in one order, since two flushes at once would wait for each other otherwise.
     */
    async flush(counts: readonly MonthCount[]): Promise<void> {
      // A row of before overage was counted takes it over with the count that it belongs to, not with a smaller one.
      const isWhole = sql`(stored.overage_pro is not null or stored.requests <= excluded.requests)`
      await withTimeout(
        pageTimeoutMs,
        sql`
        insert into usage_months as stored
          (account_id, month, requests, plan, highest_plan, overage_decouverte, overage_pro, overage_scale)
        select a.id, (sent.month || '-01')::date, max(sent.requests), a.plan, a.plan,
          max(sent.decouverte), max(sent.pro), max(sent.scale)
        from unnest(
          ${counts.map(({ accountId }) => accountId)}::text[],
          ${counts.map(({ month }) => month)}::text[],
          ${counts.map(({ requests }) => requests)}::bigint[],
          ${counts.map(({ overage = noOverage }) => overage.decouverte)}::bigint[],
          ${counts.map(({ overage = noOverage }) => overage.pro)}::bigint[],
          ${counts.map(({ overage = noOverage }) => overage.scale)}::bigint[]
        ) as sent (account_id, month, requests, decouverte, pro, scale)
        join accounts a on a.id = sent.account_id
        group by a.id, sent.month order by a.id, sent.month
        on conflict (account_id, month) do update set
          requests = greatest(stored.requests, excluded.requests),
          plan = case when stored.month < date_trunc('month', now()) then stored.plan else excluded.plan end,
          highest_plan = case when stored.month < date_trunc('month', now()) then stored.highest_plan
            else higher_plan(coalesce(stored.highest_plan, stored.plan), excluded.highest_plan) end,
          overage_decouverte = greatest(stored.overage_decouverte, case when ${isWhole} then excluded.overage_decouverte end),
          overage_pro = greatest(stored.overage_pro, case when ${isWhole} then excluded.overage_pro end),
          overage_scale = greatest(stored.overage_scale, case when ${isWhole} then excluded.overage_scale end),
          flushed_at = now()
        where stored.requests < excluded.requests or (stored.overage_pro is null and stored.requests = excluded.requests)
          or stored.overage_decouverte < excluded.overage_decouverte
          or stored.overage_pro < excluded.overage_pro or stored.overage_scale < excluded.overage_scale
          or (stored.month >= date_trunc('month', now()) and stored.plan <> excluded.plan)`,
      )
    },
    /**
     * Gives every account, or the one that is named, a row of the running month, with its plan: an account without requests is billed the base
     * price too, and a later change of plan must not change the price of the month.
     */
    async openMonth(accountId: string | null = null): Promise<void> {
      for (let pages = 0; pages < maxOpenPages; pages += 1) {
        const opened = await withTimeout(pageTimeoutMs, openPage(sql, accountId))
        if (opened.count === 0) return
      }
    },
    /** The stored usage of an account's month, for the limiter; counts of 0 without any. The caller says how long it waits. */
    async restoreMonth(accountId: string, month: string): Promise<RestoredMonth> {
      const [row] = await sql<CountRow[]>`
        select ${countColumns(sql)} from usage_months u
        where account_id = ${accountId} and month = (${month} || '-01')::date`
      const { requests, overage } = row === undefined ? { requests: 0, overage: noOverage } : storedMonth(row, plans)
      return { requests, overage: new Map(planIds.map((plan) => [planIndex(plan), overage[plan]])) }
    },
    /** The stored usage of one account, and the plan that it had last in the month; null = no row. */
    async monthOf(accountId: string, month: string): Promise<{ usage: UsageMonth; lastPlan: PlanId } | null> {
      const [row] = await withTimeout(
        pageTimeoutMs,
        sql<(ListedRow & { lastPlan: PlanId })[]>`
        select a.name as account, a.id as account_id, u.plan as last_plan, ${countColumns(sql)}
        from accounts a join usage_months u on u.account_id = a.id and u.month = (${month} || '-01')::date
        where a.id = ${accountId}`,
      )
      return row === undefined ? null : { usage: usageMonth(row, month, plans), lastPlan: row.lastPlan }
    },
    /** The accounts of a month in the order of their names, page by page. Every account that a flush of the month met has a row. */
    async *list(month: string): AsyncGenerator<readonly UsageMonth[], void> {
      let page = await withTimeout(pageTimeoutMs, listPage(sql, month, ''))
      while (page.length > 0) {
        yield page.map((row) => usageMonth(row, month, plans))
        page = await withTimeout(pageTimeoutMs, listPage(sql, month, page.at(-1)?.account ?? ''))
      }
    },
  }
}
export type UsageStore = ReturnType<typeof createUsageStore>

/** Accounts whose row of this month is missing or names another plan. What another gateway wrote meanwhile is not counted. */
function openPage(sql: Sql, accountId: string | null) {
  return sql`
    insert into usage_months as stored (account_id, month, requests, plan, highest_plan)
    select a.id, date_trunc('month', now())::date, 0, a.plan, a.plan
    from accounts a
    left join usage_months u on u.account_id = a.id and u.month = date_trunc('month', now())::date
    where u.plan is distinct from a.plan ${accountId === null ? sql`` : sql`and a.id = ${accountId}`}
    order by a.id limit ${openPageRows}
    on conflict (account_id, month) do update set ${movedPlan(sql)}
    where stored.plan <> excluded.plan`
}

/** Update of a row of the running month when its account has another plan: the largest one stays. */
function movedPlan(sql: Sql | TransactionSql) {
  return sql`plan = excluded.plan, flushed_at = now(),
    highest_plan = higher_plan(coalesce(stored.highest_plan, stored.plan), excluded.highest_plan)`
}

/** Notes in the running month, in the transaction of a change of plan, that the account has had both plans. */
export async function noteMonthPlan(
  tx: TransactionSql,
  before: { id: string; plan: PlanId },
  plan: PlanId,
): Promise<void> {
  await tx`
    insert into usage_months as stored (account_id, month, requests, plan, highest_plan)
    values (${before.id}, date_trunc('month', now())::date, 0, ${plan}, higher_plan(${before.plan}, ${plan}))
    on conflict (account_id, month) do update set ${movedPlan(tx)}`
}

/** Columns of the counts, of a row `u`. */
function countColumns(sql: Sql) {
  return sql`coalesce(u.highest_plan, u.plan) as highest_plan, u.requests::double precision as requests, u.overage_decouverte::double precision as overage_decouverte,
    u.overage_pro::double precision as overage_pro, u.overage_scale::double precision as overage_scale`
}

/** The counts of a row. One of before overage was counted has all that lies beyond the quota of its plan, at the price of this plan. */
function storedMonth(row: CountRow, plans: PlanTable['plans']): StoredMonth {
  const { requests, highestPlan, overageDecouverte, overagePro, overageScale } = row
  const counted: PlanCounts | null =
    overageDecouverte === null || overagePro === null || overageScale === null
      ? null
      : { decouverte: overageDecouverte, pro: overagePro, scale: overageScale }
  const beyond = Math.max(0, requests - plans[highestPlan].monthlyQuota)
  return { requests, overage: counted ?? planCounts((id) => (id === highestPlan ? beyond : 0)) }
}

function usageMonth(row: ListedRow, month: string, plans: PlanTable['plans']): UsageMonth {
  const { account, accountId, highestPlan: plan } = row
  return { account, accountId, month, plan, ...storedMonth(row, plans) }
}

function listPage(sql: Sql, month: string, afterAccount: string) {
  return sql<ListedRow[]>`
    select a.name as account, a.id as account_id, ${countColumns(sql)}
    from accounts a join usage_months u on u.account_id = a.id and u.month = (${month} || '-01')::date
    where a.name > ${afterAccount}
    order by a.name limit ${listPageRows}`
}
