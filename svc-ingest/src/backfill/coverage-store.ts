import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import type { Window } from '../upstream/window.ts'
import type { SeriesCoverage } from './completeness.ts'

/** How many minutes of each Paris day each series covers by what was known at `now`; days without any value are absent. */
export async function readCoverage(
  sql: Sql,
  feed: FeedId,
  { start, end }: Window,
  now: Temporal.Instant,
): Promise<SeriesCoverage[]> {
  return sql<SeriesCoverage[]>`
    select (slot_start at time zone ${parisTimeZone})::date::text as day, series,
      (sum(extract(epoch from slot_end - slot_start)) / 60)::double precision as covered_minutes
    from (
      select distinct on (slot_start, series) slot_start, slot_end, series
      from feed_values
      where feed = ${feed} and slot_start >= ${start} and slot_start < ${end} and known_from <= ${now}
      order by slot_start, series, known_from desc
    ) newest
    group by day, series`
}

/** Start of the oldest stored slot of a feed; null when nothing is stored. */
export async function oldestSlotStart(sql: Sql, feed: FeedId): Promise<Temporal.Instant | null> {
  const [row] = await sql<{ slotStart: Temporal.Instant }[]>`
    select slot_start from feed_values where feed = ${feed} order by slot_start limit 1`
  return row?.slotStart ?? null
}
