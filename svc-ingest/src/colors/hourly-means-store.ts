import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { SlotValue } from '@hexawatt/shared/methodology/hourly-means'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { readTuples } from '@hexawatt/shared/postgres/tuples-store'
import type { Span } from '@hexawatt/shared/stored-rows/span'
import { hourMs } from '@hexawatt/shared/time/instant'

/** Which hours are read. */
export type HourSpan = Span & { feed: FeedId; series: readonly string[] }

/** Most hours of one read: 37 days of nine forecast series are 8 000. */
const maxRows = 20_000

/**
 * Hourly means of the series of a feed, from the newest version of each slot known at `at`, ordered by hour and series. An hour with less than 60 known
 * minutes is absent, and so is one whose shorter slots overlap; where an hour stands over its own quarter-hours, the finer values hold. Postgres computes the
 * means, so that the quarter-hours of a year are not transferred.
 *
 * @throws when there are more hours than the maximum
 */
export async function readHourlyMeans(
  sql: Sql,
  { feed, series, startMs, endMs }: HourSpan,
  at: Temporal.Instant,
): Promise<SlotValue[]> {
  const hourly = sql`
    with newest as (
      select distinct on (slot_start, series) series, slot_start, slot_end, value,
        floor(date_part('epoch', slot_start) / 3600) as hour, date_part('epoch', slot_end - slot_start) as seconds
      from feed_values
      where feed = ${feed} and series = any(${[...series]}::text[])
        and slot_start >= to_timestamp(${startMs / 1000}::double precision)
        and slot_start < to_timestamp(${endMs / 1000}::double precision) and known_from <= ${at}
      order by slot_start, series, known_from desc
    ), ordered as (
      select *, slot_start < lag(slot_end) over (partition by series, seconds < 3600 order by slot_start) as is_overlapping
      from newest
    )
    select series, hour, case
        when sum(seconds) filter (where seconds < 3600) = 3600 and bool_or(is_overlapping) filter (where seconds < 3600) is not true
          then sum(value * seconds) filter (where seconds < 3600) / 3600
        else max(value) filter (where seconds = 3600) end as mean
    from ordered
    group by series, hour
    having bool_or(seconds = 3600) or sum(seconds) filter (where seconds < 3600) = 3600
      and bool_or(is_overlapping) filter (where seconds < 3600) is not true
    order by hour, series limit ${maxRows + 1}`
  const columns = sql`array_agg(series), array_agg(hour::bigint), array_agg(mean)`
  const rows = await readTuples<[series: string, hour: number, mean: number]>(sql, columns, hourly)
  if (rows.length > maxRows) throw new Error(`more than ${maxRows} hours of ${feed} in one span`)
  return rows.map(([name, hour, value]) => ({
    series: name,
    slotStart: Temporal.Instant.fromEpochMilliseconds(hour * hourMs),
    slotEnd: Temporal.Instant.fromEpochMilliseconds((hour + 1) * hourMs),
    value,
  }))
}
