import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import type { EncodedPoints, PointRange, PointsText } from './encoded-points.ts'
import { computeMeanScore, createWeigh, type Weigh } from './fast-rounding.ts'
import { severalCompositions } from './point-columns.ts'
import { scoreOffset, scoreTexts } from './point-text.ts'

// Fast path: docs/develop/fast-day-encoders.md.

const encoder = new TextEncoder()
const scoreBytes = scoreTexts.map((text) => encoder.encode(text))
const longestScore = Math.max(...scoreTexts.map((text) => text.length))

/**
 * Rewrites score and level of points under another weighting. The rest of each point is copied: carbon and price do not depend on the
 * weighting.
 */
export function reweighPoints({ points, first, end }: PointRange, weights: ScoreWeights): PointsText {
  const { bytes: source, starts: sourceStarts } = points.text
  const sourceLength = (sourceStarts[end] ?? 0) - (sourceStarts[first] ?? 0)
  const bytes = new Uint8Array(sourceLength + (end - first) * longestScore)
  const starts = new Uint32Array(end - first + 1)
  const weigh = createWeigh(weights)
  let length = 0
  for (let index = first; index < end; index++) {
    starts[index - first] = length
    const start = sourceStarts[index] ?? 0
    const scoreStart = start + scoreOffset
    const known = scoreBytes[points.scores[index] ?? 0]?.length ?? 0
    const score = scoreBytes[computeScore(points, index, weights, weigh)] ?? new Uint8Array()
    bytes.set(source.subarray(start, scoreStart), length)
    bytes.set(score, length + scoreOffset)
    bytes.set(source.subarray(scoreStart + known, sourceStarts[index + 1]), length + scoreOffset + score.length)
    length += (sourceStarts[index + 1] ?? 0) - start - known + score.length
  }
  starts[end - first] = length
  return { bytes: bytes.slice(0, length), starts, provenances: points.text.provenances.subarray(first, end) }
}

function computeScore(points: EncodedPoints, index: number, weights: ScoreWeights, weigh: Weigh): number {
  const { samples, compositions, subScoreTenths, partsOf } = points
  const composition = compositions[index] ?? severalCompositions
  if (composition === severalCompositions) return computeMeanScore(partsOf.get(index) ?? [], weights)
  const at = 4 * index
  return weigh(
    composition,
    samples[index] ?? 1,
    subScoreTenths[at] ?? 0,
    subScoreTenths[at + 1] ?? 0,
    subScoreTenths[at + 2] ?? 0,
    subScoreTenths[at + 3] ?? 0,
  )
}
