import type { Sql } from '@hexawatt/shared/postgres/client'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import { type StatusCounts, usageDaysKept } from '@hexawatt/shared/usage/usage-day-store'
import type { Batch } from './batched-flush.ts'
import { purgePages, purgeRows, statementTimeoutMs } from './purge-pages.ts'

/** A batch in doubt is retried every few seconds: a run's record of added batches need not outlive the longest outage, days. */
const batchesKeptDays = 40

/** Answers to one key of an account on one day. */
export type DayCounts = StatusCounts & {
  accountId: string
  /** '' = all keys beyond the bound of keys that a gateway counts. */
  keyId: string
  /** UTC, `YYYY-MM-DD`. */
  day: string
}

/** Writes usage by day. */
export function createDayBatchStore(sql: Sql) {
  return {
    /**
     * Adds a batch, unless it was added before: one statement records its number and adds its rows, or does neither. Accounts that do not exist are left out.
     * Rows are locked in one order, because two gateways would otherwise wait for each other.
     * @throws what Postgres throws; it is then unknown whether the batch was added, and it may be sent again
     */
    async add({ runId, batch, rows }: Batch<DayCounts>): Promise<void> {
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
    /** Removes a bounded number of old days: the next purge removes the rest. */
    async purge(): Promise<void> {
      await purgePages(() => removePage(sql))
      await withTimeout(
        statementTimeoutMs,
        sql`delete from usage_day_batches where applied_at < now() - make_interval(days => ${batchesKeptDays})`,
      )
    },
  }
}
export type DayBatchStore = ReturnType<typeof createDayBatchStore>

function removePage(sql: Sql) {
  return sql`
    delete from usage_days where ctid = any(array(
      select ctid from usage_days where day < current_date - ${usageDaysKept}::int limit ${purgeRows}
    ))`
}
