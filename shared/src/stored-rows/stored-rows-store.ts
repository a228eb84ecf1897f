import type { FeedId } from '../grid/feeds.ts'
import type { PublisherId } from '../grid/publishers.ts'
import type { SlotValue } from '../methodology/hourly-means.ts'
import type { Fragment, Statements } from '../postgres/client.ts'
import { readTuples, selectMsColumn } from '../postgres/tuples-store.ts'
import { selectVersionColumns, type VersionRow } from './feed-version-store.ts'
import { type Span, utcDayMs } from './span.ts'

/** Publisher of a stored version, when it became known, its payload, and the publisher's own date. */
export type RowOrigin = {
  publisher: PublisherId
  knownFrom: Temporal.Instant
  payloadId: string
  sourceUpdatedAt: Temporal.Instant | null
}

/** Record of an input row in a point: publisher, time when it became known, and payload. */
export type InputOrigin = Pick<RowOrigin, 'publisher' | 'knownFrom' | 'payloadId'>

/** The newest publisher's date of these rows; null when none has one. */
export function findNewestSourceUpdate(rows: readonly RowOrigin[]): Temporal.Instant | null {
  return rows
    .flatMap(({ sourceUpdatedAt }) => sourceUpdatedAt ?? [])
    .reduce<Temporal.Instant | null>(
      (newest, date) => (newest === null || Temporal.Instant.compare(date, newest) > 0 ? date : newest),
      null,
    )
}

/** The slots of a feed within `[from, to)`; of these series only, when given. */
export type SlotSpan = { feed: FeedId; series?: readonly string[]; from: Temporal.Instant; to: Temporal.Instant }

/** A stored value, and when and from where it became known. */
export type StoredValue = SlotValue & RowOrigin

/** A version with its publisher's date, ms since the epoch. */
type StoredRow = readonly [...version: VersionRow, updatedMs: number | null]

/**
 * Reads rows of `feed_values`, in the order that `rows` selects them. Instants are exact to the millisecond, as they were stored.
 *
 * @param rows a query for whole rows of the table, which may be ordered and limited
 */
export async function readStoredValues(sql: Statements, rows: Fragment): Promise<StoredValue[]> {
  const columns = sql`${selectVersionColumns(sql)}, ${selectMsColumn(sql, 'source_updated_at')}`
  const stored = await readTuples<StoredRow>(sql, columns, rows)
  return stored.map(([series, startMs, endMs, value, knownMs, payloadId, publisher, updatedMs]) => ({
    series,
    slotStart: Temporal.Instant.fromEpochMilliseconds(startMs),
    slotEnd: Temporal.Instant.fromEpochMilliseconds(endMs),
    value,
    knownFrom: Temporal.Instant.fromEpochMilliseconds(Math.floor(knownMs)),
    payloadId,
    sourceUpdatedAt: updatedMs === null ? null : Temporal.Instant.fromEpochMilliseconds(updatedMs),
    publisher,
  }))
}

/** Values of the slots of a span, each in the newest version known at `now`, ordered by slot and series. */
export async function readSlotValues(
  sql: Statements,
  { feed, series, from, to }: SlotSpan,
  now: Temporal.Instant,
): Promise<StoredValue[]> {
  const ofSeries = series === undefined ? sql`` : sql`and series = any(${series}::text[])`
  return readStoredValues(
    sql,
    sql`
      select distinct on (slot_start, series) * from feed_values
      where feed = ${feed} and slot_start >= ${from} and slot_start < ${to} and slot_end <= ${to}
        and known_from <= ${now} ${ofSeries}
      order by slot_start, series, known_from desc`,
  )
}

/**
 * Which versions of a span were known at an instant. Equal only for the same versions, also at another instant and after a later commit: versions
 * are only ever added, so none but the newest ones can be missing at the earlier instant.
 */
export type KnownVersions = { count: number; newestKnownFrom: Temporal.Instant | null }

