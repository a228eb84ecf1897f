import { round1 } from '../../contract/numbers.ts'
import { signalScores } from './anchors.ts'
import type { Imbalance } from './score-inputs.ts'
import type { AdequacyBasis, GridBasis, Rated } from './sub-scores.ts'

/** Most points that an imbalance takes away. */
const maxImbalancePoints = 20
/** A settlement price this far above the ordinary, EUR/MWh, takes them all. */
const fullImbalanceEurPerMwh = 200
/** A spot price below this, EUR/MWh, says nothing about what balancing may cost. */
const minSpotEurPerMwh = 30

/**
 * Grid sub-score of one hour: the score of the signal's level, less what the balancing market says about this moment (live
 * only); without a signal the adequacy sub-score.
 *
 * @param level 0–3; undefined when no signal is published for the hour
 * @param imbalancePoints see {@link imbalancePoints}; 0 in a forecast
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
 * @param spotEurPerMwh the price that the price sub-score rests on, EUR/MWh
 */
export function imbalancePoints(imbalance: Imbalance | null, spotEurPerMwh: number): number {
  if (imbalance === null || !imbalance.isUpward) return 0
  const excess = imbalance.negativePriceEurPerMwh - 2 * Math.max(spotEurPerMwh, minSpotEurPerMwh)
  return maxImbalancePoints * Math.min(1, Math.max(0, excess / fullImbalanceEurPerMwh))
}
