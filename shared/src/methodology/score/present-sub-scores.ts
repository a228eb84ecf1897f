import { type Dimension, dimensions } from '../../contract/dimensions.ts'
import type { SubScore } from '../../contract/score.ts'
import { adequacyDetail, carbonDetail, gridDetail, priceDetail } from './score-texts.ts'
import type { SubScoreSet } from './sub-scores.ts'

/** The sub-scores as they are served, with their French sentences. */
export function presentSubScores(set: SubScoreSet): SubScore[] {
  const detailOf: Record<Dimension, string> = {
    price: priceDetail(set.price),
    carbon: carbonDetail(set.carbon),
    grid: gridDetail(set.grid),
    adequacy: adequacyDetail(set.adequacy),
  }
  return dimensions.map((dimension) => ({ dimension, value: set[dimension].value, detail: detailOf[dimension] }))
}
