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

const isKnown = (meaning: string) => described(v.boolean(), meaning)

export const KnownDimensions = described(
  v.strictObject({
    price: isKnown(
      'True when the price is auctioned, or estimated from comparable hours. False when it is only the mean of a class of hours or a median.',
    ),
    carbon: isKnown(
      'True when the intensity is measured or follows from a projected mix. False when it is only a mean of earlier days or a median.',
    ),
    grid: isKnown('True when a grid signal covers the hour. False when the value is taken from adequacy.'),
    adequacy: isKnown(
      'True when the supply margin is known. False when the value rests on the expected consumption only, less wind and sun where they are known.',
    ),
  }),
  'Dimensions whose sub-score is known. Estimated ones do not count in the score while the known ones carry at least half of the requested weight.',
)
