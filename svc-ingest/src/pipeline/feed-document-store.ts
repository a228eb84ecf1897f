import { type TransactionSql, toTimestamps } from '@hexawatt/shared/postgres/client'
import type { FeedDocument } from '../sources/definition/content.ts'
import type { Provenance } from './feed-value-store.ts'

/** Rows of one statement. */
const chunkRows = 1_000

/**
 * Adds a version of each document that differs from the newest known one of its key. An unchanged document writes nothing; one
 * whose publisher's date is older than the stored one is ignored.
 *
 * @returns how many versions were added
 */
export async function addDocuments(
  tx: TransactionSql,
  { feed, publisher, knownFrom, payloadId }: Provenance,
  documents: readonly FeedDocument[],
): Promise<number> {
  let added = 0
  for (let at = 0; at < documents.length; at += chunkRows) {
    const chunk = documents.slice(at, at + chunkRows)
    const result = await tx`
      insert into feed_documents (feed, key, valid_from, valid_to, body, source_updated_at, known_from, payload_id,
        publisher)
      select ${feed}, incoming.key, incoming.valid_from, incoming.valid_to, incoming.body::jsonb,
        incoming.source_updated_at, ${knownFrom}, ${payloadId}, ${publisher}
      from unnest(
        ${chunk.map(({ key }) => key)}::text[],
        ${toTimestamps(chunk.map(({ validFrom }) => validFrom))}::timestamptz[],
        ${toTimestamps(chunk.map(({ validTo }) => validTo))}::timestamptz[],
        ${chunk.map(({ body }) => JSON.stringify(body))}::text[],
        ${toTimestamps(chunk.map(({ updatedAt }) => updatedAt))}::timestamptz[]
      ) as incoming (key, valid_from, valid_to, body, source_updated_at)
      left join lateral (
        select stored.body, stored.valid_from, stored.valid_to,
          coalesce(stored.source_updated_at, stored.known_from) as updated_at
        from feed_documents stored
        where stored.feed = ${feed} and stored.key = incoming.key and stored.known_from <= ${knownFrom}
        order by stored.known_from desc limit 1
      ) newest on true
      where newest.body is null
        or ((incoming.body::jsonb, incoming.valid_from, incoming.valid_to)
            is distinct from (newest.body, newest.valid_from, newest.valid_to)
          and coalesce(incoming.source_updated_at, ${knownFrom}) >= newest.updated_at)
      on conflict do nothing`
    added += result.count
  }
  return added
}
