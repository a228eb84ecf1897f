import * as v from 'valibot'
import { described, FiniteNumber } from './fields.ts'

const Probability = v.pipe(FiniteNumber, v.minValue(0), v.maxValue(1))

export const ColorProbabilities = described(
  v.strictObject({
    blue: described(Probability, 'Probability of blue, 0 to 1.'),
    white: described(Probability, 'Probability of white, 0 to 1.'),
    red: described(Probability, 'Probability of red, 0 to 1.'),
  }),
  'Probabilities of the three colours. They are exactly 0 and 1 when the colour is published or the rules of the tariff leave only one colour.',
)
