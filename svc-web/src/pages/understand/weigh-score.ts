import { type Dimension, dimensions } from '@hexawatt/shared/contract/dimensions'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import { computeComposite, toGlobalScore } from '@hexawatt/shared/methodology/score/composite'
import {
  findEffectiveWeights,
  type KnownDimensions,
  sumWeights,
} from '@hexawatt/shared/methodology/score/known-dimensions'
import type { SubScoreValues } from '@hexawatt/shared/methodology/score/sub-scores/sub-scores'
import { roundToTotal } from '../../kit/whole-parts.ts'

/** Points are shown in tenths. */
const tenthsPerPoint = 10

/** What each dimension brings to the score: the weight that it really has, and its points. The points add up to `total`, which rounds to `score`. */
export type WeighedScore = {
  score: number
  total: number
  parts: Readonly<Record<Dimension, { weight: number; points: number }>>
}

/** Works out a score with weights; browser and server call it. */
export function weighScore(values: SubScoreValues, known: KnownDimensions, weights: ScoreWeights): WeighedScore {
  const effective = findEffectiveWeights(known, weights)
  const sum = sumWeights(effective)
  const composite = computeComposite(values, known, weights)
  const score = toGlobalScore(composite)
  const exact = dimensions.map((dimension) => (effective[dimension] / sum) * values[dimension] * tenthsPerPoint)
  const tenths = roundToTotal(exact, chooseTotal(composite, score))
  const parts = dimensions.map((dimension, index) => [
    dimension,
    { weight: effective[dimension] / sum, points: (tenths[index] ?? 0) / tenthsPerPoint },
  ])
  return {
    score,
    total: tenths.reduce((total, one) => total + one, 0) / tenthsPerPoint,
    parts: Object.fromEntries(parts),
  }
}

/** The composite in tenths, so that a reader who rounds it finds the score: 79.46 is shown as 79.4, not as 79.5. */
function chooseTotal(composite: number, score: number): number {
  const tenths = Math.round(composite * tenthsPerPoint)
  return toGlobalScore(tenths / tenthsPerPoint) > score ? tenths - 1 : tenths
}
