import type { Sql } from '@hexawatt/shared/postgres/client'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'

/** Longest one statement may take, ms. */
const statementTimeoutMs = 10_000

/** How long the days of usage are kept: thirteen months and some days. */
export const usageDaysKept = 400
/** A batch in doubt is tried again every few seconds: what a run has added need not be known for longer than any outage, days. */
const batchesKeptDays = 40
/** Rows that one statement removes, and how many such statements one purge makes. */
const purgeRows = 10_000
const maxPurgeStatements = 20

/** Most rows of a list of days by key. */
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

/** Answers to one key of an account on one day. */
export type DayCounts = StatusCounts & {
  accountId: string
  /** '' = keys beyond the bound of keys that a gateway counts, together. */
  keyId: string
  /** UTC, `YYYY-MM-DD`. */
  day: string
}

/** Counts that are added once, however often they are sent. */
export type CountBatch = {
  /** Of one run of a process. */
  runId: string
  /** Greater than that of the run's batch before. */
  batch: number
  rows: readonly DayCounts[]
}

/** A day's counts of one key, with what lists show of the key. */
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

/** All SQL about usage by day. */
export function createUsageDayStore(sql: Sql) {
  return {
    /**
     * Adds a batch, unless it was added before: one statement notes its number and adds its rows, or does neither. Accounts that do not exist
     * are left out. Rows are locked in one order, since two gateways would wait for each other otherwise.
     *
     * @throws what Postgres throws; whether the batch was added is then not known, and it may be sent again
     */
    async add({ runId, batch, rows }: CountBatch): Promise<void> {
      const numbers = (group: keyof StatusCounts) => rows.map((row) => row[group])
      await withTimeout(
        statementTimeoutMs,
        sql`
        with noted as (
          insert into usage_day_batches as stored (run_id, batch) values (${runId}, ${batch})
          on conflict (run_id) do update set batch = excluded.batch, applied_at = now() where stored.batch < excluded.batch
          returning batch
        )
        insert into usage_days as stored (account_id, day, key_id, ok, not_modified, refused, limited, failed)
        select a.id, sent.day::date, sent.key_id, sum(sent.ok), sum(sent.not_modified), sum(sent.refused), sum(sent.limited), sum(sent.failed)
        from noted cross join unnest(
          ${rows.map(({ accountId }) => accountId)}::text[], ${rows.map(({ day }) => day)}::text[], ${rows.map(({ keyId }) => keyId)}::text[],
          ${numbers('ok')}::bigint[], ${numbers('notModified')}::bigint[], ${numbers('refused')}::bigint[],
          ${numbers('limited')}::bigint[], ${numbers('failed')}::bigint[]
        ) as sent (account_id, day, key_id, ok, not_modified, refused, limited, failed)
        join accounts a on a.id = sent.account_id
        group by a.id, sent.day, sent.key_id order by a.id, sent.day, sent.key_id
        on conflict (account_id, day, key_id) do update set
          ok = stored.ok + excluded.ok, not_modified = stored.not_modified + excluded.not_modified,
          refused = stored.refused + excluded.refused, limited = stored.limited + excluded.limited, failed = stored.failed + excluded.failed`,
      )
    },
    /** The days by key, oldest first, at most {@link maxListedDays}. */
    async list(selection: DaySelection): Promise<ListedDay[]> {
      return withTimeout(
        statementTimeoutMs,
        sql<ListedDay[]>`
        select to_char(u.day, 'YYYY-MM-DD') as day, u.key_id, k.name as key_name, k.prefix, k.last4, ${countColumns(sql)}
        from usage_days u left join api_keys k on k.id = u.key_id and k.account_id = u.account_id
        where ${selected(sql, selection)}
        group by u.day, u.key_id, k.name, k.prefix, k.last4, k.created_at order by u.day, k.created_at nulls last, u.key_id limit ${maxListedDays}`,
      )
    },
    /** Sums of the selected days, by day or by month (`YYYY-MM`), oldest first; without those that have no row. */
    async sums(selection: DaySelection, by: 'day' | 'month'): Promise<(StatusCounts & { period: string })[]> {
      const period = sql`to_char(u.day, ${by === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM'}::text)`
      return withTimeout(
        statementTimeoutMs,
        sql<(StatusCounts & { period: string })[]>`
        select period, ${countColumns(sql)}
        from (select ${period} as period, * from usage_days u where ${selected(sql, selection)}) u
        group by period order by period limit ${usageDaysKept}`,
      )
    },
    /** Removes days that are too old, a bounded number of them: the next purge removes the rest. */
    async purge(): Promise<void> {
      for (let statements = 0; statements < maxPurgeStatements; statements += 1) {
        const removed = await withTimeout(statementTimeoutMs, purgePage(sql))
        if (removed.count < purgeRows) break
      }
      await withTimeout(
        statementTimeoutMs,
        sql`delete from usage_day_batches where applied_at < now() - make_interval(days => ${batchesKeptDays})`,
      )
    },
  }
}
export type UsageDayStore = ReturnType<typeof createUsageDayStore>

function purgePage(sql: Sql) {
  return sql`
    delete from usage_days where ctid = any(array(
      select ctid from usage_days where day < current_date - ${usageDaysKept}::int limit ${purgeRows}
    ))`
}

function selected(sql: Sql, { accountId, from, to, keyId }: DaySelection) {
  return sql`u.account_id = ${accountId} and u.day >= ${from}::date and u.day < ${to}::date
    and (${keyId}::text is null or u.key_id = ${keyId})`
}

/** Sums of the counts of rows `u`. */
function countColumns(sql: Sql) {
  return sql`sum(u.ok)::float8 as ok, sum(u.not_modified)::float8 as not_modified, sum(u.refused)::float8 as refused,
    sum(u.limited)::float8 as limited, sum(u.failed)::float8 as failed`
}
