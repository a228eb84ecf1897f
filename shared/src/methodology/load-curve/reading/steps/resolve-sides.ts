import { hourMs, minuteMs } from '../../../../time/instant.ts'
import { computeParisOffsetMs } from '../../../../time/paris-clock.ts'
import { type RowColumns, stampSides } from './collect-rows.ts'

/** The period that a file states, ms since the epoch; null for a bound that it does not state. */
export type StatedPeriod = { fromMs: number | null; toMs: number | null }

const dayMs = 24 * hourMs

/** A stamp, and the stated length of its step; 0 if it is not stated. */
type Edge = { stampMs: number; stepMs: number }

const isMidnight = (atMs: number): boolean => (atMs + computeParisOffsetMs(atMs)) % dayMs === 0

/** Whether an instant is a bound; a file without stated bounds has whole days. */
const isBound = (atMs: number, boundMs: number | null): boolean =>
  boundMs === null ? isMidnight(atMs) : atMs === boundMs

/**
 * What the bounds of a file say about its time stamps: with stamps at the start the first one is the beginning of the
 * period, with stamps at the end the last one is its end. Null if they say nothing, or both.
 */
function readBounds(first: Edge, last: Edge, period: StatedPeriod): 'start' | 'end' | null {
  const hasStep = first.stepMs > 0 && last.stepMs > 0
  const isStart = isBound(first.stampMs, period.fromMs) || (hasStep && isBound(last.stampMs + last.stepMs, period.toMs))
  const isEnd = isBound(last.stampMs, period.toMs) || (hasStep && isBound(first.stampMs - first.stepMs, period.fromMs))
  if (isStart === isEnd) return null
  return isStart ? 'start' : 'end'
}

/**
 * Decides for rows whose file does not say so whether a stamp is the start or the end of its step, in place.
 *
 * @returns the side that had to be assumed, null if none had
 */
export function resolveSides(columns: RowColumns, dropped: Uint8Array, period: StatedPeriod): 'start' | 'end' | null {
  const first: Edge = { stampMs: Number.POSITIVE_INFINITY, stepMs: 0 }
  const last: Edge = { stampMs: Number.NEGATIVE_INFINITY, stepMs: 0 }
  let side: number = stampSides.end
  for (let row = 0; row < columns.count; row += 1) {
    if (dropped[row] === 1 || (columns.side[row] ?? 0) < stampSides.endUnlessBounds) continue
    side = columns.side[row] ?? 0
    const stampMs = columns.stampMs[row] ?? 0
    const stepMs = (columns.minutes[row] ?? 0) * minuteMs
    if (stampMs < first.stampMs) Object.assign(first, { stampMs, stepMs })
    if (stampMs > last.stampMs) Object.assign(last, { stampMs, stepMs })
  }
  if (first.stampMs > last.stampMs) return null
  const read = readBounds(first, last, period)
  const assumed = side === stampSides.endUnlessBounds ? 'end' : 'start'
  const decided = stampSides[read ?? assumed]
  for (let row = 0; row < columns.count; row += 1) {
    if ((columns.side[row] ?? 0) >= stampSides.endUnlessBounds) columns.side[row] = decided
  }
  return read === null ? assumed : null
}
