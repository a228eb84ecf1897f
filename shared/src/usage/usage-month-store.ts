import { findPlan } from '../contract/plans/plan-rows.ts'
import type { PlanId, PlanTable } from '../contract/plans.ts'
import type { Sql } from '../postgres/client.ts'
import { withTimeout } from '../time/with-timeout.ts'
import { noOverage, type PlanCounts, type StoredMonth } from './month-count.ts'

/** Statement timeout of one page of a list, ms. */
const pageTimeoutMs = 10_000
/** Accounts of one page of a list. */
const listPageRows = 1_000

/** Counts of a row of `usage_months`. `isOverageCounted` is false in a row that is older than the counting of requests beyond the quota. */
export type CountRow = { requests: number; highestPlan: PlanId; isOverageCounted: boolean; overage: PlanCounts }

/** An account and its row of a month. */
export type AccountMonth = {
  account: string
  accountId: string
  /** The plan that the account has now. */
  accountPlan: PlanId
  isRunningMonth: boolean
  /** null = no flush has met the account in the month. `lastPlan`: the plan of the last flush of the month. */
  row: (CountRow & { lastPlan: PlanId }) | null
}

type StoredRow = NonNullable<AccountMonth['row']>
type JoinedRow = Omit<AccountMonth, 'row'> & { [Field in keyof StoredRow]: StoredRow[Field] | null }

/** Reads the rows of usage by month, and writes nothing. */
export function createUsageMonthStore(sql: Sql) {
  return {
    /** The counts of an account's month; null = no row. The caller says how long it waits. */
    async countsOf(accountId: string, month: string): Promise<CountRow | null> {
      const [row] = await sql<CountRow[]>`
        select ${selectCountColumns(sql)} from usage_months u
        where u.account_id = ${accountId} and u.month = (${month} || '-01')::date`
      return row ?? null
    },
    /** One account; null when there is none, or the month has not begun. */
    async monthOf(accountId: string, month: string): Promise<AccountMonth | null> {
      const [row] = await withTimeout(
        pageTimeoutMs,
        sql<JoinedRow[]>`${joinAccounts(sql, month)} and a.id = ${accountId}`,
      )
      return row === undefined ? null : toAccountMonth(row)
    },
    /** All accounts in the order of their names, page by page; none of a month that has not begun. */
    async *list(month: string): AsyncGenerator<readonly AccountMonth[], void> {
      let page = await withTimeout(pageTimeoutMs, readPage(sql, month, ''))
      while (page.length > 0) {
        yield page.map(toAccountMonth)
        page = await withTimeout(pageTimeoutMs, readPage(sql, month, page.at(-1)?.account ?? ''))
      }
    },
  }
}
export type UsageMonthStore = ReturnType<typeof createUsageMonthStore>

/** Columns of the counts of a row `u`. */
function selectCountColumns(sql: Sql) {
  return sql`u.requests::float8 as requests, coalesce(u.highest_plan, u.plan) as highest_plan, u.overage_counted as is_overage_counted,
    (select coalesce(json_object_agg(o.plan, o.requests), '{}') from usage_overage o
      where o.account_id = u.account_id and o.month = u.month and o.requests > 0) as overage`
}

/** Accounts with their rows of a month. A month that Redis may still count has all accounts, an earlier one those with a row. */
function joinAccounts(sql: Sql, month: string) {
  return sql`
    select a.name as account, a.id as account_id, a.plan as account_plan, asked.month = asked.running as is_running_month,
      u.plan as last_plan, ${selectCountColumns(sql)}
    from (select (${month} || '-01')::date as month, date_trunc('month', now())::date as running) asked
    cross join accounts a
    left join usage_months u on u.account_id = a.id and u.month = asked.month
    where asked.month <= asked.running and (u.month is not null or asked.month >= asked.running - interval '1 month')`
}

function readPage(sql: Sql, month: string, afterAccount: string) {
  return sql<
    JoinedRow[]
  >`${joinAccounts(sql, month)} and a.name > ${afterAccount} order by a.name limit ${listPageRows}`
}

function toAccountMonth(joinedRow: JoinedRow): AccountMonth {
  const { requests, highestPlan, lastPlan, isOverageCounted, overage, ...account } = joinedRow
  if (requests === null || highestPlan === null || lastPlan === null) return { ...account, row: null }
  return {
    ...account,
    row: { requests, highestPlan, lastPlan, isOverageCounted: isOverageCounted ?? true, overage: overage ?? noOverage },
  }
}

/**
 * The counts of a row. A row that is older than the counting of requests beyond the quota has all that lies beyond the quota of its plan, at the price of this
 * plan; where the table does not have the plan, how much that is is not known.
 */
export function toStoredMonth(row: CountRow, plans: PlanTable['plans']): StoredMonth {
  const { requests, highestPlan, isOverageCounted, overage } = row
  if (isOverageCounted) return { requests, overage }
  const plan = findPlan(plans, highestPlan)
  if (plan === null) return { requests, overage: null }
  const beyond = Math.max(0, requests - plan.monthlyQuota)
  return { requests, overage: beyond > 0 ? { [highestPlan]: beyond } : noOverage }
}
