import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import { optimalFrom } from '@hexawatt/shared/methodology/score/composite'
import { hourMs } from '@hexawatt/shared/time/instant'
import type { HourSums } from '../points/hour-sums.ts'
import { type PointSpan, toDay, toDayNumber, toSeconds } from '../points/utc-span.ts'
import { computeWeightedScore } from './fast-rounding.ts'

// Fast path: docs/develop/fast-day-encoders.md. Postgres sends rows of a year as consecutive big-endian integers.

/** Whole numbers of one row of hour sums, in the order in which they are packed. */
export const hourSumsColumns = [
  'hours since the epoch',
  'score version',
  'carbon version',
  'confidence version',
  'consumption version',
  'samples',
  'price',
  'carbon',
  'grid',
  'adequacy',
  'optimal samples',
  'carbon samples',
  'carbon hundredths',
  'low carbon hundredths',
  'consumption samples',
  'consumption hundredths',
  'delta hundredths',
] as const

const numberBytes = 4
const hourRowBytes = hourSumsColumns.length * numberBytes
const hourSeconds = hourMs / 1_000

/** Decodes packed rows of hour sums: 32-bit integers in the order of {@link hourSumsColumns}. */
export function unpackHourSums(rows: Uint8Array | null): HourSums[] {
  if (rows === null) return []
  const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength)
  return Array.from({ length: rows.byteLength / hourRowBytes }, (_, row) => unpackHourRow(view, row * hourRowBytes))
}

function unpackHourRow(view: DataView, offset: number): HourSums {
  const readNumber = (column: number): number => view.getInt32(offset + column * numberBytes)
  return {
    hourStartSeconds: readNumber(0) * hourSeconds,
    versionSet: `${readNumber(1)}.${readNumber(2)}.${readNumber(3)}.${readNumber(4)}`,
    samples: readNumber(5),
    price: readNumber(6),
    carbon: readNumber(7),
    grid: readNumber(8),
    adequacy: readNumber(9),
    optimalSamples: readNumber(10),
    carbonSamples: readNumber(11),
    carbonHundredths: readNumber(12),
    lowCarbonHundredths: readNumber(13),
    consumptionSamples: readNumber(14),
    consumptionHundredths: readNumber(15),
    deltaHundredths: readNumber(16),
  }
}

/** Sub-scores of the raw points of a UTC day in the order of time. */
export type DayScores = {
  /** Instant of each point, seconds since the epoch. */
  times: Float64Array
  /** Four per point, tenths: price, carbon, grid, adequacy. */
  tenths: Uint16Array
}

const scoreRowBytes = 8
const tickSeconds = 600
const tenthsMask = 2 ** 10 - 1

/**
 * Decodes packed sub-scores by UTC day: 64-bit integers of 24 bits for the instant in ticks of ten minutes since the epoch, then 10 bits each for
 * price, carbon, grid and adequacy, tenths.
 */
export function unpackScores(rows: Uint8Array | null): Map<string, DayScores> {
  const byDay = new Map<string, DayScores>()
  if (rows === null) return byDay
  const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength)
  const count = rows.byteLength / scoreRowBytes
  const times = Float64Array.from(
    { length: count },
    (_, row) => (view.getInt32(scoreRowBytes * row) >>> 8) * tickSeconds,
  )
  for (let first = 0; first < count; ) {
    const start = times[first] ?? 0
    let end = first + 1
    while (end < count && toDayNumber(times[end] ?? 0) === toDayNumber(start)) end++
    byDay.set(toDay(start), { times: times.slice(first, end), tenths: unpackTenths(view, first, end) })
    first = end
  }
  return byDay
}

function unpackTenths(view: DataView, first: number, end: number): Uint16Array {
  const tenths = new Uint16Array(4 * (end - first))
  for (let row = first; row < end; row++) {
    const [high, low] = [view.getInt32(scoreRowBytes * row), view.getInt32(scoreRowBytes * row + 4)]
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
  const [fromSeconds, endSeconds] = [toSeconds(from), toSeconds(end)]
  let optimal = 0
  for (const { times, tenths } of days) {
    for (let index = 0; index < times.length; index++) {
      const time = times[index] ?? 0
      if (time < fromSeconds || time >= endSeconds) continue
      if (computeScore(tenths, 4 * index, weights) >= optimalFrom) optimal += 1
    }
  }
  return optimal
}

const computeScore = (tenths: Uint16Array, at: number, weights: ScoreWeights): number =>
  computeWeightedScore(weights, 1, tenths[at] ?? 0, tenths[at + 1] ?? 0, tenths[at + 2] ?? 0, tenths[at + 3] ?? 0)
