import type { Dimension } from '../../../contract/dimensions.ts'
import type { SubScore } from '../../../contract/score.ts'
import type { Language } from '../../../contract/values/languages.ts'
import type { ScoreWeights } from '../../../contract/values/score-weights.ts'
import { areEstimatesLeftOut, type KnownDimensions } from '../known-dimensions.ts'
import type { Sentence } from './sentence.ts'

const leftOut: Sentence = { fr: 'estimation, non comptée dans le score', en: 'estimate, not counted in the score' }
const counted: Sentence = { fr: 'estimation', en: 'estimate' }

/** Sub-scores as served under some weights: `detail` of an estimated one says whether the estimate counts in the score. */
export function markEstimates(
  subScores: readonly SubScore[],
  known: KnownDimensions,
  weights: ScoreWeights,
): SubScore[] {
  const mark = chooseMark(known, weights).fr
  return subScores.map((subScore) =>
    known[subScore.dimension] ? subScore : { ...subScore, detail: addMark(subScore.detail, mark) },
  )
}

/** As {@link markEstimates}, of the details alone. */
export function markEstimatedDetails(
  details: Readonly<Record<Dimension, string>>,
  known: KnownDimensions,
  weights: ScoreWeights,
  language: Language,
): Record<Dimension, string> {
  const mark = chooseMark(known, weights)[language]
  const markOne = (dimension: Dimension) => (known[dimension] ? details[dimension] : addMark(details[dimension], mark))
  return { price: markOne('price'), carbon: markOne('carbon'), grid: markOne('grid'), adequacy: markOne('adequacy') }
}

const chooseMark = (known: KnownDimensions, weights: ScoreWeights): Sentence =>
  areEstimatesLeftOut(known, weights) ? leftOut : counted

/** Puts the mark in brackets before the full stop of the last sentence. */
function addMark(detail: string, mark: string): string {
  return detail.endsWith('.') ? `${detail.slice(0, -1)} (${mark}).` : `${detail} (${mark})`
}
