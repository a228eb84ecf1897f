import type { HourSums } from '../../points/hour-sums.ts'
import type { PointValues } from '../../points/point-values.ts'
import type { RawColumns } from '../raw-rows.ts'
import { plainHundredths } from './plain-points.ts'

// What the fast path must equal, written for a reader: docs/develop/fast-day-encoders.md.

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

/** The 64-bit integers of a column. */
function bigintsOf(column: Uint8Array): bigint[] {
  const view = viewOf(column)
  return Array.from({ length: column.byteLength / 8 }, (_, row) => view.getBigInt64(8 * row))
}

/** Some bits of a number, counted from the lowest. */
const bitsOf = (packed: bigint, lowest: number, count: number): number =>
  Number((packed >> BigInt(lowest)) & ((1n << BigInt(count)) - 1n))

const notKnown = -(2n ** 63n)
const microsecondsUntil2000 = BigInt(Date.UTC(2000)) * 1_000n
const secondsOf = (microsecondsSince2000: bigint): number =>
  Number(microsecondsSince2000 + microsecondsUntil2000) / 1_000_000

/** The raw points of packed columns, as `rawPoints` decodes them. */
export function plainRawPoints({ at, scores, versions, carbonSlotStart, figures }: RawColumns): PointValues[] {
  if (at === null || scores === null || versions === null || carbonSlotStart === null || figures === null) return []
  const slots = bigintsOf(carbonSlotStart)
  const packedScores = bigintsOf(scores)
  const versionSets = bigintsOf(versions)
  const figureAt = (row: number, index: number): number | null => {
    const value = viewOf(figures).getFloat64(32 * row + 8 * index)
    return Number.isNaN(value) ? null : plainHundredths(value)
  }
  return bigintsOf(at).map((instant, row) => {
    const packed = packedScores[row] ?? 0n
    const slot = slots[row] ?? notKnown
    const version = (lowest: number) => bitsOf(versionSets[row] ?? 0n, lowest, 16)
    return {
      epochSeconds: secondsOf(instant),
      samples: 1,
      backfilledSamples: bitsOf(packed, 0, 1),
      subScoreTenths: [
        bitsOf(packed, 52, 10),
        bitsOf(packed, 42, 10),
        bitsOf(packed, 32, 10),
        bitsOf(packed, 15, 10),
      ] as const,
      globalScore: bitsOf(packed, 8, 7),
      confidence: bitsOf(packed, 1, 7),
      carbonSlotStartSeconds: slot === notKnown ? null : secondsOf(slot),
      carbonHundredths: figureAt(row, 0),
      consumptionHundredths: figureAt(row, 1),
      lowCarbonHundredths: figureAt(row, 2),
      spotPriceHundredths: figureAt(row, 3),
      versionSet: `${version(48)}.${version(32)}.${version(16)}.${version(0)}`,
    }
  })
}

/** Packed rows of hour sums, as `unpackHourSums` decodes them. */
export function plainHourSums(rows: Uint8Array): HourSums[] {
  const numbers = Array.from({ length: rows.byteLength / 4 }, (_, index) => viewOf(rows).getInt32(4 * index))
  const perRow = 17
  return Array.from({ length: numbers.length / perRow }, (_, row) => {
    const [hour = 0, ...rest] = numbers.slice(perRow * row, perRow * (row + 1))
    const [score, carbonVersion, confidence, consumption, ...sums] = rest
    const [samples = 0, price = 0, carbon = 0, grid = 0, adequacy = 0, optimalSamples = 0, ...values] = sums
    const [carbonSamples = 0, carbonHundredths = 0, lowCarbonHundredths = 0, ...consumptionValues] = values
    const [consumptionSamples = 0, consumptionHundredths = 0, deltaHundredths = 0] = consumptionValues
    return {
      hourStartSeconds: hour * 3_600,
      versionSet: [score, carbonVersion, confidence, consumption].join('.'),
      samples,
      price,
      carbon,
      grid,
      adequacy,
      optimalSamples,
      carbonSamples,
      carbonHundredths,
      lowCarbonHundredths,
      consumptionSamples,
      consumptionHundredths,
      deltaHundredths,
    }
  })
}

/** A packed row of sub-scores. */
export type PlainScores = { epochSeconds: number; tenths: [number, number, number, number] }

/** Packed sub-scores, as `unpackScores` decodes them. */
export function plainScores(rows: Uint8Array): PlainScores[] {
  return bigintsOf(rows).map((packed) => ({
    epochSeconds: bitsOf(packed, 40, 24) * 600,
    tenths: [bitsOf(packed, 30, 10), bitsOf(packed, 20, 10), bitsOf(packed, 10, 10), bitsOf(packed, 0, 10)],
  }))
}
