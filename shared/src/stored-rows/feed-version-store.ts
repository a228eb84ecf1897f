import type { FeedId } from '../grid/feeds.ts'
import type { PublisherId } from '../grid/publishers.ts'
import type { Fragment, Statements } from '../postgres/client.ts'
import { readTuples, selectMsColumn } from '../postgres/tuples-store.ts'
import type { Span } from './span.ts'

/** One version of a slot's value. Times are ms since the epoch. */
export type VersionRow = readonly [
  series: string,
  startMs: number,
  endMs: number,
  value: number,
  knownMs: number,
  payloadId: string,
  publisher: PublisherId,
]

/** One version of a document; `rank` is the position of its key in the database's collation. */
export type DocumentRow = readonly [
  key: string,
  rank: number,
  validFromMs: number,
  validToMs: number,
  body: unknown,
  knownMs: number,
  payloadId: string,
  publisher: PublisherId,
]

/** The columns of a {@link VersionRow}. The time at which it became known is rounded to the microseconds that are stored, and loses none. */
export function selectVersionColumns(sql: Statements): Fragment {
  return sql`
    array_agg(series), ${selectMsColumn(sql, 'slot_start')}, ${selectMsColumn(sql, 'slot_end')}, array_agg(value),
    array_agg(round(date_part('epoch', known_from) * 1e6) / 1000), array_agg(payload_id::text), array_agg(publisher)`
}

/** Versions of a feed that touch a span and were known at `until`: under an earlier clock, later versions do not exist. */
type VersionSpan = Span & { feed: FeedId; until: Temporal.Instant }

/** Most rows of one span of a feed; all feeds together usually have some 5 000 values a day. */
const maxRows = 200_000

/**
 * Every version of every value whose slot begins within the span, ordered by slot, series and the time at which it became known.
 *
 * @param series only these; null: every one
 */
export async function readVersions(
  sql: Statements,
  { feed, series, until, startMs, endMs }: VersionSpan & { series: readonly string[] | null },
): Promise<VersionRow[]> {
  const ofSeries = series === null ? sql`` : sql`and series = any(${[...series]}::text[])`
  const versions = sql`
    select * from feed_values
    where feed = ${feed} and slot_start >= to_timestamp(${startMs / 1000}::double precision)
      and slot_start < to_timestamp(${endMs / 1000}::double precision) and known_from <= ${until} ${ofSeries}
    order by slot_start, series, known_from limit ${maxRows + 1}`
  return requireBounded(feed, await readTuples<VersionRow>(sql, selectVersionColumns(sql), versions))
}

/** Every version of every document of which one version is valid within the span, in the order in which they became known. */
export async function readDocumentVersions(
  sql: Statements,
  { feed, until, startMs, endMs }: VersionSpan,
): Promise<DocumentRow[]> {
  const [row] = await sql<{ rows: string | null }[]>`
    select json_agg(json_build_array(key, rank, valid_from_ms, valid_to_ms, body, known_ms, payload_id::text, publisher)
      order by known_ms, rank)::text as rows
    from (
      select key, dense_rank() over (order by key) as rank,
        (extract(epoch from valid_from) * 1000)::double precision as valid_from_ms,
        (extract(epoch from valid_to) * 1000)::double precision as valid_to_ms, body,
        (extract(epoch from known_from) * 1000)::double precision as known_ms, payload_id, publisher
      from feed_documents
      where feed = ${feed} and known_from <= ${until} and key in (
        select key from feed_documents
        where feed = ${feed} and valid_to > to_timestamp(${startMs / 1000}::double precision)
          and valid_from < to_timestamp(${endMs / 1000}::double precision))
      limit ${maxRows + 1}
    ) version`
  return requireBounded(feed, row?.rows == null ? [] : JSON.parse(row.rows))
}

function requireBounded<Row>(feed: FeedId, rows: Row[]): Row[] {
  if (rows.length > maxRows) throw new Error(`more than ${maxRows} versions of ${feed} in one span`)
  return rows
}
