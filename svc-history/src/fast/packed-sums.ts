import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import { optimalFrom } from '@hexawatt/shared/methodology/score/composite'
import { version1Composition } from '@hexawatt/shared/methodology/score/composition'
import { hourMs } from '@hexawatt/shared/time/instant'
import type { HourScores, HourSums } from '../points/hour-sums.ts'
import { type PointSpan, toDay, toDayNumber, toSeconds } from '../points/utc-span.ts'
import { createWeigh } from './fast-rounding.ts'

// Fast path: docs/develop/fast-day-encoders.md. Postgres sends rows of a year as consecutive big-endian integers.

/** Whole numbers of one row of hour sums, in the order in which they are packed. */
export const hourSumsColumns = [
  'hours since the epoch',
  'score version',
  'carbon version',
  'confidence version',
  'consumption version',
  'samples',
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
    optimalSamples: readNumber(6),
    carbonSamples: readNumber(7),
    carbonHundredths: readNumber(8),
    lowCarbonHundredths: readNumber(9),
    consumptionSamples: readNumber(10),
    consumptionHundredths: readNumber(11),
    deltaHundredths: readNumber(12),
  }
}

/** Whole numbers of one row of the sub-score sums of an hour, in the order in which they are packed. */
export const hourScoresColumns = [
  'hours since the epoch',
  'composition and samples, 16 bits each',
  'price',
  'carbon',
  'grid',
  'adequacy',
] as const

const hourScoresBytes = hourScoresColumns.length * numberBytes

/** Decodes packed rows of sub-score sums: 32-bit integers in the order of {@link hourScoresColumns}. */
export function unpackHourScores(rows: Uint8Array | null): HourScores[] {
  if (rows === null) return []
  const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength)
  return Array.from({ length: rows.byteLength / hourScoresBytes }, (_, row) => {
    const readNumber = (column: number): number => view.getInt32(row * hourScoresBytes + column * numberBytes)
    return {
      hourStartSeconds: readNumber(0) * hourSeconds,
      composition: readNumber(1) >>> 16,
      samples: readNumber(1) & 0xffff,
      price: readNumber(2),
      carbon: readNumber(3),
      grid: readNumber(4),
      adequacy: readNumber(5),
    }
  })
}

/** Sub-scores of the raw points of a UTC day in the order of time. */
export type DayScores = {
  /** Instant of each point, seconds since the epoch. */
  times: Float64Array
  compositions: Uint8Array
  /** Four per point, tenths: price, carbon, grid, adequacy. */
  tenths: Uint16Array
}

const scoreRowBytes = 8
const tickSeconds = 600
const ticksMask = 2 ** 19 - 1
const tenthsMask = 2 ** 10 - 1
const compositionMask = 2 ** 5 - 1

/**
 * Decodes packed sub-scores by UTC day: 64-bit integers of 19 bits for the instant in ticks of ten minutes since the epoch, whose further bits are dropped, 5
 * for the composition, then 10 bits each for price, carbon, grid and adequacy, tenths.
 *
 * @param startSeconds an instant before the first point, at most nine years before the last
 */
export function unpackScores(rows: Uint8Array | null, startSeconds: number): Map<string, DayScores> {
  const byDay = new Map<string, DayScores>()
  if (rows === null) return byDay
  const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength)
  const count = rows.byteLength / scoreRowBytes
  const startTick = Math.floor(startSeconds / tickSeconds)
  const times = Float64Array.from(
    { length: count },
    (_, row) => (startTick + (((view.getInt32(scoreRowBytes * row) >>> 13) - startTick) & ticksMask)) * tickSeconds,
  )
  for (let first = 0; first < count; ) {
    const start = times[first] ?? 0
    let end = first + 1
    while (end < count && toDayNumber(times[end] ?? 0) === toDayNumber(start)) end++
    byDay.set(toDay(start), { times: times.slice(first, end), ...unpackDayScores(view, first, end) })
    first = end
  }
  return byDay
}

function unpackDayScores(view: DataView, first: number, end: number): Omit<DayScores, 'times'> {
  const tenths = new Uint16Array(4 * (end - first))
  const compositions = new Uint8Array(end - first)
  for (let row = first; row < end; row++) {
    const [high, low] = [view.getInt32(scoreRowBytes * row), view.getInt32(scoreRowBytes * row + 4)]
    compositions[row - first] = (high >>> 8) & compositionMask
    const at = 4 * (row - first)
    tenths[at] = ((high & 0xff) << 2) | (low >>> 30)
    tenths[at + 1] = (low >>> 20) & tenthsMask
    tenths[at + 2] = (low >>> 10) & tenthsMask
    tenths[at + 3] = low & tenthsMask
  }
  return { tenths, compositions }
}

/** Counts the raw points of a span that are Optimal under some weights, as the score of each point is rounded. */
export function countOptimal(days: readonly DayScores[], { from, end }: PointSpan, weights: ScoreWeights): number {
  const [fromSeconds, endSeconds] = [toSeconds(from), toSeconds(end)]
  const weigh = createWeigh(weights)
  let optimal = 0
  for (const { times, compositions, tenths } of days) {
    for (let index = 0; index < times.length; index++) {
      const time = times[index] ?? 0
      if (time < fromSeconds || time >= endSeconds) continue
      const [composition = version1Composition, at] = [compositions[index], 4 * index]
      const [price = 0, carbon = 0] = [tenths[at], tenths[at + 1]]
      if (weigh(composition, 1, price, carbon, tenths[at + 2] ?? 0, tenths[at + 3] ?? 0) >= optimalFrom) optimal += 1
    }
  }
  return optimal
}
