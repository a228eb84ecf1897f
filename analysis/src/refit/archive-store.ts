import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { SlotValue } from '@hexawatt/shared/methodology/hourly-means'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { hourStart } from '@hexawatt/shared/time/instant'
import type { GridRecord, RecordedHours } from '../recorded/recorded-hours.ts'

/** Stored values are read month by month, and of an archive at most so much, from its end. */
const pieceDays = 31
const maxPieces = 60

/** The series of a record: the feed and, where a feed has more than a fit reads, their names. */
const recordedFeeds = {
  generation: { feed: 'generation_by_type', series: null },
  generationForecast: { feed: 'generation_forecast', series: ['D-1/SOLAR', 'D-1/WIND_ONSHORE', 'D-1/WIND_OFFSHORE'] },
  consumption: { feed: 'consumption', series: ['D-1'] },
  price: { feed: 'power_exchanges', series: ['PRICE'] },
} as const satisfies Partial<Record<keyof GridRecord, { feed: FeedId; series: readonly string[] | null }>>

/**
 * The installation's own archive as a record: stored feed values in their newest versions. Day-ahead forecasts count as known from their time of
 * publication on, as in the backtest, because values that were loaded later have no other.
 *
 * @throws UsageError when nothing is stored
 */
export async function readArchive(sql: Sql): Promise<GridRecord> {
  const span = await readStoredSpan(sql, recordedFeeds.generation.feed)
  if (span === null)
    throw new UsageError('The archive holds no generation: run "bun run backfill" first, or name a folder with --data.')
  const to = span.last.add({ hours: 24 * 3 })
  const oldest = to.subtract({ hours: 24 * pieceDays * maxPieces })
  const from = Temporal.Instant.compare(span.first, oldest) < 0 ? oldest : span.first
  const readHours = async ({
    feed,
    series,
  }: (typeof recordedFeeds)[keyof typeof recordedFeeds]): Promise<RecordedHours> => {
    const byHour = new Map<number, SlotValue[]>()
    for (let start = from; Temporal.Instant.compare(start, to) < 0; start = start.add({ hours: 24 * pieceDays })) {
      const values = await readNewestValues(sql, feed, series, [start, start.add({ hours: 24 * pieceDays })])
      for (const value of values) {
        byHour.getOrInsertComputed(hourStart(value.slotStart).epochMilliseconds, () => []).push(value)
      }
    }
    return byHour
  }
  return {
    generation: await readHours(recordedFeeds.generation),
    generationForecast: await readHours(recordedFeeds.generationForecast),
    consumption: await readHours(recordedFeeds.consumption),
    consumptionWeekly: new Map(),
    price: await readHours(recordedFeeds.price),
  }
}

/** Two records as one: in an hour that both have, the second counts. */
export function mergeRecords(older: GridRecord, newer: GridRecord): GridRecord {
  const merge = (series: keyof GridRecord): RecordedHours => new Map([...older[series], ...newer[series]])
  return {
    generation: merge('generation'),
    generationForecast: merge('generationForecast'),
    consumption: merge('consumption'),
    consumptionWeekly: merge('consumptionWeekly'),
    price: merge('price'),
  }
}

/** Values of a feed whose slots begin within `[from, to)`, each in its newest version, ascending; of the series that are named, or of all. */
async function readNewestValues(
  sql: Sql,
  feed: FeedId,
  series: readonly string[] | null,
  [from, to]: readonly [Temporal.Instant, Temporal.Instant],
): Promise<SlotValue[]> {
  const ofSeries = series === null ? sql`` : sql`and series = any(${series}::text[])`
  return sql<SlotValue[]>`
    select distinct on (slot_start, series) series, slot_start, slot_end, value
    from feed_values
    where feed = ${feed} and slot_start >= ${from} and slot_start < ${to} ${ofSeries}
    order by slot_start, series, known_from desc`
}

/** Starts of the first and the last stored slot of a feed; null when it has none. */
async function readStoredSpan(
  sql: Sql,
  feed: FeedId,
): Promise<{ first: Temporal.Instant; last: Temporal.Instant } | null> {
  const [row] = await sql<{ first: Temporal.Instant | null; last: Temporal.Instant | null }[]>`
    select min(slot_start) as first, max(slot_start) as last from feed_values where feed = ${feed}`
  return row?.first && row.last ? { first: row.first, last: row.last } : null
}
