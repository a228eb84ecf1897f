import type { Sql } from '../postgres/client.ts'
import { withTimeout } from '../time/with-timeout.ts'

/** Statement timeout, ms. */
const statementTimeoutMs = 10_000

/** How long the days of usage are kept: thirteen months and some days. */
export const usageDaysKept = 400

/** Maximum number of rows in a list of days by key. */
export const maxListedDays = 20_000

/** Answers by status. */
export type StatusCounts = {
  /** 200: these count against the month. */
  ok: number
  /** 304, and the 202 of an MCP notification: free. */
  notModified: number
  /** 4xx but 429. */
  refused: number
  /** 429 */
  limited: number
  /** 5xx */
  failed: number
}

/** The groups in the order in which pages and files show them. */
export const statusGroups = [
  'ok',
  'notModified',
  'refused',
  'limited',
  'failed',
] as const satisfies readonly (keyof StatusCounts)[]

/** Counts of one key on one day, with the key facts that lists show. */
export type ListedDay = StatusCounts & {
  day: string
  keyId: string
  /** null = not a key of the account any more, or none. */
  keyName: string | null
  prefix: string | null
  last4: string | null
}

/** Which days of an account are asked for: of one key, or of all with null. Days are UTC, `YYYY-MM-DD`; `to` is not among them. */
export type DaySelection = { accountId: string; from: string; to: string; keyId: string | null }

/** Reads usage by day; read-only. Counts of the last seconds are still in the gateways. */
export function createUsageDayStore(sql: Sql) {
  return {
    /** The days by key, oldest first, at most {@link maxListedDays}. */
    async list(selection: DaySelection): Promise<ListedDay[]> {
      return withTimeout(
        statementTimeoutMs,
        sql<ListedDay[]>`
        select to_char(u.day, 'YYYY-MM-DD') as day, u.key_id, k.name as key_name, k.prefix, k.last4, ${sumCountColumns(sql)}
        from usage_days u left join api_keys k on k.id = u.key_id and k.account_id = u.account_id
        where ${selectRows(sql, selection)}
        group by u.day, u.key_id, k.name, k.prefix, k.last4, k.created_at order by u.day, k.created_at nulls last, u.key_id limit ${maxListedDays}`,
      )
    },
    /** Sums of the selected days, by day or by month (`YYYY-MM`), oldest first; days or months without a row are omitted. */
    async sums(selection: DaySelection, by: 'day' | 'month'): Promise<(StatusCounts & { period: string })[]> {
      const period = sql`to_char(u.day, ${by === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM'}::text)`
      return withTimeout(
        statementTimeoutMs,
        sql<(StatusCounts & { period: string })[]>`
        select period, ${sumCountColumns(sql)}
        from (select ${period} as period, * from usage_days u where ${selectRows(sql, selection)}) u
        group by period order by period limit ${usageDaysKept}`,
      )
    },
  }
}
export type UsageDayStore = ReturnType<typeof createUsageDayStore>

function selectRows(sql: Sql, { accountId, from, to, keyId }: DaySelection) {
  return sql`u.account_id = ${accountId} and u.day >= ${from}::date and u.day < ${to}::date
    and (${keyId}::text is null or u.key_id = ${keyId})`
}

/** Sums of the counts of rows `u`. */
function sumCountColumns(sql: Sql) {
  return sql`sum(u.ok)::float8 as ok, sum(u.not_modified)::float8 as not_modified, sum(u.refused)::float8 as refused,
    sum(u.limited)::float8 as limited, sum(u.failed)::float8 as failed`
}
