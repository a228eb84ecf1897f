import { type Dimension, dimensions } from '../../contract/dimensions.ts'

/** What the price sub-score rests on, EUR/MWh. */
export type PriceBasis = { kind: 'day_ahead' | 'peak_estimate' | 'off_peak_estimate' | 'median'; eurPerMwh: number }

/** What the carbon sub-score rests on, gCO2eq/kWh. */
export type CarbonBasis = { kind: 'realised' | 'projected' | 'same_hour_mean' | 'median'; gCo2eqPerKwh: number }

/** What the grid sub-score rests on: the level of the signal with the points that an imbalance takes away, or adequacy. */
export type GridBasis = { kind: 'signal'; level: number; imbalancePoints: number } | { kind: 'adequacy' }

/** What the adequacy sub-score rests on: the margin as a share of consumption, or the expected consumption alone. */
export type AdequacyBasis =
  | { kind: 'margin'; margin: number }
  | { kind: 'consumption' | 'median'; consumptionMw: number }

/** A sub-score, rounded to 0.1, and what it rests on. */
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

/** The values alone. */
export function valuesOf(set: SubScoreSet): SubScoreValues {
  return { price: set.price.value, carbon: set.carbon.value, grid: set.grid.value, adequacy: set.adequacy.value }
}

/** Dimensions that stand on a fallback estimate, in the order of every answer. */
export function fallbackDimensions({ price, carbon, grid, adequacy }: SubScoreSet): Dimension[] {
  const isFallback: Record<Dimension, boolean> = {
    price: price.basis.kind !== 'day_ahead',
    carbon: carbon.basis.kind !== 'realised' && carbon.basis.kind !== 'projected',
    grid: grid.basis.kind !== 'signal',
    adequacy: adequacy.basis.kind !== 'margin',
  }
  return dimensions.filter((dimension) => isFallback[dimension])
}
