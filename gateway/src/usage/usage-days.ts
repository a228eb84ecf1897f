import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { hourMs } from '@hexawatt/shared/time/instant'
import { createBatchedFlush } from './batched-flush.ts'
import type { DayBatchStore, DayCounts } from './day-batch-store.ts'

/** Keys with unsaved counts at most: about 15 MB. Beyond this bound the requests of an account count together, without their key. */
const maxKeys = 100_000
/** Accounts counted in this way at most; further requests are missing in the days, never in the month. */
const maxOthers = 10_000
const dayMs = 24 * hourMs

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
  /** Today by key; another day (at the turn of a month) by key and day; beyond the bound of keys by account. */
  let cells = new Map<string, DayCounts>()
  /** Counts of past days. */
  let closed: DayCounts[] = []
  let today = getDayAt(realTimeMs())

  const { flush, tryFlush } = createBatchedFlush<DayCounts>({
    takeRows() {
      const all = [...closed, ...cells.values()]
      closed = []
      cells = new Map()
      return all
    },
    add: store.add,
    onEnd: observe.ended,
    logger,
    name: 'usage by day',
  })

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
    tryFlush,
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
    ended: (outcome: 'flushed' | 'failed') => flushes.inc({ outcome }),
    withoutKey: () => unplaced.inc({ place: 'other' }),
    dropped: () => unplaced.inc({ place: 'dropped' }),
  }
}
