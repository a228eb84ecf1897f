import { hourMs, minuteMs } from '../../../../time/instant.ts'
import { computeParisOffsetMs } from '../../../../time/paris-clock.ts'
import type { RowColumns } from '../steps/collect-rows.ts'
import type { StatedPeriod } from '../steps/resolve-sides.ts'
import type { ReadingState } from './reading-state.ts'

const dayMs = 24 * hourMs

/** A bound of a period: its instant, and whether it is a date without a time. */
type Bound = { ms: number; isDate: boolean }

/** Instant of a clock time in mainland France at which the clock does not change. */
const toInstant = (shownMs: number): number => shownMs - computeParisOffsetMs(shownMs - computeParisOffsetMs(shownMs))

function readBound(state: ReadingState, text: string): Bound | null {
  const { stamp, parse } = state.stamps
  if (!parse(text)) return null
  // A period until 23:59:59 ends at midnight.
  const ms = Math.ceil(stamp.ms / minuteMs) * minuteMs
  return { ms: stamp.isClockTime ? toInstant(ms) : ms, isDate: !stamp.hasTime }
}

/** Latest instant among the rows; minus infinity without any. */
function findLatest(columns: RowColumns, dropped: Uint8Array): number {
  let latest = Number.NEGATIVE_INFINITY
  for (let row = 0; row < columns.count; row += 1) {
    if (dropped[row] === 0) latest = Math.max(latest, columns.stampMs[row] ?? 0)
  }
  return latest
}

/**
 * The period that the blocks of a file state together. A last date is included in files of the customer account; in
 * others it counts as included if the file has values of that day.
 */
export function readPeriod(state: ReadingState, columns: RowColumns, dropped: Uint8Array): StatedPeriod {
  const latestMs = findLatest(columns, dropped)
  let fromMs: number | null = null
  let toMs: number | null = null
  for (const { from, to } of state.periods.values()) {
    const start = readBound(state, from)
    const end = readBound(state, to)
    if (start !== null) fromMs = Math.min(fromMs ?? start.ms, start.ms)
    if (end === null) continue
    const isIncluded = end.isDate && (state.kind === 'enedis-customer' || latestMs > end.ms)
    const endMs = isIncluded ? toInstant(end.ms + computeParisOffsetMs(end.ms) + dayMs) : end.ms
    toMs = Math.max(toMs ?? endMs, endMs)
  }
  return { fromMs, toMs }
}
