import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { RowOrigin } from './row-origin.ts'

/** Which documents of a feed: those whose validity overlaps `[from, to)`. */
export type DocumentSpan = { feed: FeedId; from: Temporal.Instant; to: Temporal.Instant }

/** A stored document in one version. */
export type StoredDocument = RowOrigin & { key: string; validFrom: Temporal.Instant; body: unknown }

/** Most documents that are read at once; some hundred messages are in force at any time. */
const maxDocuments = 5_000

/**
 * Documents of a span, each in the newest version known at `now`, ordered by validity. The newest version is taken before the
 * span is: a message that was moved out of the span is not there, however many former versions of it lay within.
 *
 * @throws when there are more than a calculation can hold: leaving some out would invent capacity
 */
export async function readDocuments(
  sql: Sql,
  { feed, from, to }: DocumentSpan,
  now: Temporal.Instant,
): Promise<StoredDocument[]> {
  const documents = await sql<StoredDocument[]>`
    select newest.* from (
      select distinct key from feed_documents
      where feed = ${feed} and valid_to > ${from} and valid_from < ${to} and known_from <= ${now}
    ) candidate
    cross join lateral (
      select key, valid_from, valid_to, body, known_from, payload_id, source_updated_at from feed_documents stored
      where stored.feed = ${feed} and stored.key = candidate.key and stored.known_from <= ${now}
      order by stored.known_from desc limit 1
    ) newest
    where newest.valid_to > ${from} and newest.valid_from < ${to}
    order by newest.valid_from, newest.key limit ${maxDocuments + 1}`
  if (documents.length > maxDocuments) throw new Error(`more than ${maxDocuments} documents of ${feed} in one span`)
  return documents
}
