import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { Sql } from '@hexawatt/shared/postgres/client'

/** One version of a value, and the payload it came from; the payload's columns are null when it is not in the archive. */
export type TracedVersion = {
  series: string
  slotEnd: Temporal.Instant
  value: number
  sourceUpdatedAt: Temporal.Instant | null
  knownFrom: Temporal.Instant
  payloadId: string
  firstFetchedAt: Temporal.Instant | null
  bodyBytes: number | null
  sha256: string | null
}

/** Most versions of one slot that are read. */
const maxVersions = 1_000

/** Every version of the values of a slot, the oldest of each series first. */
export async function readTrace(
  sql: Sql,
  feed: FeedId,
  slotStart: Temporal.Instant,
  series: string | null,
): Promise<TracedVersion[]> {
  return sql<TracedVersion[]>`
    with versions as (
      select * from feed_values
      where feed = ${feed} and slot_start = ${slotStart} and (${series}::text is null or series = ${series})
      order by series, known_from limit ${maxVersions}
    ), archive as (
      select id, first_fetched_at, body_bytes, content_sha256 from raw_payloads
      where id in (select payload_id from versions)
      union all
      select id, first_fetched_at, body_bytes, content_sha256 from kept_payloads
      where id in (select payload_id from versions)
    )
    select series, slot_end, value, source_updated_at, known_from, payload_id, first_fetched_at, body_bytes,
      encode(content_sha256, 'hex') as sha256
    from versions left join archive on archive.id = versions.payload_id
    order by series, known_from`
}
