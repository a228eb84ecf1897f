import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import type { PointRange } from '../fast/encoded-points.ts'
import { pointsBody } from '../fast/points-body.ts'
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
    yield pointsBody(format.form, range, weights, isFirst)
    isFirst = false
  }
  if (format.closing !== '') yield encoder.encode(format.closing)
}
