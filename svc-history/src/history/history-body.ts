import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import { accountGarbage } from '../points/encoded-days.ts'
import type { EncodedPoints, PointRange, PointsText } from '../points/encoded-points.ts'
import { weightedScore } from '../points/fast-rounding.ts'
import { scoreOffset, scoreTexts } from '../points/point-text.ts'
import type { BodyFormat, HistoryHead } from './body-format.ts'

const encoder = new TextEncoder()

export type HistoryBodyInput = {
  format: BodyFormat
  head: HistoryHead
  ranges: AsyncGenerator<PointRange, void, undefined>
  /** null = the national weighting, in which the points are stored. */
  weights: ScoreWeights | null
}

/** Yields the bytes of an answer, a day of points at a time. */
export async function* historyBody(input: HistoryBodyInput): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const { format, head, ranges, weights } = input
  const opening = format.opening(head)
  if (opening !== '') yield encoder.encode(opening)
  let isFirst = true
  for await (const range of ranges) {
    if (range.first === range.end) continue
    const text = rangeText(format, range, weights, isFirst)
    if (text.buffer !== range.points.text.bytes.buffer) accountGarbage(bytesToMake(range))
    yield text
    isFirst = false
  }
  if (format.closing !== '') yield encoder.encode(format.closing)
}

/** Allocations of rewriting points, bytes: the text and its work buffer. */
function bytesToMake({ points, first, end }: PointRange): number {
  return 2 * ((points.text.starts[end] ?? 0) - (points.text.starts[first] ?? 0))
}

function rangeText(
  format: BodyFormat,
  range: PointRange,
  weights: ScoreWeights | null,
  isFirst: boolean,
): Uint8Array<ArrayBuffer> {
  if (weights === null) return format.points(range.points.text, range.first, range.end, isFirst)
  return format.points(reweigh(range, weights), 0, range.end - range.first, isFirst)
}

const scoreBytes = scoreTexts.map((text) => encoder.encode(text))
const longestScore = Math.max(...scoreTexts.map((text) => text.length))

/**
 * Rewrites score and level of points under another weighting. The rest of each point is copied: carbon and price do not depend on the
 * weighting.
 */
function reweigh({ points, first, end }: PointRange, weights: ScoreWeights): PointsText {
  const { bytes: source, starts: sourceStarts } = points.text
  const sourceLength = (sourceStarts[end] ?? 0) - (sourceStarts[first] ?? 0)
  const bytes = new Uint8Array(sourceLength + (end - first) * longestScore)
  const starts = new Uint32Array(end - first + 1)
  let length = 0
  for (let index = first; index < end; index++) {
    starts[index - first] = length
    const start = sourceStarts[index] ?? 0
    const scoreStart = start + scoreOffset
    const known = scoreBytes[points.scores[index] ?? 0]?.length ?? 0
    const score = scoreBytes[scoreAt(points, index, weights)] ?? new Uint8Array()
    bytes.set(source.subarray(start, scoreStart), length)
    bytes.set(score, length + scoreOffset)
    bytes.set(source.subarray(scoreStart + known, sourceStarts[index + 1]), length + scoreOffset + score.length)
    length += (sourceStarts[index + 1] ?? 0) - start - known + score.length
  }
  starts[end - first] = length
  return { bytes: bytes.slice(0, length), starts, provenances: points.text.provenances.subarray(first, end) }
}

function scoreAt({ samples, subScoreTenths }: EncodedPoints, index: number, weights: ScoreWeights): number {
  const at = 4 * index
  return weightedScore(
    weights,
    samples[index] ?? 1,
    subScoreTenths[at] ?? 0,
    subScoreTenths[at + 1] ?? 0,
    subScoreTenths[at + 2] ?? 0,
    subScoreTenths[at + 3] ?? 0,
  )
}
