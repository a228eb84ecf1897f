import type { Granularity } from '@hexawatt/shared/contract/score-history'
import type { Sql, Statements } from '@hexawatt/shared/postgres/client'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { LRUCache } from 'lru-cache'
import { countGarbage } from '../fast/collect-garbage.ts'
import { computeSize, type EncodedPoints, encodePoints } from '../fast/encoded-points.ts'
import { type PointColumns, toColumns } from '../fast/point-columns.ts'
import { groupRawDays } from '../fast/raw-rows.ts'
import { type DayRevision, findNextDay, toDayNumber, toDayStart, toSeconds } from '../points/utc-span.ts'
import { groupHourlyDays } from './hourly-points.ts'
import { readHourColumns, readRawColumns } from './point-store.ts'

export type PointDaysDeps = {
  sql: Sql
  metrics: Metrics
  maxCachedBytes?: number
  /** Waits for a lagging replica; replaced only by tests. */
  pause?: (ms: number) => Promise<void>
}

/** Size of the day cache, bytes: a year of raw points takes 15 MB, so three years fit. */
const defaultCachedBytes = 48 * 1024 * 1024

/** Number of reads from a replica that lags behind the server of the revisions, and the pause between two reads, ms: one second in all. */
const maxLagTries = 10
const lagPauseMs = 100

const noPoints = encodePoints(toColumns([]))

type ReadDays = {
  revisions: DayRevision[]
  /** The points by UTC day (see `toDayNumber`). */
  byDay: () => ReadonlyMap<number, PointColumns>
}

/**
 * Loads days of points from Postgres, one query per run of missing days, and caches them encoded by revision. Concurrent requests for a
 * day share one read.
 */
