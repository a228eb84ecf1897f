import type { SlotValue } from '@hexawatt/shared/methodology/hourly-means'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { ScorePoint } from '@hexawatt/shared/stored-points/score-point'
import { findKnownVersion } from '@hexawatt/shared/stored-rows/known-version'
import { intersectSpans, listUtcDays, type Span } from '@hexawatt/shared/stored-rows/span'
import type { Clock } from '@hexawatt/shared/time/clock'
import type { Partitions } from '../pipeline/partition-store.ts'
import type { Window } from '../sources/definition/window.ts'
import { createHistoricPoints, type HistoricRows } from './historic-points.ts'
import { addScorePoints, readStoredTicks } from './point-store.ts'
import { findLastTick, listTicks } from './point-tick.ts'
import { rollUp } from './roll-up-store.ts'

export type FillDeps = { sql: Sql; clock: Clock; partitions: Partitions }

type FillOptions = {
  /** When aborted, the current day is finished and no other begins. */
  stopping: AbortSignal
  onProgress?: (progress: FillProgress) => void
}

/** Counts of UTC days. `emptyDays` have neither generation nor a price, and get no points. */
export type FillProgress = { days: number; doneDays: number; addedPoints: number; emptyDays: number }

/** Result of a fill; `complete` when every day was processed. */
export type FillOutcome = FillProgress & { complete: boolean }

/**
 * Computes the points that are missing in a window from stored feed data, as it would have been known at each tick, newest day first. It never
 * overwrites a point and leaves the current tick to the live computation. Each day is one transaction: running an interrupted fill again
 * continues it.
 */
export async function fillPoints(deps: FillDeps, window: Window, options: FillOptions): Promise<FillOutcome> {
  const days = listDaysToFill(window, deps.clock.now())
  const progress: FillProgress = { days: days.length, doneDays: 0, addedPoints: 0, emptyDays: 0 }
  const fillDay = createDayFill(deps)
  options.onProgress?.(progress)
  for (const day of days) {
    if (options.stopping.aborted) break
    const outcome = await fillDay(day)
    progress.doneDays++
    progress.addedPoints += outcome.addedPoints
    progress.emptyDays += outcome.hasNoData ? 1 : 0
    options.onProgress?.(progress)
  }
  return { ...progress, complete: progress.doneDays === progress.days }
}

/** The UTC days of a window, cut at the window and at the current tick, newest first. */
function listDaysToFill({ start, end }: Window, now: Temporal.Instant): Span[] {
  const wanted = {
    startMs: start.epochMilliseconds,
    endMs: Math.min(end.epochMilliseconds, findLastTick(now).epochMilliseconds),
  }
  return listUtcDays(wanted)
    .flatMap((day) => intersectSpans(day, wanted) ?? [])
    .reverse()
}

type DayOutcome = { addedPoints: number; hasNoData: boolean }

function createDayFill({ sql, clock, partitions }: FillDeps): (day: Span) => Promise<DayOutcome> {
  const historic = createHistoricPoints(sql, findKnownVersion)

  return async function fillDay(day) {
    const stored = await readStoredTicks(sql, day)
    const ticks = listTicks(day).filter((tick) => !stored.has(tick.epochMilliseconds))
    if (ticks.length === 0) return { addedPoints: 0, hasNoData: false }
    await historic.load(day, ticks, clock.now())
    const points: ScorePoint[] = []
    let hasNoData = true
    for (const at of ticks) {
      const known = await historic.rowsAt(at)
      hasNoData &&= !isAnyValueOf(day, known)
      const point = historic.pointOf(known, at)
      if (point !== null) points.push(point)
    }
    if (hasNoData || points.length === 0) return { addedPoints: 0, hasNoData }
    await partitions.ensure('score_points', ticks)
    const added = await sql.begin(async (tx) => {
      const instants = await addScorePoints(tx, points, 'backfilled', clock.now())
      await rollUp(tx, instants)
      return instants
    })
    return { addedPoints: added.length, hasNoData }
  }
}

/** Whether generation or a price of the day itself is known. */
function isAnyValueOf(day: Span, { rows }: HistoricRows): boolean {
  const isOfDay = ({ slotStart, slotEnd }: Pick<SlotValue, 'slotStart' | 'slotEnd'>) =>
    slotStart.epochMilliseconds < day.endMs && slotEnd.epochMilliseconds > day.startMs
  const isMixOfDay = rows.carbon !== null && Date.parse(rows.carbon.slotEnd) > day.startMs
  return isMixOfDay || rows.powerExchanges.some(isOfDay) || rows.generationByType.some(isOfDay)
}
