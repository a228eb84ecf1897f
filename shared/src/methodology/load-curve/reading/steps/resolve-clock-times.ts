import { hourMs } from '../../../../time/instant.ts'
import { computeParisOffsetMs } from '../../../../time/paris-clock.ts'
import { type RowColumns, stampSides } from './collect-rows.ts'

const dayMs = 24 * hourMs
/** Clocks go from 02:00 to 03:00 in spring, and from 03:00 back to 02:00 in autumn. */
const twoHoursMs = 2 * hourMs
const threeHoursMs = 3 * hourMs
/** Share of the rows that must follow one direction for their order to tell anything. */
const orderedShare = 0.9

/** Whether the rows of a file go forward or backward in time; null if they do neither. */
function findDirection(columns: RowColumns): 'forward' | 'backward' | null {
  let forward = 0
  let backward = 0
  for (let row = 1; row < columns.count; row += 1) {
    const change = (columns.stampMs[row] ?? 0) - (columns.stampMs[row - 1] ?? 0)
    if (change > 0) forward += 1
    else if (change < 0) backward += 1
  }
  const most = Math.max(forward, backward)
  if (most < (forward + backward) * orderedShare) return null
  return forward >= backward ? 'forward' : 'backward'
}

/**
 * Position of the first row after the clock went back, among rows of the repeated hour that go forward in time: the only
 * one whose time is not later than that before it. Null if there is none or more than one: their order does not tell.
 */
function findClockChange(rows: readonly number[], shownMs: Float64Array): number | null {
  let change: number | null = null
  for (let index = 1; index < rows.length; index += 1) {
    if ((shownMs[rows[index] ?? 0] ?? 0) > (shownMs[rows[index - 1] ?? 0] ?? 0)) continue
    if (change !== null) return null
    change = index
  }
  return change
}

/** Rows of the hour that one autumn day has twice, of one series. */
type RepeatedHour = { rows: number[]; summerOffsetMs: number; winterOffsetMs: number; threeOClockMs: number }

/** Splits a repeated hour by the order of its rows; returns how many rows are left out because their order does not tell. */
function splitRepeatedHour(
  hour: RepeatedHour,
  columns: RowColumns,
  dropped: Uint8Array,
  direction: ReturnType<typeof findDirection>,
): number {
  const rows = direction === 'backward' ? hour.rows.toReversed() : hour.rows
  const change = direction === null ? null : findClockChange(rows, columns.stampMs)
  let leftOut = 0
  for (const [index, row] of rows.entries()) {
    const shownMs = columns.stampMs[row] ?? 0
    // 03:00 is shown twice only where a file adds the step to the shown start.
    if (change === null && shownMs < hour.threeOClockMs) {
      dropped[row] = 1
      leftOut += 1
    } else {
      const isSummer = change !== null && index < change
      columns.stampMs[row] = shownMs - (isSummer ? hour.summerOffsetMs : hour.winterOffsetMs)
    }
  }
  return leftOut
}

/**
 * Turns clock times in mainland France into instants, in place, and marks the rows whose instant cannot be known.
 *
 * @param dropped gets 1 at every such row
 */
export function resolveClockTimes(columns: RowColumns, dropped: Uint8Array): { ambiguous: number; skipped: number } {
  const direction = findDirection(columns)
  const hours = new Map<string, RepeatedHour>()
  let skipped = 0
  let day = Number.NaN
  let beforeMs = 0
  let afterMs = 0
  for (let row = 0; row < columns.count; row += 1) {
    if (columns.isClockTime[row] === 0) continue
    const shownMs = columns.stampMs[row] ?? 0
    const shownDay = Math.floor(shownMs / dayMs)
    if (shownDay !== day) {
      // Clocks change at 01:00 UTC.
      day = shownDay
      beforeMs = computeParisOffsetMs(day * dayMs)
      afterMs = computeParisOffsetMs(day * dayMs + dayMs / 2)
    }
    const timeMs = shownMs - day * dayMs
    const isRepeated = afterMs < beforeMs && timeMs >= twoHoursMs && timeMs <= threeHoursMs
    if (isRepeated) {
      const series = `${day} ${columns.isInjected[row]} ${columns.stage[row]}`
      const hour = hours.get(series) ?? {
        rows: [],
        summerOffsetMs: beforeMs,
        winterOffsetMs: afterMs,
        threeOClockMs: day * dayMs + threeHoursMs,
      }
      hour.rows.push(row)
      hours.set(series, hour)
      continue
    }
    // The step that ends as the clock goes forward may be stamped 02:00, a time that is not shown.
    const isEnd = columns.side[row] === stampSides.end || columns.side[row] === stampSides.endUnlessBounds
    const isBefore = timeMs < twoHoursMs || (timeMs === twoHoursMs && isEnd)
    if (afterMs > beforeMs && !isBefore && timeMs < threeHoursMs) {
      dropped[row] = 1
      skipped += 1
    } else columns.stampMs[row] = shownMs - (isBefore ? beforeMs : afterMs)
  }
  let ambiguous = 0
  for (const hour of hours.values()) ambiguous += splitRepeatedHour(hour, columns, dropped, direction)
  return { ambiguous, skipped }
}
