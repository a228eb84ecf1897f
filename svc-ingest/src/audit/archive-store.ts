import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { PublisherId } from '@hexawatt/shared/grid/publishers'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { maxVersions, type StoredDocumentVersion } from '@hexawatt/shared/stored-rows/row-version-store'
import type { SlotSpan, StoredValue } from '@hexawatt/shared/stored-rows/stored-rows-store'

/** The quarantined values of a span, as a test of whether a value was set aside by `until`. */
export async function readSetAside(
  sql: Sql,
  { feed, from, to }: SlotSpan,
  until: Temporal.Instant,
): Promise<(item: { series: string; slotStart: Temporal.Instant; value: number }) => boolean> {
  const rows = await sql<{ series: string; slotStart: Temporal.Instant; value: number }[]>`
    select series, slot_start, value from quarantined_values
    where feed = ${feed} and slot_start >= ${from} and slot_start < ${to} and seen_at <= ${until}`
  const key = ({ series, slotStart, value }: (typeof rows)[number]) =>
    `${series} ${slotStart.epochMilliseconds} ${value}`
  const keys = new Set(rows.map(key))
  return (item) => keys.has(key(item))
}

/** Every version, known by `until`, of these documents. */
export async function readVersionsOfKeys(
  sql: Sql,
  feed: FeedId,
  keys: readonly string[],
  until: Temporal.Instant,
): Promise<StoredDocumentVersion[]> {
  if (keys.length === 0) return []
  return sql<StoredDocumentVersion[]>`
    select key, valid_from, valid_to, body, known_from, payload_id, source_updated_at, publisher from feed_documents
    where feed = ${feed} and known_from <= ${until} and key = any(${[...keys]}::text[])
    limit ${maxVersions}`
}

/** The version that holds the newest slot known by `until`; null when there is none. `series`: only these, when given. */
export async function readNewestVersion(
  sql: Sql,
  feed: FeedId,
  series: readonly string[] | null,
  until: Temporal.Instant,
): Promise<StoredValue | null> {
  const [row] = await sql<StoredValue[]>`
    select series, slot_start, slot_end, value, known_from, payload_id, source_updated_at, publisher from feed_values
    where feed = ${feed} and known_from <= ${until} and (${series}::text[] is null or series = any(${series}::text[]))
    order by slot_start desc, known_from desc limit 1`
  return row ?? null
}

/** Slot ends that are tried for one availability: days of quarter-hours. */
const maxSlotEnds = 2_000

/** Ends of the slots known by `until` with their publishers, the newest first. `series`: only these, when given. */
export async function readSlotEnds(
  sql: Sql,
  feed: FeedId,
  series: readonly string[] | null,
  until: Temporal.Instant,
): Promise<{ slotEnd: Temporal.Instant; publisher: PublisherId }[]> {
  return sql<{ slotEnd: Temporal.Instant; publisher: PublisherId }[]>`
    select distinct slot_end, publisher from feed_values
    where feed = ${feed} and known_from <= ${until} and (${series}::text[] is null or series = any(${series}::text[]))
    order by slot_end desc limit ${maxSlotEnds}`
}
