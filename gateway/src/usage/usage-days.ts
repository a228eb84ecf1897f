import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { hourMs } from '@hexawatt/shared/time/instant'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import type { DayBatchStore, DayCounts } from './day-batch-store.ts'

/** Pause between two flushes, ms, varied by a tenth: the most that a killed process loses. */
const flushPauseMs = 5_000
/** Longest time the last flush may delay the stop of the program, ms. */
const stopTimeoutMs = 4_000

/** Keys with unsaved counts at most: about 15 MB. Beyond this bound the requests of an account count together, without their key. */
const maxKeys = 100_000
/** Accounts counted in this way at most; further requests are missing in the days, never in the month. */
const maxOthers = 10_000
const dayMs = 24 * hourMs
/** Rows of one statement. */
const batchRows = 2_000

export type UsageDaysDeps = {
  store: Pick<DayBatchStore, 'add'>
  realTimeMs: () => number
  metrics: Metrics
  logger: Logger
  /** Set by tests only. */
  bounds?: { maxKeys: number; maxOthers: number }
}

/**
 * Counts the answers of this process by account, key, UTC day and status. A request costs one look-up and one increment; every few seconds, and when the
 * program stops, the counts are added to Postgres in batches, none of which is added twice.
 */
export function createUsageDays(deps: UsageDaysDeps) {
  const { store, realTimeMs, logger, bounds = { maxKeys, maxOthers } } = deps
  const observe = createDayMetrics(deps.metrics)
  const runId = crypto.randomUUID()
  /** Today by key; another day (at the turn of a month) by key and day; beyond the bound of keys by account. */
  let cells = new Map<string, DayCounts>()
  /** Counts of past days. */
  let closed: DayCounts[] = []
  /** Counts taken from the maps above; the first batch may be stored already, when its answer was lost. */
  let pieces: (readonly DayCounts[])[] = []
  let batch = 1
  let today = getDayAt(realTimeMs())
  let running: Promise<void> | null = null
  let timer: Timer | undefined
  let isStopped = false

  function turnDay(nowMs: number): void {
    closed = [...closed, ...cells.values()]
    cells = new Map()
    today = getDayAt(nowMs)
  }

  function add(mapKey: string, counts: DayCounts): DayCounts {
    cells.set(mapKey, counts)
    return counts
  }

  /** The cell of a key that has none; null when the account has no cell either. */
  function makeCell(accountId: string, keyId: string, mapKey: string, day: string): DayCounts | null {
    const size = cells.size + closed.length
    if (size < bounds.maxKeys) return add(mapKey, makeEmptyCounts(accountId, keyId, day))
    observe.withoutKey()
    const otherKey = `${accountId} ${day}`
    const other = cells.get(otherKey)
    if (other !== undefined) return other
    if (size < bounds.maxKeys + bounds.maxOthers) return add(otherKey, makeEmptyCounts(accountId, '', day))
    observe.dropped()
    return null
  }

  function cut(): void {
    const all = [...closed, ...cells.values()]
    closed = []
    cells = new Map()
    for (let from = 0; from < all.length; from += batchRows) pieces.push(all.slice(from, from + batchRows))
  }

  async function storePieces(): Promise<void> {
    if (pieces.length === 0) cut()
    for (let rows = pieces[0]; rows !== undefined; rows = pieces[0]) {
      await store.add({ runId, batch, rows })
      pieces = pieces.slice(1)
      batch += 1
    }
  }

  /** Stores all counts; concurrent calls share one run. @throws what Postgres throws: the rest is stored by the next call */
  function flush(): Promise<void> {
    running ??= storePieces().finally(() => {
      running = null
    })
    return running
  }

  async function tryFlush(): Promise<void> {
    try {
      await flush()
      observe.flushed()
    } catch (error) {
      observe.failed()
      logger.warn({ err: error }, 'usage by day was not stored; it is tried again')
    }
  }

  function plan(): void {
    if (isStopped) return
    timer = setTimeout(() => void tryFlush().then(plan), flushPauseMs * (0.9 + 0.2 * Math.random()))
  }

  return {
    /**
     * Counts one answer. Never throws.
     * @param monthIndex month in which the limiter counted it, months since year 0: a request at the turn of a month belongs to a day of that month
     */
    count(accountId: string, keyId: string, monthIndex: number, status: number): void {
      const nowMs = realTimeMs()
      if (nowMs >= today.endMs || nowMs < today.startMs) turnDay(nowMs)
      let mapKey = keyId
      let { day } = today
      if (monthIndex !== today.monthIndex) {
        day = findNearestDay(monthIndex, today.monthIndex)
        mapKey = `${keyId} ${day}`
      }
      const counts = cells.get(mapKey) ?? makeCell(accountId, keyId, mapKey, day)
      if (counts === null) return
      if (status === 200) counts.ok += 1
      else if (status === 429) counts.limited += 1
      else if (status < 400) counts.notModified += 1
      else if (status < 500) counts.refused += 1
      else counts.failed += 1
    },
    flush,
    start: plan,
    /** Ends the turns and stores once more. Never throws, and returns in bounded time. */
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      const runningEnded = running?.catch(() => undefined)
      // Counts made while the last flush ran are not in it.
      await withTimeout(stopTimeoutMs, Promise.resolve(runningEnded).then(tryFlush)).catch(() => undefined)
    },
  }
}
export type UsageDays = ReturnType<typeof createUsageDays>

function makeEmptyCounts(accountId: string, keyId: string, day: string): DayCounts {
  return { accountId, keyId, day, ok: 0, notModified: 0, refused: 0, limited: 0, failed: 0 }
}

/** A UTC day, and its month, months since year 0. */
type UtcDay = { day: string; startMs: number; endMs: number; monthIndex: number }

function getDayAt(epochMs: number): UtcDay {
  const startMs = Math.floor(epochMs / dayMs) * dayMs
  const date = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO('UTC').toPlainDate()
  return { day: date.toString(), startMs, endMs: startMs + dayMs, monthIndex: date.year * 12 + date.month - 1 }
}

/** The day of a month that is nearest to another month: its last or its first. */
function findNearestDay(monthIndex: number, otherIndex: number): string {
  const month = new Temporal.PlainYearMonth(Math.floor(monthIndex / 12), (monthIndex % 12) + 1)
  return month.toPlainDate({ day: monthIndex < otherIndex ? month.daysInMonth : 1 }).toString()
}

function createDayMetrics(metrics: Metrics) {
  const flushes = metrics.counter('gateway_usage_day_flushes_total', 'Flushes of usage by day to Postgres by outcome', [
    'outcome',
  ])
  const unplaced = metrics.counter(
    'gateway_usage_day_unplaced_requests_total',
    'Requests that usage by day counts without their key (other) or not at all (dropped), because memory is bounded; bills include them all',
    ['place'],
  )
  return {
    flushed: () => flushes.inc({ outcome: 'flushed' }),
    failed: () => flushes.inc({ outcome: 'failed' }),
    withoutKey: () => unplaced.inc({ place: 'other' }),
    dropped: () => unplaced.inc({ place: 'dropped' }),
  }
}
