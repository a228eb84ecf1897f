import * as v from 'valibot'
import { described, FiniteNumber } from './fields.ts'

const SubScoreValue = v.pipe(FiniteNumber, v.minValue(0), v.maxValue(100))

export const SubScoreNumbers = described(
  v.strictObject({
    price: described(SubScoreValue, 'Price, 0 to 100, one decimal.'),
    carbon: described(SubScoreValue, 'Carbon intensity, 0 to 100, one decimal.'),
    grid: described(SubScoreValue, 'Grid signal, 0 to 100, one decimal.'),
    adequacy: described(SubScoreValue, 'Adequacy (margin between supply and demand), 0 to 100, one decimal.'),
  }),
  'Sub-scores of the four dimensions; a higher value means a better time to consume.',
)

const isKnown = (dimension: string) =>
  described(v.boolean(), `False when the ${dimension} sub-score is an estimate for this hour.`)

export const KnownDimensions = described(
  v.strictObject({
    price: isKnown('price'),
    carbon: isKnown('carbon'),
    grid: isKnown('grid'),
    adequacy: isKnown('adequacy'),
  }),
  'Dimensions whose sub-score is known. Estimated ones do not count in the score while the known ones carry at least half of the requested weight.',
)
