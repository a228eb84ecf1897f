import type { Granularity } from '@hexawatt/shared/contract/score-history'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { type EncodedPoints, encodePoints, sizeOf } from './encoded-points.ts'
import { hourlyPoints } from './hourly-points.ts'
import { accountGarbage, createDayCache } from './point-memory.ts'
import { readHourColumns, readRawColumns } from './point-store.ts'
import type { PointValues } from './point-values.ts'
import { rawPoints } from './raw-rows.ts'
import { type DayRevision, dayAfter, dayNumber, dayStart, secondsOf } from './utc-span.ts'

export type PointDaysDeps = { sql: Sql; metrics: Metrics; maxCachedBytes?: number }

/** Encoded days that are kept, bytes: a year of raw points has 15 MB, so three years stay in memory. */
const defaultCachedBytes = 48 * 1024 * 1024

const noPoints = encodePoints([])

type ReadDays = { revisions: Record<string, string>; points: PointValues[] }

/**
 * Days of points, read from Postgres in one query per stretch and kept encoded: a day that has not changed since is neither read nor
 * encoded again. Concurrent requests for a day share one read.
 */
export function createPointDays({ sql, metrics, maxCachedBytes = defaultCachedBytes }: PointDaysDeps) {
  const cache = createDayCache(maxCachedBytes)
  const reading = new Map<string, Promise<EncodedPoints>>()
  const keptBytes = metrics.gauge('history_kept_bytes', 'Encoded days that are kept, bytes')
  const queries = metrics.counter('history_day_queries_total', 'Queries for days of points', ['granularity'])

  async function readDays(granularity: Granularity, first: string, last: string): Promise<ReadDays> {
    queries.inc({ granularity })
    const [from, to] = [dayStart(first), dayStart(dayAfter(last))]
    if (granularity === 'raw') {
      const stretch = await readRawColumns(sql, from, to)
      return { revisions: JSON.parse(stretch.revisions), points: rawPoints(stretch) }
    }
    const { revisions, columns } = await readHourColumns(sql, from, to)
    return { revisions: JSON.parse(revisions), points: hourlyPoints(columns) }
  }

  /** Reads the stretch from the first to the last of the days, and keeps each under the revision that it had. */
  async function encodeDays(granularity: Granularity, days: readonly string[]): Promise<Map<string, EncodedPoints>> {
    const { revisions, points } = await readDays(granularity, days[0] ?? '', days.at(-1) ?? '')
    const byDay = Map.groupBy(points, ({ epochSeconds }) => dayNumber(epochSeconds))
    const encoded = new Map<string, EncodedPoints>()
    for (const day of days) {
      const dayPoints = encodePoints(byDay.get(dayNumber(secondsOf(dayStart(day)))) ?? [])
      // The rows that the day was made from are garbage of about the same size.
      accountGarbage(sizeOf(dayPoints))
      encoded.set(day, dayPoints)
      const revision = revisions[day]
      if (revision !== undefined) cache.set(cacheKey(granularity, day), revision, dayPoints)
    }
    keptBytes.set(cache.heldBytes())
    return encoded
  }

  function startReading(granularity: Granularity, days: readonly DayRevision[]): void {
    const encoding = encodeDays(
      granularity,
      days.map(({ day }) => day),
    )
    for (const { day, revision } of days) {
      const key = readingKey(granularity, day, revision)
      const ofDay = encoding.then((encoded) => encoded.get(day) ?? noPoints).finally(() => reading.delete(key))
      // The caller may have left before the read fails: without a handler the rejection would be unhandled.
      ofDay.catch(() => undefined)
      reading.set(key, ofDay)
    }
  }

  return {
    /**
     * The points of some days, in the order of the days: as they were at the given revision, or newer where a day has changed since.
     *
     * @param days one after the other, few enough for one query
     */
    async load(granularity: Granularity, days: readonly DayRevision[]): Promise<EncodedPoints[]> {
      const kept = days.map(({ day, revision }) => cache.get(cacheKey(granularity, day), revision))
      const missing = days.filter(
        ({ day, revision }, index) => kept[index] === undefined && !reading.has(readingKey(granularity, day, revision)),
      )
      if (missing.length > 0) startReading(granularity, missing)
      return Promise.all(
        days.map(
          ({ day, revision }, index) => kept[index] ?? reading.get(readingKey(granularity, day, revision)) ?? noPoints,
        ),
      )
    },
  }
}
export type PointDays = ReturnType<typeof createPointDays>

/** Where a history is read from: what is stored, and the days that are kept of it. */
export type PointSource = { sql: Sql; days: PointDays }

const cacheKey = (granularity: Granularity, day: string): string => `${granularity} ${day}`
const readingKey = (granularity: Granularity, day: string, revision: string): string =>
  `${granularity} ${day} ${revision}`
