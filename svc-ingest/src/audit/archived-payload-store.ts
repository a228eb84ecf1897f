import type { Sql } from '@hexawatt/shared/postgres/client'

/** A payload as it lies in the archive, still compressed. */
export type ArchivedPayload = {
  id: string
  /** What was asked beside the window, as a query string. */
  asked: string
  sha256: string
  firstFetchedAt: Temporal.Instant
  bodyZstd: Uint8Array<ArrayBuffer>
}

/** The archived payloads of these ids, wherever retention has put them; those that are missing are absent. */
export async function readArchivedPayloads(sql: Sql, ids: readonly string[]): Promise<ArchivedPayload[]> {
  if (ids.length === 0) return []
  return sql<ArchivedPayload[]>`
    select id, asked, encode(content_sha256, 'hex') as sha256, first_fetched_at, body_zstd from raw_payloads where id = any(${[...ids]}::bigint[])
    union all
    select id, asked, encode(content_sha256, 'hex') as sha256, first_fetched_at, body_zstd from kept_payloads where id = any(${[...ids]}::bigint[])`
}
