import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { rawResolutionMinutes } from '@hexawatt/shared/contract/score-history'
import { neverReceived, type Received } from '@hexawatt/shared/grid/feed-calendar'
import {
  type FeedId,
  feedIds,
  type ReferenceId,
  type ReportedSourceId,
  referenceIds,
} from '@hexawatt/shared/grid/feeds'
import type { PublisherId } from '@hexawatt/shared/grid/publishers'
import { type Sql, type Statements, type TransactionSql, toTimestamps } from '@hexawatt/shared/postgres/client'
import { isPostgresDiskFull } from '@hexawatt/shared/postgres/postgres-unavailable'
import type { PolledId } from '../sources/definition/source.ts'
import type { PayloadOrigin } from '../upstream/payload-origin.ts'

export type SourceStatusRow = {
  source: ReportedSourceId
  lastSuccessAt: Temporal.Instant | null
  newestSlotEnd: Temporal.Instant | null
  consecutiveFailures: number
  isDemo: boolean
  note: string | null
  /** Publisher of the newest values; null before any came, and for references. */
  publisher: PublisherId | null
}

/** A longer error text is cut. */
const maxErrorChars = 500

/** A complete fetch of a source. */
export type Success = {
  at: Temporal.Instant
  /** Of a feed its newest stored slot, of a dataset the newest slot in its answers; null for references. */
  newestSlotEnd: Temporal.Instant | null
  origin: PayloadOrigin
  /** Publisher of the values of a feed or dataset; null for references. */
  publisher: PublisherId | null
}

/**
 * Records that a source was fetched and stored, and that its call was answered. It also keeps the last success before the current tick: the point of
 * the tick is computed some seconds later, from the values received by the tick.
 */
export async function recordSuccess(sql: Sql, source: PolledId, success: Success): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`update source_calls set is_answered = true where source = ${source}`
    await noteReceived(tx, source, success)
    await tx`update source_status set consecutive_failures = 0, last_error = null where source = ${source}`
  })
}

/** Records that values of a feed came from another publisher than the one whose calls and failures its row counts. */
export async function recordStandIn(sql: Sql, feed: FeedId, success: Success): Promise<void> {
  await noteReceived(sql, feed, success)
}

async function noteReceived(
  tx: Sql | TransactionSql,
  source: PolledId,
  { at, newestSlotEnd, origin, publisher }: Success,
): Promise<void> {
  const selectTick = (instant: 'source_status' | 'excluded') =>
    tx`date_bin(make_interval(mins => ${rawResolutionMinutes}::int), ${tx(instant)}.last_success_at, 'epoch')`
  const isFirstOfTick = tx`${selectTick('source_status')} < ${selectTick('excluded')}`
  await tx`
    insert into source_status (source, last_attempt_at, last_success_at, newest_slot_end, is_demo, note, publisher)
    values (${source}, ${at}, ${at}, ${newestSlotEnd}, ${origin.isGenerated}, ${origin.note}, ${publisher})
    on conflict (source) do update set last_attempt_at = excluded.last_attempt_at,
      previous_success_at = case when ${isFirstOfTick} then source_status.last_success_at
        else source_status.previous_success_at end,
      previous_newest_slot_end = case when ${isFirstOfTick} then source_status.newest_slot_end
        else source_status.previous_newest_slot_end end,
      last_success_at = excluded.last_success_at, newest_slot_end = excluded.newest_slot_end,
      is_demo = excluded.is_demo, note = excluded.note, publisher = excluded.publisher`
}

/**
 * Records why a poll failed. A full database disk is not recorded, because it is no failure of the source: the source is asked again as soon as there is room,
 * without the growing pauses after failures.
 */
export async function recordPollFailure(
  sql: Sql,
  source: PolledId,
  at: Temporal.Instant,
  error: unknown,
): Promise<void> {
  if (isPostgresDiskFull(error)) return
  await recordFailure(sql, source, at, error instanceof Error ? error.message : 'unknown failure')
}

