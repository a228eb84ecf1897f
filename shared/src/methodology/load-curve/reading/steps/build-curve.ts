import { hourMs, minuteMs } from '../../../../time/instant.ts'
import { LoadCurveRefusal } from '../../load-curve.ts'
import { type RowColumns, stampSides } from './collect-rows.ts'
import { deriveMinutes, isMeterStep, minutesOfDay } from './derive-minutes.ts'

/** Steps of one direction, and what had to be left out on the way. */
export type BuiltSteps = {
  startsMs: Float64Array
  minutes: Uint16Array
  energyKwh: Float64Array
  repeated: number
  overlapping: number
  odd: number
  implausible: number
  /** Most frequent difference, where the file does not state its steps; else 0. */
  derivedMinutes: number
}

/** No site draws a million kW, the power of a nuclear reactor: such a number is a wrong unit or a broken cell. */
const largestValue = 1_000_000

/** Meters begin their steps at multiples of five minutes, or of a shorter step. */
const longestGridMinutes = 5

/** Whether a step is one of a meter that does not cross the end of an hour: hourly figures then need no splitting. */
function isWithinHour(startMs: number, minutes: number): boolean {
  const isOnGrid = startMs % (Math.min(minutes, longestGridMinutes) * minuteMs) === 0
  return isMeterStep(minutes) && isOnGrid && (startMs % hourMs) + minutes * minuteMs <= hourMs
}

/**
 * Length of the step of a row as the rows next to it in the file tell it, ms. Of an hour and its first half-hour, from files that were joined, the half-hour
 * counts: the energy of the hour would be counted in a step of half its length.
 */
function measureStepMs({ stampMs, minutes, count }: RowColumns, row: number): number {
  const stated = minutes[row] ?? 0
  if (stated > 0) return stated * minuteMs
  const measure = (direction: -1 | 1): number => {
    for (let seen = 1; seen <= neighbours; seen += 1) {
      const other = row + seen * direction
      const distanceMs = other < 0 || other >= count ? hourMs : Math.abs((stampMs[other] ?? 0) - (stampMs[row] ?? 0))
      if (distanceMs > 0) return Math.min(distanceMs, hourMs)
    }
    return hourMs
  }
  return Math.min(measure(-1), measure(1))
}

/** Rows on each side among which one of another instant is looked for. */
const neighbours = 4

/** Rows of one direction that were not dropped, by instant, the one that counts first. */
function orderRows(columns: RowColumns, dropped: Uint8Array, isInjected: number): Uint32Array {
  const rows = new Uint32Array(columns.count)
  let count = 0
  let isAscending = true
  for (let row = 0; row < columns.count; row += 1) {
    if (dropped[row] === 1 || columns.isInjected[row] !== isInjected) continue
    if (count > 0) isAscending &&= (columns.stampMs[row] ?? 0) > (columns.stampMs[rows[count - 1] ?? 0] ?? 0)
    rows[count] = row
    count += 1
  }
  const chosen = rows.subarray(0, count)
  if (isAscending) return chosen
  const isGap = (row: number): number => (Number.isNaN(columns.value[row]) ? 1 : 0)
  return chosen.sort(
    (one, other) =>
      (columns.stampMs[one] ?? 0) - (columns.stampMs[other] ?? 0) ||
      isGap(one) - isGap(other) ||
      (columns.stage[other] ?? 0) - (columns.stage[one] ?? 0) ||
      measureStepMs(columns, one) - measureStepMs(columns, other) ||
      one - other,
  )
}

/** Keeps the first row of each instant. */
function dropRepeats(columns: RowColumns, rows: Uint32Array): Uint32Array {
  let kept = 0
  for (const row of rows) {
    if (kept > 0 && columns.stampMs[row] === columns.stampMs[rows[kept - 1] ?? 0]) continue
    rows[kept] = row
    kept += 1
  }
  return rows.subarray(0, kept)
}

/** Minutes of every row: as stated, else derived; refuses a file of whole days. */
function readMinutes(columns: RowColumns, rows: Uint32Array, isEndStamped: boolean, stated: number) {
  const minutes = Uint16Array.from(rows, (row) => columns.minutes[row] ?? 0)
  const stampsMs = Float64Array.from(rows, (row) => columns.stampMs[row] ?? 0)
  const derivedMinutes = deriveMinutes(stampsMs, minutes, isEndStamped, stated)
  if (derivedMinutes >= minutesOfDay) throw new LoadCurveRefusal('daily-values')
  if (rows.length > 0 && !minutes.some(isMeterStep)) throw new LoadCurveRefusal('step-unknown')
  return { minutes, derivedMinutes }
}

/**
 * Turns the rows of one direction into steps, ascending and without overlap.
 *
 * @param stated step that the file states for all rows; 0 if it states none
 * @throws LoadCurveRefusal if they are values of days, or their step cannot be known
 */
export function buildSteps(columns: RowColumns, dropped: Uint8Array, isInjected: number, stated: number): BuiltSteps {
  const ordered = orderRows(columns, dropped, isInjected)
  const rows = dropRepeats(columns, ordered)
  const repeated = ordered.length - rows.length
  const isEndStamped = columns.side[rows[0] ?? 0] === stampSides.end
  const { minutes, derivedMinutes } = readMinutes(columns, rows, isEndStamped, stated)
  const startsMs = new Float64Array(rows.length)
  const energyKwh = new Float64Array(rows.length)
  let count = 0
  let overlapping = 0
  let odd = 0
  let implausible = 0
  let endMs = Number.NEGATIVE_INFINITY
  for (const [index, row] of rows.entries()) {
    const value = columns.value[row] ?? Number.NaN
    if (Number.isNaN(value)) continue
    const step = minutes[index] ?? 0
    const stampMs = columns.stampMs[row] ?? 0
    const startMs = columns.side[row] === stampSides.end ? stampMs - step * minuteMs : stampMs
    if (value > largestValue) implausible += 1
    else if (!isWithinHour(startMs, step)) odd += 1
    else if (startMs < endMs) overlapping += 1
    else {
      endMs = startMs + step * minuteMs
      startsMs[count] = startMs
      minutes[count] = step
      energyKwh[count] = columns.isPower[row] === 1 ? (value * step) / 60 : value
      count += 1
    }
  }
  return {
    startsMs: startsMs.slice(0, count),
    minutes: minutes.slice(0, count),
    energyKwh: energyKwh.slice(0, count),
    repeated,
    overlapping,
    odd,
    implausible,
    derivedMinutes,
  }
}
