import type { SlotValue } from '@hexawatt/shared/methodology/complete-hour'
import { markEveryMs } from '@hexawatt/shared/methodology/point-mark'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Clock } from '@hexawatt/shared/time/clock'
import { knownVersion } from '../inputs/known-version.ts'
import { overlap, type Span, utcDaysOf } from '../inputs/span.ts'
import type { Partitions } from '../pipeline/partition-store.ts'
import type { Window } from '../upstream/window.ts'
import { createPointMaker, type HistoricRows } from './historic-points.ts'
import { lastMark } from './point-mark.ts'
import { addScorePoints, readStoredMarks } from './point-store.ts'
import { rollUp } from './roll-up-store.ts'
import type { ScorePoint } from './score-point.ts'

export type FillDeps = { sql: Sql; clock: Clock; partitions: Partitions }

type FillOptions = {
  /** Aborted: the running day is finished, no other is begun. */
  stopping: AbortSignal
  onProgress?: (progress: FillProgress) => void
}

/** UTC days. `thinDays`: days of which neither generation nor a price is known, and which get no points. */
export type FillProgress = { days: number; doneDays: number; addedPoints: number; thinDays: number }

/** What became of it; `complete` when every day was gone through. */
export type FillOutcome = FillProgress & { complete: boolean }

/**
 * Computes the points that are missing in a window from stored feed data, as it would have been known at each mark, newest day first. No
 * point is overwritten, and the present mark is left to the live computation. Each day is one transaction: an interrupted fill is gone on
 * with by running it again.
 */
export async function fillPoints(deps: FillDeps, window: Window, options: FillOptions): Promise<FillOutcome> {
  const days = daysToFill(window, deps.clock.now())
  const progress: FillProgress = { days: days.length, doneDays: 0, addedPoints: 0, thinDays: 0 }
  const fillDay = createDayFill(deps)
  options.onProgress?.(progress)
  for (const day of days) {
    if (options.stopping.aborted) break
    const outcome = await fillDay(day)
    progress.doneDays++
    progress.addedPoints += outcome.addedPoints
    progress.thinDays += outcome.isThin ? 1 : 0
    options.onProgress?.(progress)
  }
  return { ...progress, complete: progress.doneDays === progress.days }
}

/** The UTC days of a window, cut to it and to the marks whose ten minutes have passed, newest first. */
function daysToFill({ start, end }: Window, now: Temporal.Instant): Span[] {
  const wanted = {
    startMs: start.epochMilliseconds,
    endMs: Math.min(end.epochMilliseconds, lastMark(now).epochMilliseconds),
  }
  return utcDaysOf(wanted)
    .flatMap((day) => overlap(day, wanted) ?? [])
    .reverse()
}

type DayOutcome = { addedPoints: number; isThin: boolean }

function createDayFill({ sql, clock, partitions }: FillDeps): (day: Span) => Promise<DayOutcome> {
  const maker = createPointMaker(sql, knownVersion)

  return async function fillDay(day) {
    const stored = await readStoredMarks(sql, day)
    const marks = marksOf(day).filter((mark) => !stored.has(mark.epochMilliseconds))
    if (marks.length === 0) return { addedPoints: 0, isThin: false }
    await maker.load(day, marks, clock.now())
    const points: ScorePoint[] = []
    let isThin = true
    for (const at of marks) {
      const known = maker.rowsAt(at)
      isThin &&= !isAnyValueOf(day, known)
      const point = maker.pointOf(known, at)
      if (point !== null) points.push(point)
    }
    if (isThin || points.length === 0) return { addedPoints: 0, isThin }
    await partitions.ensure('score_points', marks)
    const added = await sql.begin(async (tx) => {
      const instants = await addScorePoints(tx, points, 'backfilled', clock.now())
      await rollUp(tx, instants)
      return instants
    })
    return { addedPoints: added.length, isThin }
  }
}

/** Every mark of a span. */
export function marksOf({ startMs, endMs }: Span): Temporal.Instant[] {
  const firstMs = Math.ceil(startMs / markEveryMs) * markEveryMs
  const count = Math.max(0, Math.ceil((endMs - firstMs) / markEveryMs))
  return Array.from({ length: count }, (_, index) =>
    Temporal.Instant.fromEpochMilliseconds(firstMs + index * markEveryMs),
  )
}

/** Whether generation or a price of the day itself is known. */
function isAnyValueOf(day: Span, { rows }: HistoricRows): boolean {
  const isOfDay = ({ slotStart, slotEnd }: Pick<SlotValue, 'slotStart' | 'slotEnd'>) =>
    slotStart.epochMilliseconds < day.endMs && slotEnd.epochMilliseconds > day.startMs
  const isMixOfDay = rows.carbon !== null && Date.parse(rows.carbon.slotEnd) > day.startMs
  return isMixOfDay || rows.powerExchanges.some(isOfDay) || rows.generationByType.some(isOfDay)
}
