import { round1 } from '../../../bounds/numbers.ts'
import { signalScores } from './scales.ts'
import type { Imbalance } from './score-inputs.ts'
import type { AdequacyBasis, GridBasis, Rated } from './sub-scores.ts'

/** Maximum number of points deducted for an imbalance. */
export const maxImbalancePoints = 20
/** Excess of the settlement price that deducts all of them, EUR/MWh. */
export const fullImbalanceEurPerMwh = 200
/** Floor of the spot price in the comparison, EUR/MWh: below it, the price says nothing about balancing costs. */
export const minSpotEurPerMwh = 30

/**
 * Grid sub-score of one hour: the score of the signal's level less the points for an imbalance (live only); without a signal the adequacy
 * sub-score.
 *
 * @param level 0–3; undefined when no signal is published for the hour
 * @param imbalancePoints see {@link computeImbalancePoints}; 0 in a forecast
 */
export function rateGrid(
  level: number | undefined,
  imbalancePoints: number,
  adequacy: Rated<AdequacyBasis>,
): Rated<GridBasis> {
  const signalScore = level === undefined ? undefined : signalScores[level]
  if (level === undefined || signalScore === undefined) return { value: adequacy.value, basis: { kind: 'adequacy' } }
  const value = round1(Math.max(0, signalScore - imbalancePoints))
  return { value, basis: { kind: 'signal', level, imbalancePoints } }
}

/**
 * 20·clamp((settlement price of a shortage − 2·max(spot, 30)) / 200, 0, 1) while the trend is upward (the system is short).
 *
 * @param spotEurPerMwh basis of the price sub-score, EUR/MWh
 */
export function computeImbalancePoints(imbalance: Imbalance | null, spotEurPerMwh: number): number {
  if (imbalance === null || !imbalance.isUpward) return 0
  const excess = imbalance.negativePriceEurPerMwh - 2 * Math.max(spotEurPerMwh, minSpotEurPerMwh)
  return maxImbalancePoints * Math.min(1, Math.max(0, excess / fullImbalanceEurPerMwh))
}
