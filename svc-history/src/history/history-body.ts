import type { ScoreWeights } from '@hexawatt/shared/contract/score'
import type { PointRange } from '../points/encoded-points.ts'
import { reweigh } from '../points/reweigh.ts'
import { noteShortLived } from '../points/short-lived-bytes.ts'
import type { BodyFormat, HistoryHead } from './body-format.ts'

const encoder = new TextEncoder()

export type HistoryBodyInput = {
  format: BodyFormat
  head: HistoryHead
  ranges: AsyncGenerator<PointRange, void, undefined>
  /** null = the national weighting, in which the points are stored. */
  weights: ScoreWeights | null
}

/** The bytes of an answer, a day of points at a time. */
export async function* historyBody(input: HistoryBodyInput): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const { format, head, ranges, weights } = input
  const opening = format.opening(head)
  if (opening !== '') yield encoder.encode(opening)
  let isFirst = true
  for await (const range of ranges) {
    if (range.first === range.end) continue
    const text = rangeText(format, range, weights, isFirst)
    if (text.buffer !== range.points.text.bytes.buffer) noteShortLived(bytesToMake(range))
    yield text
    isFirst = false
  }
  if (format.closing !== '') yield encoder.encode(format.closing)
}

/** What is allocated to write points anew, bytes: the text, and the room in which it was made. */
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