export function createPointDays(deps: PointDaysDeps) {
  const { sql, metrics, maxCachedBytes = defaultCachedBytes, pause = Bun.sleep } = deps
  const cache = createDayCache(maxCachedBytes)
  /**
   * Running reads. A snapshot waits only for reads of other snapshots: a read that waits for a connection would never end while snapshots hold all
   * connections.
   */
  const readingInPool = new Map<string, Promise<EncodedPoints>>()
  const readingInSnapshots = new Map<string, Promise<EncodedPoints>>()
  const keptBytes = metrics.gauge('history_cached_bytes', 'Encoded days in the cache, bytes')
  const queries = metrics.counter('history_day_queries_total', 'Queries for days of points', ['granularity'])

  async function readDays(from: Statements, granularity: Granularity, first: string, last: string): Promise<ReadDays> {
    queries.inc({ granularity })
    const [start, end] = [toDayStart(first), toDayStart(findNextDay(last))]
    if (granularity === 'raw') {
      const stretch = await readRawColumns(from, start, end)
      return { revisions: JSON.parse(stretch.revisions), byDay: () => groupRawDays(stretch) }
    }
    const { revisions, columns, scores } = await readHourColumns(from, start, end)
    return { revisions: JSON.parse(revisions), byDay: () => groupHourlyDays(columns, scores) }
  }

  /**
   * Reads the days from the first to the last, none of them older than requested: the connections of one URL may lead to replicas, and one of them may
   * lag behind the server that gave the revisions.
   *
   * @throws when a replica lags for more than one second
   */
  async function readUpToDate(
    from: Statements,
    granularity: Granularity,
    days: readonly DayRevision[],
  ): Promise<ReadDays> {
    for (let tries = 1; ; tries++) {
      const read = await readDays(from, granularity, days[0]?.day ?? '', days.at(-1)?.day ?? '')
      if (!isOlder(read.revisions, days)) return read
      if (tries === maxLagTries) throw new Error('the points are older than their revisions: a replica lags')
      await pause(lagPauseMs)
    }
  }

  /** Reads the days from the first to the last, and caches each under its revision. */
  async function encodeDays(
    from: Statements,
    granularity: Granularity,
    days: readonly DayRevision[],
  ): Promise<Map<string, EncodedPoints>> {
    const { revisions, byDay } = await readUpToDate(from, granularity, days)
    const revisionByDay = new Map(revisions.map(({ day, revision }) => [day, revision]))
    const pointsByDay = byDay()
    const encoded = new Map<string, EncodedPoints>()
    for (const { day } of days) {
      const points = pointsByDay.get(toDayNumber(toSeconds(toDayStart(day))))
      const dayPoints = points === undefined ? noPoints : encodePoints(points)
      // The rows of the day are now garbage of about the same size.
      countGarbage(computeSize(dayPoints))
      encoded.set(day, dayPoints)
      const revision = revisionByDay.get(day)
      if (revision !== undefined) cache.set(buildCacheKey(granularity, day), revision, dayPoints)
    }
    keptBytes.set(cache.heldBytes())
    return encoded
  }

  function startReading(
    from: Statements,
    reading: Map<string, Promise<EncodedPoints>>,
    granularity: Granularity,
    days: readonly DayRevision[],
  ): void {
    const encoding = encodeDays(from, granularity, days)
    for (const { day, revision } of days) {
      const key = buildReadingKey(granularity, day, revision)
      const ofDay = encoding.then((encoded) => encoded.get(day) ?? noPoints).finally(() => reading.delete(key))
      // The caller may have left when the read fails; without a handler the rejection would be unhandled.
      ofDay.catch(() => undefined)
      reading.set(key, ofDay)
    }
  }

  return {
    /**
     * Returns the points of some days, in the order of the days: as they were at the given revision, or newer when a day has changed since.
     *
     * @param days consecutive days, few enough for one query
     * @param snapshot database snapshot of the revisions: the points are then exactly those of the revisions
     */
    async load(
      granularity: Granularity,
      days: readonly DayRevision[],
      snapshot?: Statements,
    ): Promise<EncodedPoints[]> {
      const reading = snapshot === undefined ? readingInPool : readingInSnapshots
      const kept = days.map(({ day, revision }) => cache.get(buildCacheKey(granularity, day), revision))
      const missing = days.filter(
        ({ day, revision }, index) =>
          kept[index] === undefined && !reading.has(buildReadingKey(granularity, day, revision)),
      )
      if (missing.length > 0) startReading(snapshot ?? sql, reading, granularity, missing)
      return Promise.all(
        days.map(
          ({ day, revision }, index) =>
            kept[index] ?? reading.get(buildReadingKey(granularity, day, revision)) ?? noPoints,
        ),
      )
    },
  }
}
export type PointDays = ReturnType<typeof createPointDays>

/** Whether a day was read at an earlier revision than requested. Revisions only grow. */
function isOlder(read: readonly DayRevision[], asked: readonly DayRevision[]): boolean {
  const readRevisions = new Map(read.map(({ day, revision }) => [day, BigInt(revision)]))
  return asked.some(({ day, revision }) => (readRevisions.get(day) ?? -1n) < BigInt(revision))
}

/** Sources of a history: one snapshot of the database, and the cached days. */
export type PointSource = { snapshot: Statements; days: PointDays }

const buildCacheKey = (granularity: Granularity, day: string): string => `${granularity} ${day}`
const buildReadingKey = (granularity: Granularity, day: string, revision: string): string =>
  `${granularity} ${day} ${revision}`

type Entry = { revision: string; points: EncodedPoints }

/** Encoded days of at most `maxBytes` together: the least recently used day is evicted first. */
export function createDayCache(maxBytes: number) {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    // A day without points has no bytes; the cache wants at least one.
    sizeCalculation: ({ points }) => Math.max(1, computeSize(points)),
  })
  return {
    /** The day at this revision; another revision is a miss. */
    get(key: string, revision: string): EncodedPoints | undefined {
      const entry = entries.get(key)
      return entry?.revision === revision ? entry.points : undefined
    },
    set(key: string, revision: string, points: EncodedPoints): void {
      entries.set(key, { revision, points })
    },
    heldBytes: (): number => entries.calculatedSize,
  }
}
