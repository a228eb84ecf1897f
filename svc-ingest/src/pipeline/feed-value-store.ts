import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { type Sql, type TransactionSql, timestamps } from '@hexawatt/shared/postgres/client'
import type { Measurement } from '../feeds/measurement.ts'
import type { Quarantined } from './plausibility.ts'

/** A slot that has a new version. */
export type ChangedSlot = { series: string; slotStart: Temporal.Instant }

/** Where and when values were learnt. */
export type Provenance = { feed: FeedId; knownFrom: Temporal.Instant; payloadId: string }

/** Rows of one statement. */
const chunkRows = 5_000

/** Writers of one feed go one after the other, so that "newest version" means the same to all of them. */
export async function lockFeed(tx: TransactionSql, feed: FeedId): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext(${`feed ${feed}`}))`
}

/**
 * Adds a version for each value that differs from the newest known one; an unchanged value writes nothing, and a value whose
 * publisher's date is older than the stored one's is ignored. No version is ever updated in place.
 */
export async function addVersions(
  tx: TransactionSql,
  { feed, knownFrom, payloadId }: Provenance,
  measurements: readonly Measurement[],
): Promise<ChangedSlot[]> {
  const changed: ChangedSlot[] = []
  for (let at = 0; at < measurements.length; at += chunkRows) {
    const chunk = measurements.slice(at, at + chunkRows)
    const rows = await tx<ChangedSlot[]>`
      insert into feed_values (feed, series, slot_start, slot_end, value, source_updated_at, known_from, payload_id)
      select ${feed}, incoming.series, incoming.slot_start, incoming.slot_end, incoming.value,
        incoming.source_updated_at, ${knownFrom}, ${payloadId}
      from ${incomingRows(tx, chunk)}
      left join lateral (
        select stored.value, stored.slot_end, coalesce(stored.source_updated_at, stored.known_from) as updated_at
        from feed_values stored
        where stored.feed = ${feed} and stored.series = incoming.series and stored.slot_start = incoming.slot_start
          and stored.known_from <= ${knownFrom}
        order by stored.known_from desc limit 1
      ) newest on true
      where newest.value is null
        or ((incoming.value, incoming.slot_end) is distinct from (newest.value, newest.slot_end)
          and coalesce(incoming.source_updated_at, ${knownFrom}) >= newest.updated_at)
      on conflict do nothing
      returning series, slot_start`
    changed.push(...rows)
  }
  return changed
}

/** Keeps refused values with their reason; the same refusal is kept once. */
export async function addQuarantined(
  tx: TransactionSql,
  { feed, knownFrom, payloadId }: Provenance,
  quarantined: readonly Quarantined[],
): Promise<void> {
  for (let at = 0; at < quarantined.length; at += chunkRows) {
    const chunk = quarantined.slice(at, at + chunkRows)
    const reasons = chunk.map(({ reason }) => reason)
    await tx`
      insert into quarantined_values (feed, series, slot_start, slot_end, value, reason, seen_at, payload_id)
      select ${feed}, incoming.series, incoming.slot_start, incoming.slot_end, incoming.value, refused.reason,
        ${knownFrom}, ${payloadId}
      from ${incomingRows(
        tx,
        chunk.map(({ measurement }) => measurement),
      )}
      join unnest(${reasons}::text[]) with ordinality as refused (reason, position) using (position)
      on conflict do nothing`
  }
}

/** End of the newest slot known at `now`, which may lie ahead; null when none is. */
export async function newestSlotEnd(sql: Sql, feed: FeedId, now: Temporal.Instant): Promise<Temporal.Instant | null> {
  const [row] = await sql<{ slotEnd: Temporal.Instant }[]>`
    select slot_end from feed_values where feed = ${feed} and known_from <= ${now}
    order by slot_start desc limit 1`
  return row?.slotEnd ?? null
}

function incomingRows(tx: TransactionSql, rows: readonly Measurement[]) {
  return tx`unnest(
    ${rows.map(({ series }) => series)}::text[],
    ${timestamps(rows.map(({ slotStart }) => slotStart))}::timestamptz[],
    ${timestamps(rows.map(({ slotEnd }) => slotEnd))}::timestamptz[],
    ${rows.map(({ value }) => value)}::double precision[],
    ${timestamps(rows.map(({ updatedAt }) => updatedAt))}::timestamptz[]
  ) with ordinality as incoming (series, slot_start, slot_end, value, source_updated_at, position)`
}
