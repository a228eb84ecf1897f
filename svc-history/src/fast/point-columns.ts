import type { PointValues } from '../points/point-values.ts'

/**
 * Points in the order of time, as columns of {@link PointValues} instead of one object for each of the 52 704 points of a year. NaN = not known.
 * Fast path: docs/develop/fast-day-encoders.md.
 */
export type PointColumns = {
  /** Instant of each point, seconds since the epoch. */
  times: Float64Array
  samples: Uint8Array
  backfilledSamples: Uint8Array
  /** Four per point: price, carbon, grid, adequacy. */
  subScoreTenths: Int32Array
  scores: Uint8Array
  confidences: Uint8Array
  /** Seconds since the epoch. */
  carbonSlotStarts: Float64Array
  carbonHundredths: Float64Array
  consumptionHundredths: Float64Array
  lowCarbonHundredths: Float64Array
  spotPriceHundredths: Float64Array
  /** Combinations of versions that occur, at most 256, and for each point which one. */
  versionSets: string[]
  versionSetOf: Uint8Array
}

export function createEmptyColumns(count: number): PointColumns {
  return {
    times: new Float64Array(count),
    samples: new Uint8Array(count),
    backfilledSamples: new Uint8Array(count),
    subScoreTenths: new Int32Array(4 * count),
    scores: new Uint8Array(count),
    confidences: new Uint8Array(count),
    carbonSlotStarts: new Float64Array(count),
    carbonHundredths: new Float64Array(count),
    consumptionHundredths: new Float64Array(count),
    lowCarbonHundredths: new Float64Array(count),
    spotPriceHundredths: new Float64Array(count),
    versionSets: [],
    versionSetOf: new Uint8Array(count),
  }
}

/** Which of the combinations this one is; it is added when it is new. */
export function findVersionSetIndex(versionSets: string[], versionSet: string): number {
  const known = versionSets.indexOf(versionSet)
  return known === -1 ? versionSets.push(versionSet) - 1 : known
}

/** Columns of points that are few enough for an object each. */
export function toColumns(points: readonly PointValues[]): PointColumns {
  const columns = createEmptyColumns(points.length)
  points.forEach((point, index) => {
    columns.times[index] = point.epochSeconds
    columns.samples[index] = point.samples
    columns.backfilledSamples[index] = point.backfilledSamples
    columns.subScoreTenths.set(point.subScoreTenths, 4 * index)
    columns.scores[index] = point.globalScore
    columns.confidences[index] = point.confidence
    columns.carbonSlotStarts[index] = point.carbonSlotStartSeconds ?? Number.NaN
    columns.carbonHundredths[index] = point.carbonHundredths ?? Number.NaN
    columns.consumptionHundredths[index] = point.consumptionHundredths ?? Number.NaN
    columns.lowCarbonHundredths[index] = point.lowCarbonHundredths ?? Number.NaN
    columns.spotPriceHundredths[index] = point.spotPriceHundredths ?? Number.NaN
    columns.versionSetOf[index] = findVersionSetIndex(columns.versionSets, point.versionSet)
  })
  return columns
}

/** An object for each of a few points. */
export function toPoints(columns: PointColumns): PointValues[] {
  const readSubScore = (place: number): number => columns.subScoreTenths[place] ?? 0
  return Array.from(columns.times, (epochSeconds, index) => ({
    epochSeconds,
    samples: columns.samples[index] ?? 1,
    backfilledSamples: columns.backfilledSamples[index] ?? 0,
    subScoreTenths: [
      readSubScore(4 * index),
      readSubScore(4 * index + 1),
      readSubScore(4 * index + 2),
      readSubScore(4 * index + 3),
    ],
    globalScore: columns.scores[index] ?? 0,
    confidence: columns.confidences[index] ?? 0,
    carbonSlotStartSeconds: nanToNull(columns.carbonSlotStarts[index]),
    carbonHundredths: nanToNull(columns.carbonHundredths[index]),
    consumptionHundredths: nanToNull(columns.consumptionHundredths[index]),
    lowCarbonHundredths: nanToNull(columns.lowCarbonHundredths[index]),
    spotPriceHundredths: nanToNull(columns.spotPriceHundredths[index]),
    versionSet: columns.versionSets[columns.versionSetOf[index] ?? 0] ?? '',
  }))
}

const nanToNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value
