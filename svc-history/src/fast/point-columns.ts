import type { Composition, CompositionSums } from '@hexawatt/shared/methodology/score/composition'
import type { PointValues } from '../points/point-values.ts'

/** Stands for the composition of a point with several of them: an hour in which the version of the score or the known dimensions changed. */
export const severalCompositions: Composition = 255

/**
 * Points in the order of time, as columns of {@link PointValues} instead of one object for each of the 52 704 points of a year. NaN = not known.
 * Fast path: docs/develop/fast-day-encoders.md.
 */
export type PointColumns = {
  /** Instant of each point, seconds since the epoch. */
  times: Float64Array
  samples: Uint8Array
  backfilledSamples: Uint8Array
  /** Composition of each point, or {@link severalCompositions}. */
  compositions: Uint8Array
  /** Four per point, price, carbon, grid, adequacy; 0 for a point of several compositions. */
  subScoreTenths: Int32Array
  /** Parts of the points of several compositions, by index. */
  partsOf: Map<number, readonly CompositionSums[]>
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
    compositions: new Uint8Array(count),
    subScoreTenths: new Int32Array(4 * count),
    partsOf: new Map(),
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
    setParts(columns, index, point.parts)
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

function setParts(columns: PointColumns, index: number, parts: readonly CompositionSums[]): void {
  const [only] = parts
  if (only === undefined || parts.length > 1) {
    columns.compositions[index] = severalCompositions
    columns.partsOf.set(index, parts)
    return
  }
  columns.compositions[index] = only.composition
  columns.subScoreTenths.set([only.price, only.carbon, only.grid, only.adequacy], 4 * index)
}

function readParts(columns: PointColumns, index: number): readonly CompositionSums[] {
  const [price = 0, carbon = 0, grid = 0, adequacy = 0] = columns.subScoreTenths.subarray(4 * index, 4 * index + 4)
  const composition = columns.compositions[index] ?? severalCompositions
  const samples = columns.samples[index] ?? 1
  return columns.partsOf.get(index) ?? [{ composition, samples, price, carbon, grid, adequacy }]
}

/** An object for each of a few points. */
export function toPoints(columns: PointColumns): PointValues[] {
  return Array.from(columns.times, (epochSeconds, index) => ({
    epochSeconds,
    samples: columns.samples[index] ?? 1,
    backfilledSamples: columns.backfilledSamples[index] ?? 0,
    parts: readParts(columns, index),
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
