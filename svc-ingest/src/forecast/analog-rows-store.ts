import type { SlotValue } from '@hexawatt/shared/methodology/hourly-means'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { readTuples, selectMsColumn } from '@hexawatt/shared/postgres/tuples-store'
import type { Span } from '@hexawatt/shared/stored-rows/span'
import type { AnalogFeed } from './analog-inputs.ts'

/** A stored value; times in ms since the epoch. */
type ValueRow = readonly [series: string, startMs: number, endMs: number, value: number]

/** Most values of one read: eight days of all forecasts of wind and sun are 9 216. */
const maxRows = 50_000

/**
 * Values of the slots that begin within a span, each in the newest version known at `at`, ordered by slot and series.
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
  const columns = sql`array_agg(series), ${selectMsColumn(sql, 'slot_start')}, ${selectMsColumn(sql, 'slot_end')}, array_agg(value)`
  const newest = sql`
    select distinct on (slot_start, series) series, slot_start, slot_end, value from feed_values
    where feed = ${feed} and slot_start >= to_timestamp(${startMs / 1000}::double precision)
      and slot_start < to_timestamp(${endMs / 1000}::double precision) and known_from <= ${at} ${ofSeries}
    order by slot_start, series, known_from desc limit ${maxRows + 1}`
  const rows = await readTuples<ValueRow>(sql, columns, newest)
  if (rows.length > maxRows) throw new Error(`more than ${maxRows} values of ${feed} in one span`)
  return rows.map(([name, start, end, value]) => ({
    series: name,
    slotStart: Temporal.Instant.fromEpochMilliseconds(start),
    slotEnd: Temporal.Instant.fromEpochMilliseconds(end),
    value,
  }))
}