/** Records that a source could not be fetched, which also answers its call. Stored values stay. */
export async function recordFailure(sql: Sql, source: PolledId, at: Temporal.Instant, message: string): Promise<void> {
  const text = message.slice(0, maxErrorChars)
  await sql`
    with answered as (update source_calls set is_answered = true where source = ${source})
    insert into source_status (source, last_attempt_at, consecutive_failures, last_error)
    values (${source}, ${at}, 1, ${text})
    on conflict (source) do update set last_attempt_at = excluded.last_attempt_at,
      consecutive_failures = source_status.consecutive_failures + 1, last_error = excluded.last_error`
}

/** Outcome of the calls of a feed's own API or of a dataset. */
type AttemptState = {
  lastAttempt: Temporal.Instant | null
  lastSuccess: Temporal.Instant | null
  /** Of a feed: its newest slot at its last success; of a dataset: the newest awaited slot in the answers of its last success. */
  newestSlotEnd: Temporal.Instant | null
  consecutiveFailures: number
}

/** Attempts of a feed of the operator or of a dataset; all null before the first. */
export async function readAttempts(sql: Sql, source: PolledId): Promise<AttemptState> {
  const [row] = await sql<AttemptState[]>`
    select last_attempt_at as last_attempt, last_success_at as last_success, newest_slot_end, consecutive_failures
    from source_status where source = ${source}`
  return row ?? { lastAttempt: null, lastSuccess: null, newestSlotEnd: null, consecutiveFailures: 0 }
}

type ReceivedRow = Received & { source: string; isEarlier: boolean }

/** Received state of every feed at `now`; empty for a feed whose recorded successes are all later. */
export async function readReceived(sql: Statements, now: Temporal.Instant): Promise<Record<FeedId, Received>> {
  const rows = await sql<ReceivedRow[]>`
    select source, last_success_at as last_success, newest_slot_end, publisher, false as is_earlier from source_status
    where last_success_at <= ${now}
    union all
    select source, previous_success_at, previous_newest_slot_end, publisher, true from source_status
    where last_success_at > ${now} and previous_success_at <= ${now}`
  const publishers = await readPublishers(
    sql,
    rows.filter(({ isEarlier }) => isEarlier),
    now,
  )
  const bySource = new Map(
    rows.map(({ source, isEarlier: _, ...received }) => [
      source,
      { ...received, publisher: publishers.get(source) ?? received.publisher },
    ]),
  )
  return recordFromEntries(feedIds, (feed) => bySource.get(feed) ?? neverReceived)
}

/** Publisher of the newest slot of each feed, as known at `now`. Only for rows that a later success has overtaken: the query plan touches every month of values. */
async function readPublishers(
  sql: Statements,
  rows: readonly ReceivedRow[],
  now: Temporal.Instant,
): Promise<ReadonlyMap<string, PublisherId>> {
  if (rows.length === 0) return new Map()
  const given = await sql<{ source: string; publisher: PublisherId }[]>`
    select source, given.publisher
    from unnest(${rows.map(({ source }) => source)}::text[],
      ${toTimestamps(rows.map(({ newestSlotEnd }) => newestSlotEnd))}::timestamptz[]) as overtaken (source, slot_end)
    cross join lateral (
      select publisher from feed_values
      where feed = source and feed_values.slot_end = overtaken.slot_end and known_from <= ${now}
      order by slot_start desc, known_from desc limit 1) given`
  return new Map(given.map(({ source, publisher }) => [source, publisher]))
}

/**
 * Time since the last synchronisation of each reference, ms, by the data's clock. Without one: real time since this database was created (the
 * shipped content serves until then).
 */
export async function readReferenceAges(sql: Sql, now: Temporal.Instant): Promise<Record<ReferenceId, number>> {
  const rows = await sql<{ source: ReferenceId; ageMs: number }[]>`
    select source, (extract(epoch from coalesce(${now} - last_success_at, now() - stamped_at, '0')) * 1000)::double precision
      as age_ms
    from unnest(${[...referenceIds]}::text[]) as reference (source)
    left join source_status using (source) left join data_stamp on true`
  return Object.fromEntries(rows.map(({ source, ageMs }) => [source, ageMs])) as Record<ReferenceId, number>
}

/** Status of every source that was fetched at least once, with or without success. */
export async function readSourceStatus(sql: Sql): Promise<SourceStatusRow[]> {
  return sql<SourceStatusRow[]>`
    select source, last_success_at, newest_slot_end, consecutive_failures, is_demo, note, publisher
    from source_status`
}
