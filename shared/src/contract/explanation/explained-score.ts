import * as v from 'valibot'
import { feedIds } from '../../grid/feeds.ts'
import { dimensions } from '../dimensions.ts'
import { Level } from '../score.ts'
import { described, FiniteNumber, Int32, UtcTimestamp } from '../values/fields.ts'

const number = (text: string) => described(FiniteNumber, text)
const value = number('Sub-score, 0 to 100, one decimal.')
const isKnown = described(v.boolean(), 'Whether the dimension is known; an estimated one may not count in the score.')

export const ScaleAnchor = described(
  v.strictObject({
    input: number('Input, in the unit of the scale.'),
    score: number('Sub-score at this input.'),
  }),
  'An anchor of a scale.',
)

export const ExplainedScale = described(
  v.strictObject({
    anchors: described(v.array(ScaleAnchor), 'All anchors of the scale, by ascending input.'),
    input: number('Input that is rated, in the unit of the scale.'),
    lower: ScaleAnchor,
    upper: ScaleAnchor,
    unrounded: number(
      'upper.score - (upper.score - lower.score) * (upper.input - input) / (upper.input - lower.input); upper.score where the two anchors are equal.',
    ),
  }),
  'Linear interpolation between the anchors below (lower) and above the input (upper); outside of the scale both are its end.',
)

export const ExplainedPrice = described(
  v.strictObject({
    value,
    isKnown,
    basis: described(
      v.picklist(['day_ahead', 'like_hours_estimate', 'peak_estimate', 'off_peak_estimate', 'median']),
      'day_ahead: auctioned price; peak_estimate and off_peak_estimate: mean of the class of the hour over the last 14 days; median: median of the calibration year; like_hours_estimate: forecasts only.',
    ),
    eurPerMwh: number('Price, EUR/MWh.'),
    scale: ExplainedScale,
  }),
  'Sub-score of the price.',
)

export const ExplainedCarbonScore = described(
  v.strictObject({
    value,
    isKnown,
    basis: described(
      v.picklist(['realised', 'projected', 'same_hour_mean', 'median']),
      'realised: production intensity of the newest complete hour, unrounded; same_hour_mean: mean of the same hour of the day over the last 7 days; median: median of the calibration year; projected: forecasts only.',
    ),
    gCo2PerKwh: number('Intensity, gCO2eq/kWh.'),
    scale: ExplainedScale,
  }),
  'Sub-score of the carbon intensity.',
)

export const ExplainedImbalance = described(
  v.strictObject({
    isUpward: described(v.boolean(), 'Whether the system is short of power; otherwise no points are deducted.'),
    negativePriceEurPerMwh: number('Settlement price of a shortage, EUR/MWh.'),
    spotEurPerMwh: number('Price of the price sub-score, EUR/MWh.'),
    minSpotEurPerMwh: number('Lowest spot price that counts, EUR/MWh.'),
    excessEurPerMwh: number('negativePriceEurPerMwh minus twice the greater of spotEurPerMwh and minSpotEurPerMwh.'),
    fullExcessEurPerMwh: number('Excess at which all points are deducted, EUR/MWh.'),
    maxPoints: number('Maximum number of deducted points.'),
  }),
  'The balancing market. Deducted are maxPoints * clamp(excessEurPerMwh / fullExcessEurPerMwh, 0, 1) when isUpward.',
)

export const ExplainedSignal = described(
  v.strictObject({
    level: described(Int32, 'Level of the grid signal, 0 to 3.'),
    scoresByLevel: described(v.array(FiniteNumber), 'Score of each level, from 0 on.'),
    imbalance: described(
      v.nullable(ExplainedImbalance),
      'The newest quarter-hour of the balancing market. Null when it is unknown: no points are deducted.',
    ),
    deductedPoints: number('Points deducted from the score of the level; the result is at least 0.'),
  }),
  'The grid signal of the hour.',
)

export const ExplainedGrid = described(
  v.strictObject({
    value,
    isKnown,
    basis: described(
      v.picklist(['signal', 'adequacy']),
      'signal: grid signal of the hour; adequacy: no signal covers the hour, and the sub-score of adequacy applies.',
    ),
    signal: described(v.nullable(ExplainedSignal), 'The grid signal; null when no signal covers the hour.'),
  }),
  'Sub-score of the grid signal.',
)

export const ExplainedCapacity = described(
  v.strictObject({
    productionType: described(v.string(), 'Code of the production type.'),
    installedMW: number('Installed capacity, MW.'),
    unavailableMW: number('Capacity announced as unavailable in the hour, MW.'),
    availableMW: number('installedMW minus unavailableMW, at least 0, MW.'),
  }),
  'Capacity of a production type whose output can be controlled.',
)

