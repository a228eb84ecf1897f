import type { Statements } from '../postgres/client.ts'
import {
  type DocumentSpan,
  readStoredValues,
  type SlotSpan,
  type StoredDocument,
  type StoredValue,
} from './stored-rows-store.ts'

/** A stored document with the end of its validity. */
export type StoredDocumentVersion = StoredDocument & { validTo: Temporal.Instant }

/** Most versions of one read: a week of the quarter-hourly mix in four versions has 40 000. */
export const maxVersions = 400_000

/**
 * Every version of the slots that begin in the span, known by `until`, ordered by series in the database's collation, which the
 * pipeline's sums follow.
 *
 * @throws when there are more than the maximum
 */
export async function readValueVersions(
  sql: Statements,
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

/** Every version, known by `until`, of the documents of which one version overlaps the span, ordered by key. */
export async function readDocumentVersions(
  sql: Statements,
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
