import { type Dimension, dimensions } from '../../contract/dimensions.ts'
import type { SubScore } from '../../contract/score.ts'
import { adequacyDetail, carbonDetail, gridDetail, priceDetail } from './score-texts.ts'
import type { SentenceLanguage } from './sentence.ts'
import type { SubScoreSet } from './sub-scores.ts'

/** The sub-scores as they are served, with their French sentences. */
export function presentSubScores(set: SubScoreSet): SubScore[] {
  const detailOf = subScoreDetails(set, 'fr')
  return dimensions.map((dimension) => ({ dimension, value: set[dimension].value, detail: detailOf[dimension] }))
}

/** What each sub-score rests on, as a sentence of a language. */
export function subScoreDetails(set: SubScoreSet, language: SentenceLanguage): Record<Dimension, string> {
  return {
    price: priceDetail(set.price, language),
    carbon: carbonDetail(set.carbon, language),
    grid: gridDetail(set.grid, language),
    adequacy: adequacyDetail(set.adequacy, language),
  }
}