/** Counts the versions of the slots that begin within a span and were known at `now`. */
export async function countKnownVersions(
  sql: Statements,
  { feed, series, from, to }: SlotSpan,
  now: Temporal.Instant,
): Promise<KnownVersions> {
  const [known] = await sql<KnownVersions[]>`
    select count(*)::int as count, max(known_from) as newest_known_from
    from feed_values
    where feed = ${feed} and slot_start >= ${from} and slot_start < ${to} and known_from <= ${now}
      and (${series ?? null}::text[] is null or series = any(${series ?? null}::text[]))`
  if (known === undefined) throw new Error('counting versions gave no count')
  return known
}

/**
 * {@link KnownVersions} of each UTC day of a span as a text, by the start of the day in ms; days without a version are absent. The index on the versions
 * answers the query without reading rows.
 */
export async function readDayKeys(
  sql: Statements,
  { feed, startMs, endMs }: Span & { feed: FeedId },
  at: Temporal.Instant,
): Promise<ReadonlyMap<number, string>> {
  const rows = await sql<{ day: number; key: string }[]>`
    select floor(date_part('epoch', slot_start) * 1000 / ${utcDayMs}::double precision) as day,
      count(*) || ' ' || extract(epoch from max(known_from)) as key
    from feed_values
    where feed = ${feed} and slot_start >= to_timestamp(${startMs / 1000}::double precision)
      and slot_start < to_timestamp(${endMs / 1000}::double precision) and known_from <= ${at}
    group by 1`
  return new Map(rows.map(({ day, key }) => [day * utcDayMs, key]))
}

/**
 * The newest version known at `now` of each slot that begins within a span, and of each end that the slot had: a span that ends earlier may
 * hold only an older version with an earlier end. Ordered by slot and series.
 */
export async function readSlotEnds(
  sql: Statements,
  { feed, series, from, to }: SlotSpan,
  now: Temporal.Instant,
): Promise<StoredValue[]> {
  return readStoredValues(
    sql,
    sql`
      select distinct on (slot_start, series, slot_end) * from feed_values
      where feed = ${feed} and slot_start >= ${from} and slot_start < ${to} and known_from <= ${now}
        and (${series ?? null}::text[] is null or series = any(${series ?? null}::text[]))
      order by slot_start, series, slot_end, known_from desc`,
  )
}

/** The documents of a feed whose validity overlaps `[from, to)`. */
export type DocumentSpan = { feed: FeedId; from: Temporal.Instant; to: Temporal.Instant }

/** A stored document in one version. */
export type StoredDocument = RowOrigin & { key: string; validFrom: Temporal.Instant; body: unknown }

/** Most documents of one read; some hundred messages are in force at any time. */
const maxDocuments = 5_000

/**
 * Documents of a span, each in the newest version known at `now`, ordered by validity. The version is selected before the span: a
 * message that was moved out of the span is absent, whatever its former versions say.
 *
 * @throws when there are more documents than the maximum: dropping some would invent capacity
 */
export async function readDocuments(
  sql: Statements,
  { feed, from, to }: DocumentSpan,
  now: Temporal.Instant,
): Promise<StoredDocument[]> {
  const documents = await sql<StoredDocument[]>`
    select newest.* from (
      select distinct key from feed_documents
      where feed = ${feed} and valid_to > ${from} and valid_from < ${to} and known_from <= ${now}
    ) candidate
    cross join lateral (
      select key, valid_from, valid_to, body, known_from, payload_id, source_updated_at, publisher from feed_documents stored
      where stored.feed = ${feed} and stored.key = candidate.key and stored.known_from <= ${now}
      order by stored.known_from desc limit 1
    ) newest
    where newest.valid_to > ${from} and newest.valid_from < ${to}
    order by newest.valid_from, newest.key limit ${maxDocuments + 1}`
  if (documents.length > maxDocuments) throw new Error(`more than ${maxDocuments} documents of ${feed} in one span`)
  return documents
}
