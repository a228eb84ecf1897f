import type { DashboardHour } from '@hexawatt/shared/contract/dashboard'
import type { ScoreWeights } from '@hexawatt/shared/contract/score'
import { composite, globalScore, scoreLevel } from '@hexawatt/shared/methodology/score/composite'

/** An hour under a weighting, and what it is ranked by. */
export type WeighedHour = DashboardHour & { composite: number }

/** The hours under another weighting: the very formulas of the product, so that the page and the API agree to the last digit. */
export function weighedHours(hours: readonly DashboardHour[], weights: ScoreWeights): WeighedHour[] {
  return hours.map((hour) => {
    const unrounded = composite(hour.subScores, weights)
    const score = globalScore(unrounded)
    return { ...hour, composite: unrounded, globalScore: score, level: scoreLevel(score) }
  })
}
