import type { HourScores, HourSums } from '../../points/hour-sums.ts'
import type { PointValues } from '../../points/point-values.ts'
import type { RawColumns } from '../raw-rows.ts'
import { toPlainHundredths } from './plain-points.ts'

// Plain reference implementation that the fast path must equal: docs/develop/fast-day-encoders.md.

const createView = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

/** The 64-bit integers of a column. */
function readBigints(column: Uint8Array): bigint[] {
  const view = createView(column)
  return Array.from({ length: column.byteLength / 8 }, (_, row) => view.getBigInt64(8 * row))
}

const extractBits = (packed: bigint, lowest: number, count: number): number =>
  Number((packed >> BigInt(lowest)) & ((1n << BigInt(count)) - 1n))

const notKnown = -(2n ** 63n)
const microsecondsUntil2000 = BigInt(Date.UTC(2000)) * 1_000n
const toSeconds = (microsecondsSince2000: bigint): number =>
  Number(microsecondsSince2000 + microsecondsUntil2000) / 1_000_000

/** The raw points of packed columns, as `toRawPoints` decodes them. */
export function unpackPlainRawPoints({ at, scores, versions, carbonSlotStart, figures }: RawColumns): PointValues[] {
  if (at === null || scores === null || versions === null || carbonSlotStart === null || figures === null) return []
  const slots = readBigints(carbonSlotStart)
  const packedScores = readBigints(scores)
  const versionSets = readBigints(versions)
  const readFigure = (row: number, index: number): number | null => {
    const value = createView(figures).getFloat64(32 * row + 8 * index)
    return Number.isNaN(value) ? null : toPlainHundredths(value)
  }
  return readBigints(at).map((instant, row) => {
    const packed = packedScores[row] ?? 0n
    const slot = slots[row] ?? notKnown
    const extractVersion = (lowest: number) => extractBits(versionSets[row] ?? 0n, lowest, 16)
    return {
      epochSeconds: toSeconds(instant),
      samples: 1,
      backfilledSamples: extractBits(packed, 0, 1),
      parts: [
        {
          composition: extractBits(packed, 25, 5),
          samples: 1,
          price: extractBits(packed, 52, 10),
          carbon: extractBits(packed, 42, 10),
          grid: extractBits(packed, 32, 10),
          adequacy: extractBits(packed, 15, 10),
        },
      ],
      globalScore: extractBits(packed, 8, 7),
      confidence: extractBits(packed, 1, 7),
      carbonSlotStartSeconds: slot === notKnown ? null : toSeconds(slot),
      carbonHundredths: readFigure(row, 0),
      consumptionHundredths: readFigure(row, 1),
      lowCarbonHundredths: readFigure(row, 2),
      spotPriceHundredths: readFigure(row, 3),
      versionSet: `${extractVersion(48)}.${extractVersion(32)}.${extractVersion(16)}.${extractVersion(0)}`,
    }
  })
}

/** Packed rows of hour sums, as `unpackHourSums` decodes them. */
export function unpackPlainHourSums(rows: Uint8Array): HourSums[] {
  const numbers = Array.from({ length: rows.byteLength / 4 }, (_, index) => createView(rows).getInt32(4 * index))
  const perRow = 13
  return Array.from({ length: numbers.length / perRow }, (_, row) => {
    const [hour = 0, ...rest] = numbers.slice(perRow * row, perRow * (row + 1))
    const [score, carbonVersion, confidence, consumption, ...sums] = rest
    const [samples = 0, optimalSamples = 0, ...values] = sums
    const [carbonSamples = 0, carbonHundredths = 0, lowCarbonHundredths = 0, ...consumptionValues] = values
    const [consumptionSamples = 0, consumptionHundredths = 0, deltaHundredths = 0] = consumptionValues
    return {
      hourStartSeconds: hour * 3_600,
      versionSet: [score, carbonVersion, confidence, consumption].join('.'),
      samples,
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

/** Packed rows of the sub-score sums of hours, as `unpackHourScores` decodes them. */
export function unpackPlainHourScores(rows: Uint8Array): HourScores[] {
  const numbers = Array.from({ length: rows.byteLength / 4 }, (_, index) => createView(rows).getInt32(4 * index))
  const perRow = 6
  return Array.from({ length: numbers.length / perRow }, (_, row) => {
    const [hour = 0, packed = 0, ...sums] = numbers.slice(perRow * row, perRow * (row + 1))
    const [price = 0, carbon = 0, grid = 0, adequacy = 0] = sums
    const [composition, samples] = [extractBits(BigInt(packed), 16, 16), extractBits(BigInt(packed), 0, 16)]
    return { hourStartSeconds: hour * 3_600, composition, samples, price, carbon, grid, adequacy }
  })
}

/** A packed row of sub-scores. */
export type PlainScores = { epochSeconds: number; composition: number; tenths: [number, number, number, number] }

/** Packed sub-scores, as `unpackScores` decodes them. */
export function unpackPlainScores(rows: Uint8Array, startSeconds: number): PlainScores[] {
  const startTick = Math.floor(startSeconds / 600)
  const ticksInBits = 2 ** 19
  return readBigints(rows).map((packed) => ({
    // The first tick from the start on whose last 19 bits are these.
    epochSeconds:
      (startTick + ((extractBits(packed, 45, 19) - (startTick % ticksInBits) + ticksInBits) % ticksInBits)) * 600,
    composition: extractBits(packed, 40, 5),
    tenths: [
      extractBits(packed, 30, 10),
      extractBits(packed, 20, 10),
      extractBits(packed, 10, 10),
      extractBits(packed, 0, 10),
    ],
  }))
}
