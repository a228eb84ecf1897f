import { pointProvenances } from '@hexawatt/shared/contract/score-history'
import type { CompositionSums } from '@hexawatt/shared/methodology/score/composition'
import type { PointColumns } from './point-columns.ts'
import { writePoint } from './point-text.ts'

/**
 * Points in the order of time: their text, and what is needed to cut, count and weigh them. Never changed once made.
 * Fast path: docs/develop/fast-day-encoders.md.
 */
export type EncodedPoints = {
  count: number
  /** Instant of each point, seconds since the epoch. */
  times: Float64Array
  samples: Uint8Array
  /** As in {@link PointColumns}. */
  compositions: Uint8Array
  /** Four sums per point, tenths: price, carbon, grid, adequacy. */
  subScoreTenths: Int32Array
  partsOf: ReadonlyMap<number, readonly CompositionSums[]>
  /** Score of each point under the national weights. */
  scores: Uint8Array
  /** Combinations of versions that occur, and for each point which one. */
  versionSets: readonly string[]
  versionSetOf: Uint8Array
  text: PointsText
}

/** Text of points, `,{…},{…}`, and where each begins; the last number is the length. */
export type PointsText = {
  bytes: Uint8Array<ArrayBuffer>
  starts: Uint32Array
  /** Provenance of each point, an index of `pointProvenances`: the text does not contain it. */
  provenances: Uint8Array
}

/** Some of the points: those from index `first` up to, not including, `end`. */
export type PointRange = { points: EncodedPoints; first: number; end: number }

/** The points of a window: how many there are of each combination of versions, and then the points, in the order of time. */
export type ServedPoints = {
  samplesBySet: ReadonlyMap<string, number>
  /** May be read once. Leaving it early ends the reading. */
  ranges: AsyncGenerator<PointRange, void, undefined>
}

const encoder = new TextEncoder()

export function encodePoints(points: PointColumns): EncodedPoints {
  const { times, samples, compositions, subScoreTenths, partsOf, scores, versionSets, versionSetOf } = points
  return {
    count: times.length,
    times,
    samples,
    compositions,
    subScoreTenths,
    partsOf,
    scores,
    versionSets,
    versionSetOf,
    text: encodeText(points),
  }
}

function encodeText(points: PointColumns): PointsText {
  const count = points.times.length
  const starts = new Uint32Array(count + 1)
  const provenances = new Uint8Array(count)
  let text = ''
  for (let index = 0; index < count; index++) {
    text += writePoint(points, index)
    starts[index + 1] = text.length
    provenances[index] = findProvenanceIndex(points.samples[index] ?? 1, points.backfilledSamples[index] ?? 0)
  }
  return { bytes: encoder.encode(text), starts, provenances }
}

const live = pointProvenances.indexOf('live')
const backfilled = pointProvenances.indexOf('backfilled')
const mixed = pointProvenances.indexOf('mixed')

function findProvenanceIndex(samples: number, backfilledSamples: number): number {
  if (backfilledSamples === 0) return live
  return backfilledSamples === samples ? backfilled : mixed
}

/** Memory of the parts of a point of several compositions, bytes: mostly two objects of six numbers, their list and its entry. */
const bytesOfParts = 300

/** Memory of encoded points, bytes: the cache is bounded by it. */
export function computeSize({ text, count, partsOf }: EncodedPoints): number {
  const bytesPerPoint = 8 + 1 + 1 + 16 + 1 + 1 + 4 + 1
  return text.bytes.byteLength + count * bytesPerPoint + partsOf.size * bytesOfParts
}

/** The points in `[from, to)`, seconds since the epoch. */
export function findRange(points: EncodedPoints, fromSeconds: number, toSeconds: number): PointRange {
  const first = points.times.findIndex((time) => time >= fromSeconds)
  const end = points.times.findLastIndex((time) => time < toSeconds) + 1
  return first === -1 || first >= end ? { points, first: 0, end: 0 } : { points, first, end }
}

/** Adds the points of a range to the counts by combination of versions. */
export function countVersionSets(counts: Map<string, number>, { points, first, end }: PointRange): void {
  for (let index = first; index < end; index++) {
    const set = points.versionSets[points.versionSetOf[index] ?? 0] ?? ''
    counts.set(set, (counts.get(set) ?? 0) + 1)
  }
}
