import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { OpenPublisherId } from '@hexawatt/shared/grid/publishers'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { PolledId } from '../sources/definition/source.ts'
import type { FallbackComparison, SlotValue } from './compare-fallback.ts'

/** The newest comparison of a fallback source with the operator. */
export type FallbackCheck = {
  dataset: PolledId
  publisher: OpenPublisherId
  feed: FeedId
  firstAttemptAt: Temporal.Instant
  /** The last time that at least one value was compared. */
  lastSuccessAt: Temporal.Instant | null
  /** Number of values of the last comparison, and how many agree. */
  compared: number
  agreeing: number
  note: string | null
}

/** The newest comparison of every fallback source that was ever checked. */
export async function readFallbackChecks(sql: Sql): Promise<FallbackCheck[]> {
  return sql<FallbackCheck[]>`
    select dataset, publisher, feed, first_attempt_at, last_success_at, compared, agreeing, note from spare_checks order by dataset`
}

/** Records a check. A check that compared nothing keeps the figures of the last check that compared values. */
export async function recordFallbackCheck(
  sql: Sql,
  { dataset, publisher, feed }: Pick<FallbackCheck, 'dataset' | 'publisher' | 'feed'>,
  at: Temporal.Instant,
  { compared, agreeing, note }: FallbackComparison,
): Promise<void> {
  const succeededAt = compared > 0 ? at : null
  await sql`
    insert into spare_checks as stored (dataset, publisher, feed, first_attempt_at, last_attempt_at, last_success_at, compared, agreeing, note)
    values (${dataset}, ${publisher}, ${feed}, ${at}, ${at}, ${succeededAt}, ${compared}, ${agreeing}, ${note})
    on conflict (dataset) do update set last_attempt_at = excluded.last_attempt_at, note = excluded.note,
      last_success_at = coalesce(excluded.last_success_at, stored.last_success_at),
      compared = case when excluded.compared > 0 then excluded.compared else stored.compared end,
      agreeing = case when excluded.compared > 0 then excluded.agreeing else stored.agreeing end`
}

/** Newest values, known by `now`, that the operator itself gave of the slots that begin in `[from, to)`. */
export async function readOperatorValues(
  sql: Sql,
  feed: FeedId,
  { from, to }: { from: Temporal.Instant; to: Temporal.Instant },
  now: Temporal.Instant,
): Promise<SlotValue[]> {
  return sql<SlotValue[]>`
    select distinct on (slot_start, series) series, slot_start, slot_end, value from feed_values
    where feed = ${feed} and publisher = 'rte' and slot_start >= ${from} and slot_start < ${to} and known_from <= ${now}
    order by slot_start, series, known_from desc`
}
