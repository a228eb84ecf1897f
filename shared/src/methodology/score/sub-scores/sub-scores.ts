import { type Dimension, dimensions } from '../../../contract/dimensions.ts'

/** Basis of the price sub-score, EUR/MWh. */
export type PriceBasis = {
  kind: 'day_ahead' | 'like_hours_estimate' | 'peak_estimate' | 'off_peak_estimate' | 'median'
  eurPerMwh: number
}

/** Basis of the carbon sub-score, gCO2eq/kWh. */
export type CarbonBasis = { kind: 'realised' | 'projected' | 'same_hour_mean' | 'median'; gCo2eqPerKwh: number }

/** Basis of the grid sub-score: the signal's level and the points deducted for an imbalance, or adequacy. */
export type GridBasis = { kind: 'signal'; level: number; imbalancePoints: number } | { kind: 'adequacy' }

/**
 * Basis of the adequacy sub-score: the margin as a share of consumption, else the expected consumption less wind and sun, else only the expected
 * consumption.
 */
export type AdequacyBasis =
  | { kind: 'margin'; margin: number }
  | { kind: 'residual_load'; consumptionMw: number; windAndSolarMw: number }
  | { kind: 'consumption' | 'median'; consumptionMw: number }

/** A sub-score, rounded to 0.1, and its basis. */
export type Rated<Basis> = { value: number; basis: Basis }

/** The four sub-scores of one slot. */
export type SubScoreSet = {
  price: Rated<PriceBasis>
  carbon: Rated<CarbonBasis>
  grid: Rated<GridBasis>
  adequacy: Rated<AdequacyBasis>
}

/** Value of each dimension, 0–100. */
export type SubScoreValues = Readonly<Record<Dimension, number>>

/** Returns only the values. */
export function toSubScoreValues(set: SubScoreSet): SubScoreValues {
  return { price: set.price.value, carbon: set.carbon.value, grid: set.grid.value, adequacy: set.adequacy.value }
}

/** Dimensions that use a fallback, in the order of every response. */
export function listFallbackDimensions({ price, carbon, grid, adequacy }: SubScoreSet): Dimension[] {
  const isFallback: Record<Dimension, boolean> = {
    price: price.basis.kind !== 'day_ahead',
    carbon: carbon.basis.kind !== 'realised' && carbon.basis.kind !== 'projected',
    grid: grid.basis.kind !== 'signal',
    adequacy: adequacy.basis.kind !== 'margin',
  }
  return dimensions.filter((dimension) => isFallback[dimension])
}
