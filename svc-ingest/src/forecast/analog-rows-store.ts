import type { SlotValue } from '@hexawatt/shared/methodology/hourly-means'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Span } from '../inputs/span.ts'
import type { AnalogFeed } from './analog-inputs.ts'

/** A stored value; times in ms since the epoch. */
type ValueRow = readonly [series: string, startMs: number, endMs: number, value: number]

/** Most values of one read: eight days of all forecasts of wind and sun are 9 216. */
const maxRows = 50_000

/**
 * Values of the slots that begin within a span, each in the newest version known at `at`, ordered by slot and series. They travel as one JSON text:
 * parsing row objects would be most of the work.
 *
 * @param series only these; null: every one
 * @throws when there are more than the maximum
 */
export async function readKnownValues(
  sql: Sql,
  { feed, series, startMs, endMs }: Span & { feed: AnalogFeed; series: readonly string[] | null },
  at: Temporal.Instant,
): Promise<SlotValue[]> {
  const ofSeries = series === null ? sql`` : sql`and series = any(${[...series]}::text[])`
  const [row] = await sql<{ rows: string | null }[]>`
    select json_agg(json_build_array(series, start_ms, end_ms, value) order by start_ms, series)::text as rows
    from (
      select distinct on (slot_start, series) series, round(date_part('epoch', slot_start) * 1e6) / 1000 as start_ms,
        round(date_part('epoch', slot_end) * 1e6) / 1000 as end_ms, value
      from feed_values
      where feed = ${feed} and slot_start >= to_timestamp(${startMs / 1000}::double precision)
        and slot_start < to_timestamp(${endMs / 1000}::double precision) and known_from <= ${at} ${ofSeries}
      order by slot_start, series, known_from desc limit ${maxRows + 1}
    ) newest`
  const rows: ValueRow[] = row?.rows == null ? [] : JSON.parse(row.rows)
  if (rows.length > maxRows) throw new Error(`more than ${maxRows} values of ${feed} in one span`)
  return rows.map(([name, start, end, value]) => ({
    series: name,
    slotStart: Temporal.Instant.fromEpochMilliseconds(start),
    slotEnd: Temporal.Instant.fromEpochMilliseconds(end),
    value,
  }))
}