export const ExplainedWindOrSun = described(
  v.strictObject({
    productionType: described(v.string(), 'Code of the production type.'),
    powerMW: number('Forecast power, MW; offshore wind without a forecast keeps its last output.'),
  }),
  'Wind or sun in the hour.',
)

export const ExplainedMargin = described(
  v.strictObject({
    capacities: described(v.array(ExplainedCapacity), 'Terms of the available capacity.'),
    availableMW: number('Sum of availableMW, MW.'),
    runOfRiverMW: number('Last output of run-of-river hydro, MW.'),
    windAndSolar: described(v.array(ExplainedWindOrSun), 'Terms of windAndSolarMW.'),
    generationMW: number('availableMW plus runOfRiverMW plus windAndSolarMW, MW.'),
    margin: number('generationMW minus consumptionMW, divided by consumptionMW: the input of the scale.'),
  }),
  'Margin of the possible generation over the expected consumption.',
)

export const ExplainedAdequacy = described(
  v.strictObject({
    value,
    isKnown,
    basis: described(
      v.picklist(['margin', 'residual_load', 'consumption', 'median']),
      'Input of the scale: the margin; without one of its inputs the residual load (consumptionMW minus windAndSolarMW); without wind and sun (and always in version 1 of the score) the expected consumption; without that the median of the calibration year.',
    ),
    consumptionMW: number('Expected consumption, MW; with basis median the median of the calibration year.'),
    windAndSolarMW: described(
      v.nullable(FiniteNumber),
      'Wind and sun, MW. Null when unknown, or not read (version 1 of the score without a margin).',
    ),
    margin: described(
      v.nullable(ExplainedMargin),
      'The margin. Null when one of its inputs is unknown: basis tells what is rated instead.',
    ),
    scale: ExplainedScale,
  }),
  'Sub-score of the adequacy.',
)

export const ExplainedDimension = described(
  v.strictObject({
    dimension: described(v.picklist(dimensions), 'Dimension.'),
    value: number('Sub-score, 0 to 100.'),
    isKnown,
    weightAsked: number('Weight of the national weighting.'),
    weightCounted: number('weightAsked, or 0 when the dimension is left out.'),
    product: number('value times weightCounted.'),
  }),
  'A dimension in the composite.',
)

export const ExplainedComposite = described(
  v.strictObject({
    version: described(
      Int32,
      'Version of the score. 1: all dimensions count. 2: estimated dimensions are left out while the known ones carry at least half of the weight.',
    ),
    dimensions: described(v.array(ExplainedDimension), 'The four dimensions.'),
    sumProducts: number('Sum of product.'),
    sumWeights: number('Sum of weightCounted.'),
    unrounded: number('sumProducts divided by sumWeights, six decimals.'),
    globalScore: described(Int32, 'unrounded without decimals, half away from zero, at most 100.'),
    level: Level,
  }),
  'The score from its sub-scores.',
)

export const ExplainedAvailability = described(
  v.strictObject({
    feed: described(v.picklist(feedIds), 'Feed.'),
    weight: number('Weight of the feed in the confidence.'),
    availability: number(
      'Availability that counts, 0 to 1: 1 until a publication is late beyond its tolerance, then falling to 0 at four times the tolerance. From version 2 of the confidence on, generation_by_type counts with that of generation_mix_15min where it is higher.',
    ),
    product: number('weight times availability.'),
  }),
  'A feed in the confidence.',
)

export const ExplainedConfidence = described(
  v.strictObject({
    version: described(Int32, 'Version of the confidence.'),
    feeds: described(v.array(ExplainedAvailability), 'Feeds with a weight.'),
    sumProducts: number('Sum of product.'),
    sumWeights: number('Sum of weight.'),
    fallbackFactor: number('0.85 when a dimension uses its fallback, otherwise 1.'),
    value: described(Int32, '100 times sumProducts times fallbackFactor divided by sumWeights, without decimals.'),
  }),
  'The confidence from the availability of the feeds.',
)

export const ExplainedScore = described(
  v.strictObject({
    hourStart: described(UtcTimestamp, 'Start of the hour that price, grid and adequacy describe, UTC.'),
    price: ExplainedPrice,
    carbon: ExplainedCarbonScore,
    grid: ExplainedGrid,
    adequacy: ExplainedAdequacy,
    composite: ExplainedComposite,
    confidence: ExplainedConfidence,
  }),
  'The score of an instant under the national weighting, step by step.',
)
export type ExplainedScore = v.InferOutput<typeof ExplainedScore>
