import type { ProblemCode } from '@hexawatt/shared/contract/problem'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import { maxAccountRequests, requestDaysKept } from '@hexawatt/shared/usage/account-request-store'
import type { Batch } from './batched-flush.ts'
import { purgePages, purgeRows, statementTimeoutMs } from './purge-pages.ts'

/** An answer to one of an account's keys. */
export type StoredRequest = {
  accountId: string
  keyId: string
  operation: string
  status: number
  problem: ProblemCode | null
  /** Real time, ms since the epoch. */
  receivedAtMs: number
  durationMs: number
  requestId: string
}

/** Stores a batch of requests once. @throws what Postgres throws; it is then unknown whether the batch was added, and it may be sent again */
export type StoreRequests = (batch: Batch<StoredRequest>) => Promise<void>

/** Writes the last requests of accounts. */
export function createAccountRequestBatchStore(sql: Sql) {
  const add: StoreRequests = async ({ runId, batch, rows }) => {
    const column = <Name extends keyof StoredRequest>(name: Name) => rows.map((row) => row[name])
    // The count of an account is locked first, in one order for all gateways, and gives its rows their slots. Accounts that do not exist, or whose
    // member was deleted, have no such row and are left out.
    await withTimeout(
      statementTimeoutMs,
      sql`
      with noted as (
        insert into usage_day_batches as stored (run_id, batch) values (${runId}, ${batch})
        on conflict (run_id) do update set batch = excluded.batch, applied_at = now() where stored.batch < excluded.batch
        returning batch
      ), sent as (
        select *, row_number() over (partition by account_id order by place desc) as from_last from noted cross join unnest(
          ${column('accountId')}::text[], ${column('receivedAtMs')}::float8[], ${column('operation')}::text[], ${column('keyId')}::text[],
          ${column('status')}::int[], ${column('problem')}::text[], ${column('durationMs')}::float8[], ${column('requestId')}::text[]
        ) with ordinality as rows (account_id, received_at_ms, operation, key_id, status, problem, duration_ms, request_id, place)
      ), counted as (
        insert into account_request_counts as counts (account_id, stored)
        select a.id, count(*) from sent join accounts a on a.id = sent.account_id group by a.id order by a.id
        on conflict (account_id) do update set stored = counts.stored + excluded.stored where not counts.is_erased
        returning account_id, stored
      )
      insert into account_requests (account_id, slot, received_at, operation, key_id, status, problem, duration_ms, request_id)
      select account_id, (counted.stored - from_last) % ${maxAccountRequests}, to_timestamp(received_at_ms / 1000), operation, key_id, status, problem,
        duration_ms, request_id
      from sent join counted using (account_id)
      on conflict (account_id, slot) do update set received_at = excluded.received_at, operation = excluded.operation, key_id = excluded.key_id,
        status = excluded.status, problem = excluded.problem, duration_ms = excluded.duration_ms, request_id = excluded.request_id`,
    )
  }
  return {
    add,
    /** Removes a bounded number of requests that are too old: the next purge removes the rest. */
    async purge(): Promise<void> {
      await purgePages(() => removePage(sql))
    },
  }
}

/** The index by account and time finds old rows without reading the others. */
function removePage(sql: Sql) {
  return sql`
    delete from account_requests where ctid = any(array(
      select r.ctid from account_request_counts c cross join lateral (
        select ctid from account_requests r
        where r.account_id = c.account_id and r.received_at < now() - make_interval(days => ${requestDaysKept})
        order by r.received_at limit ${purgeRows}
      ) r limit ${purgeRows}
    ))`
}
