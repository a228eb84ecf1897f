import * as v from 'valibot'
import { described, FiniteNumber } from './fields.ts'

export const ScoreWeights = described(
  v.strictObject({
    price: described(FiniteNumber, 'Weight of the price, 0 to 1.'),
    carbon: described(FiniteNumber, 'Weight of the carbon intensity, 0 to 1.'),
    grid: described(FiniteNumber, 'Weight of the grid signal, 0 to 1.'),
    adequacy: described(FiniteNumber, 'Weight of the margin between supply and demand, 0 to 1.'),
  }),
  'Weights of the four dimensions; they sum to 1. In EnergyScore those really used: 0 for an estimated dimension that does not count, the others renormalised; elsewhere, where hours differ, those requested.',
)
export type ScoreWeights = v.InferOutput<typeof ScoreWeights>
