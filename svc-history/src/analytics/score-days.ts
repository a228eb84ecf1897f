import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import { optimalFrom } from '@hexawatt/shared/methodology/score/composite'
import type { Statements } from '@hexawatt/shared/postgres/client'
import { weightedScore } from '../points/fast-rounding.ts'
import { dayNumber, dayOf, type PointSpan, secondsOf } from '../points/utc-span.ts'
import { createKeptDays, type KeptDays } from './kept-days.ts'
import { readPackedScores } from './sums-store.ts'

/** Sub-scores of the raw points of a UTC day in the order of time. */
export type DayScores = {
  /** Instant of each point, seconds since the epoch. */
  times: Float64Array
  /** Four per point, tenths: price, carbon, grid, adequacy. */
  tenths: Uint16Array
}

/** Caches sub-scores by UTC day and revision, about 2.5 kB a day: they give the score of each point under any weighting. */
export function createScoreDays(): KeptDays<DayScores> {
  return createKeptDays<DayScores>(readScores, { times: new Float64Array(), tenths: new Uint16Array() })
}

async function readScores(sql: Statements, first: string, last: string) {
  const { revisions, rows } = await readPackedScores(sql, first, last)
  return { revisions, byDay: unpackScores(rows) }
}

const rowBytes = 8
const tickSeconds = 600
const tenthsMask = 2 ** 10 - 1

/** Decodes the packed rows of the store. */
function unpackScores(rows: Uint8Array | null): Map<string, DayScores> {
  const byDay = new Map<string, DayScores>()
  if (rows === null) return byDay
  const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength)
  const count = rows.byteLength / rowBytes
  const times = Float64Array.from({ length: count }, (_, row) => (view.getInt32(rowBytes * row) >>> 8) * tickSeconds)
  for (let first = 0; first < count; ) {
    const start = times[first] ?? 0
    let end = first + 1
    while (end < count && dayNumber(times[end] ?? 0) === dayNumber(start)) end++
    byDay.set(dayOf(start), { times: times.slice(first, end), tenths: unpackTenths(view, first, end) })
    first = end
  }
  return byDay
}

function unpackTenths(view: DataView, first: number, end: number): Uint16Array {
  const tenths = new Uint16Array(4 * (end - first))
  for (let row = first; row < end; row++) {
    const [high, low] = [view.getInt32(rowBytes * row), view.getInt32(rowBytes * row + 4)]
    const at = 4 * (row - first)
    tenths[at] = ((high & 0xff) << 2) | (low >>> 30)
    tenths[at + 1] = (low >>> 20) & tenthsMask
    tenths[at + 2] = (low >>> 10) & tenthsMask
    tenths[at + 3] = low & tenthsMask
  }
  return tenths
}

/** Counts the raw points of a span that are Optimal under some weights, as the score of each point is rounded. */
export function countOptimal(days: readonly DayScores[], { from, end }: PointSpan, weights: ScoreWeights): number {
  const [fromSeconds, endSeconds] = [secondsOf(from), secondsOf(end)]
  let optimal = 0
  for (const { times, tenths } of days) {
    for (let index = 0; index < times.length; index++) {
      const time = times[index] ?? 0
      if (time < fromSeconds || time >= endSeconds) continue
      if (scoreAt(tenths, 4 * index, weights) >= optimalFrom) optimal += 1
    }
  }
  return optimal
}

const scoreAt = (tenths: Uint16Array, at: number, weights: ScoreWeights): number =>
  weightedScore(weights, 1, tenths[at] ?? 0, tenths[at + 1] ?? 0, tenths[at + 2] ?? 0, tenths[at + 3] ?? 0)
