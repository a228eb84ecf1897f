import type { PointValues } from '../points/point-values.ts'
import { toDayNumber } from '../points/utc-span.ts'
import { toHundredths } from './fast-rounding.ts'
import { createEmptyColumns, findVersionSetIndex, type PointColumns, toPoints } from './point-columns.ts'

/**
 * Raw points as the store returns them, one element per point in the order of time: consecutive big-endian numbers, as Postgres sends them; null
 * without rows. Neither side formats or parses decimal digits. Fast path: docs/develop/fast-day-encoders.md.
 */
export type RawColumns = {
  /** Microseconds since 2000, 64 bits. */
  at: BinaryColumn
  /**
   * 64 bits, the highest first: price, carbon and grid of 10 bits, from bit 32 up; composition of 5 bits, adequacy of 10, score and confidence of 7,
   * 1 for backfilled.
   */
  scores: BinaryColumn
  /** Versions of score, carbon, confidence and consumption (0 = none), 16 bits each. */
  versions: BinaryColumn
  /** Microseconds since 2000, 64 bits; the least number = not known. */
  carbonSlotStart: BinaryColumn
  /** Four doubles: production, consumption, low-carbon share, price; NaN = not known. */
  figures: BinaryColumn
}
type BinaryColumn = Uint8Array | null

const numberBytes = 8
const figuresBytes = 4 * numberBytes
const tenthsMask = 2 ** 10 - 1
const percentMask = 2 ** 7 - 1
const compositionMask = 2 ** 5 - 1

/** Raw points, an object each: for the few of an hour that the edge of a window cuts. */
export function toRawPoints(columns: RawColumns): PointValues[] {
  const views = createViews(columns)
  return views === null ? [] : toPoints(toColumnsBetween(views, 0, views.count))
}

/** Raw points by UTC day (see {@link toDayNumber}). */
export function groupRawDays(columns: RawColumns): Map<number, PointColumns> {
  const days = new Map<number, PointColumns>()
  const views = createViews(columns)
  if (views === null) return days
  for (let first = 0; first < views.count; ) {
    const day = toDayNumber(readInstant(views.at, first))
    let end = first + 1
    while (end < views.count && toDayNumber(readInstant(views.at, end)) === day) end++
    days.set(day, toColumnsBetween(views, first, end))
    first = end
  }
  return days
}

type Views = Record<keyof RawColumns, DataView> & { count: number }

function createViews({ at, scores, versions, carbonSlotStart, figures }: RawColumns): Views | null {
  if (at === null || scores === null || versions === null || carbonSlotStart === null || figures === null) return null
  return {
    count: at.byteLength / numberBytes,
    at: createView(at),
    scores: createView(scores),
    versions: createView(versions),
    carbonSlotStart: createView(carbonSlotStart),
    figures: createView(figures),
  }
}

const createView = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

function toColumnsBetween(views: Views, first: number, end: number): PointColumns {
  const { at, scores, versions, carbonSlotStart, figures } = views
  const points = createEmptyColumns(end - first)
  points.samples.fill(1)
  let [versionsHigh, versionsLow] = [Number.NaN, Number.NaN]
  let versionSet = 0
  for (let index = 0; index < end - first; index++) {
    const row = first + index
    points.times[index] = readInstant(at, row)
    points.carbonSlotStarts[index] = readInstant(carbonSlotStart, row)
    const [high, low] = [scores.getInt32(numberBytes * row), scores.getInt32(numberBytes * row + 4)]
    points.subScoreTenths[4 * index] = (high >>> 20) & tenthsMask
    points.subScoreTenths[4 * index + 1] = (high >>> 10) & tenthsMask
    points.subScoreTenths[4 * index + 2] = high & tenthsMask
    points.subScoreTenths[4 * index + 3] = (low >>> 15) & tenthsMask
    points.compositions[index] = (low >>> 25) & compositionMask
    points.scores[index] = (low >>> 8) & percentMask
    points.confidences[index] = (low >>> 1) & percentMask
    points.backfilledSamples[index] = low & 1
    const figure = figuresBytes * row
    points.carbonHundredths[index] = toHundredths(figures.getFloat64(figure))
    points.consumptionHundredths[index] = toHundredths(figures.getFloat64(figure + numberBytes))
    points.lowCarbonHundredths[index] = toHundredths(figures.getFloat64(figure + 2 * numberBytes))
    points.spotPriceHundredths[index] = toHundredths(figures.getFloat64(figure + 3 * numberBytes))
    const [ownHigh, ownLow] = [versions.getInt32(numberBytes * row), versions.getInt32(numberBytes * row + 4)]
    if (ownHigh !== versionsHigh || ownLow !== versionsLow) {
      ;[versionsHigh, versionsLow] = [ownHigh, ownLow]
      versionSet = findVersionSetIndex(points.versionSets, readVersionSet(versions, row))
    }
    points.versionSetOf[index] = versionSet
  }
  return points
}

const secondsUntil2000 = Date.UTC(2000) / 1_000
const microsecondsPerSecond = 1_000_000
const leastHigh = -(2 ** 31)

/** Seconds since the epoch; NaN = not known. */
function readInstant(view: DataView, row: number): number {
  const high = view.getInt32(numberBytes * row)
  if (high === leastHigh) return Number.NaN
  return (high * 2 ** 32 + view.getUint32(numberBytes * row + 4)) / microsecondsPerSecond + secondsUntil2000
}

/** The four versions, `score.carbon.confidence.consumption`. */
function readVersionSet(view: DataView, row: number): string {
  const place = numberBytes * row
  return `${view.getInt16(place)}.${view.getInt16(place + 2)}.${view.getInt16(place + 4)}.${view.getInt16(place + 6)}`
}
