import type { PlanId } from '@hexawatt/shared/contract/plans'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { withinTime } from '@hexawatt/shared/time/within-time'
import type { MonthCount } from './month-count.ts'

/** Longest one page of a flush or of a list may take, ms. */
const pageTimeoutMs = 10_000

/** Accounts of one page of {@link UsageStore.list}. */
const listPageRows = 1_000
/** Accounts that one statement opens a month for, and how many such statements there are at most: a million accounts. */
const openPageRows = 5_000
const maxOpenPages = 200

/** The stored usage of one account in one month. */
export type UsageMonth = MonthCount & {
  account: string
  /** The plan that prices the month: that of its last flush. */
  plan: PlanId
}

/** All SQL about usage. Everything here may be done by many gateways at once, and twice. */
export function createUsageStore(sql: Sql) {
  return {
    /**
     * Stores counts. A stored count never becomes smaller; the plan of a month that is over stays; accounts that do not exist any more
     * are left out. Rows are locked in one order, since two flushes at once would wait for each other otherwise.
     */
    async flush(counts: readonly MonthCount[]): Promise<void> {
      await withinTime(
        pageTimeoutMs,
        sql`
        insert into usage_months as stored (account_id, month, requests, plan)
        select a.id, (sent.month || '-01')::date, max(sent.requests), a.plan
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
          flushed_at = now()
        where stored.requests < excluded.requests
          or (stored.month >= date_trunc('month', now()) and stored.plan <> excluded.plan)`,
      )
    },
    /**
     * Gives every account a row of the month that runs, with its plan: who asked nothing is billed the base price too, and a later
     * change of plan must not price the month anew.
     */
    async openMonth(): Promise<void> {
      for (let pages = 0; pages < maxOpenPages; pages += 1) {
        const opened = await withinTime(pageTimeoutMs, openPage(sql))
        if (opened.count === 0) return
      }
    },
    /** What is stored of an account's month; 0 when nothing is. Who asks says how long it waits. */
    async restoreMonth(accountId: string, month: string): Promise<number> {
      const [row] = await sql<{ requests: number }[]>`
        select requests::double precision as requests from usage_months
        where account_id = ${accountId} and month = (${month} || '-01')::date`
      return row?.requests ?? 0
    },
    /** The accounts of a month in the order of their names, page by page. Every account that a flush of the month met has a row. */
    async *list(month: string): AsyncGenerator<readonly UsageMonth[], void> {
      let page = await withinTime(pageTimeoutMs, listPage(sql, month, ''))
      while (page.length > 0) {
        yield page
        page = await withinTime(pageTimeoutMs, listPage(sql, month, page.at(-1)?.account ?? ''))
      }
    },
  }
}
export type UsageStore = ReturnType<typeof createUsageStore>

/** Accounts whose row of this month is missing or names another plan. What another gateway wrote meanwhile is not counted. */
function openPage(sql: Sql) {
  return sql`
    insert into usage_months as stored (account_id, month, requests, plan)
    select a.id, date_trunc('month', now())::date, 0, a.plan
    from accounts a
    left join usage_months u on u.account_id = a.id and u.month = date_trunc('month', now())::date
    where u.plan is distinct from a.plan
    order by a.id limit ${openPageRows}
    on conflict (account_id, month) do update set plan = excluded.plan, flushed_at = now()
    where stored.plan <> excluded.plan`
}

function listPage(sql: Sql, month: string, afterAccount: string) {
  return sql<UsageMonth[]>`
    select a.name as account, a.id as account_id, u.plan, ${month}::text as month, u.requests::double precision as requests
    from accounts a join usage_months u on u.account_id = a.id and u.month = (${month} || '-01')::date
    where a.name > ${afterAccount}
    order by a.name limit ${listPageRows}`
}
