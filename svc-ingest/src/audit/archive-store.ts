import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { PublisherId } from '@hexawatt/shared/grid/publishers'
import type { Sql } from '@hexawatt/shared/postgres/client'
import {
  type DocumentSpan,
  readStoredValues,
  type SlotSpan,
  type StoredDocument,
  type StoredValue,
} from '../inputs/stored-rows-store.ts'

/** A stored document with the end of its validity. */
type StoredDocumentVersion = StoredDocument & { validTo: Temporal.Instant }

/** Most versions of one read: a week of the quarter-hourly mix in four versions has 40 000. */
const maxVersions = 400_000

/**
 * Every version of the slots that begin in the span, known by `until`, ordered by series in the database's collation, which the
 * pipeline's sums follow.
 *
 * @throws when there are more than the maximum
 */
export async function readValueVersions(
  sql: Sql,
  { feed, series, from, to }: SlotSpan,
  until: Temporal.Instant,
): Promise<StoredValue[]> {
  const ofSeries = series === undefined ? sql`` : sql`and series = any(${[...series]}::text[])`
  const versions = await readStoredValues(
    sql,
    sql`
      select * from feed_values
      where feed = ${feed} and slot_start >= ${from} and slot_start < ${to} and known_from <= ${until} ${ofSeries}
      order by series, slot_start, known_from limit ${maxVersions + 1}`,
  )
  if (versions.length > maxVersions) throw new Error(`more than ${maxVersions} versions of ${feed} in one span`)
  return versions
}

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

/** Every version, known by `until`, of the documents of which one version overlaps the span, ordered by key. */
export async function readDocumentVersions(
  sql: Sql,
  { feed, from, to }: DocumentSpan,
  until: Temporal.Instant,
): Promise<StoredDocumentVersion[]> {
  return sql<StoredDocumentVersion[]>`
    select key, valid_from, valid_to, body, known_from, payload_id, source_updated_at, publisher from feed_documents stored
    where feed = ${feed} and known_from <= ${until} and key in (
      select key from feed_documents
      where feed = ${feed} and valid_to > ${from} and valid_from < ${to} and known_from <= ${until})
    order by stored.key, known_from limit ${maxVersions}`
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
