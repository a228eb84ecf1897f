import * as v from 'valibot'
import { described, FiniteNumber, Int32, UtcTimestamp } from '../values/fields.ts'
import { ArchivedQuantityName } from './forecast-archive.ts'

/** Lengths of the evaluated periods, days. */
export const accuracyPeriodsDays = [30, 90, 365] as const
export type AccuracyPeriodDays = (typeof accuracyPeriodsDays)[number]

/** A figure that rests on fewer samples is not significant and therefore null. */
export const minAccuracySamples = 200

const naiveEntries = {
  mae: described(v.nullable(FiniteNumber), 'Mean absolute error, in the unit of the quantity.'),
  bias: described(v.nullable(FiniteNumber), 'Bias: mean of forecast minus actual value, in the unit of the quantity.'),
  savingCapturedPct: described(
    v.nullable(FiniteNumber),
    'Share of the possible saving that the forecast achieved, %. The possible saving is the difference between the mean of a lead class and its cheapest 4 consecutive hours; the achieved saving uses the 4 hours that the forecast would have chosen. Negative when the chosen hours were worse than the mean.',
  ),
}

/** Figures of a naive forecast, for comparison. */
export const NaiveAccuracy = described(v.strictObject(naiveEntries), 'Accuracy of a naive forecast, for comparison.')
export type NaiveAccuracy = v.InferOutput<typeof NaiveAccuracy>

export const ForecastAccuracy = described(
  v.strictObject({
    ...naiveEntries,
    bandCoveragePct: described(
      v.nullable(FiniteNumber),
      'Share of hours whose actual value lay between p10 and p90 of the forecast, %. The ideal value is 80.',
    ),
  }),
  'Accuracy of the forecast as it was issued.',
)
export type ForecastAccuracy = v.InferOutput<typeof ForecastAccuracy>

export const AccuracyFigures = described(
  v.strictObject({
    quantity: ArchivedQuantityName,
    days: described(
      Int32,
      `Length of the evaluated period, which ends today, days: ${accuracyPeriodsDays.join(', ')}.`,
    ),
    firstLeadHours: described(Int32, 'Shortest lead time of the class, hours.'),
    lastLeadHours: described(Int32, 'Longest lead time of the class, hours.'),
    samples: described(
      Int32,
      'Number of evaluated forecast hours: all three forecasts and the actual value are known, and the value had not been published when the forecast was issued.',
    ),
    forecast: ForecastAccuracy,
    persistence: NaiveAccuracy,
    yesterday: NaiveAccuracy,
  }),
  `Accuracy for one quantity, lead class and period. A figure that rests on fewer than ${minAccuracySamples} samples is null.`,
)
export type AccuracyFigures = v.InferOutput<typeof AccuracyFigures>

/** Evaluated lead times of the tariff colour forecast, days. */
export const judgedColorLeads = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

export const ColorAccuracyFigures = described(
  v.strictObject({
    days: described(
      Int32,
      `Length of the evaluated period, which ends today, days: ${accuracyPeriodsDays.join(', ')}.`,
    ),
    leadDays: described(
      Int32,
      'Lead time: days from the tariff day of the issue to the forecast tariff day, 1 to 9; beyond 6 only with a weather forecast.',
    ),
    samples: described(
      Int32,
      'Number of evaluated tariff days. Each day is evaluated with the last outlook of this lead time that was issued before its colour was published.',
    ),
    brier: described(
      v.nullable(FiniteNumber),
      'Brier score: mean over the days of the squared differences between the three probabilities and the outcome, summed over the colours. 0 is perfect, 2 is the worst value.',
    ),
    persistenceBrier: described(
      v.nullable(FiniteNumber),
      'Brier score of a naive forecast that repeats the colour of the day of the issue.',
    ),
    redRecallPct: described(
      v.nullable(FiniteNumber),
      'Recall for red: share of red days whose forecast probability of red was at least 50 %, %. Null when the period has no red day.',
    ),
    redPrecisionPct: described(
      v.nullable(FiniteNumber),
      'Precision for red: share of red days among the days whose forecast probability of red was at least 50 %, %. Null when there is no such day.',
    ),
  }),
  `Accuracy of the tariff colour forecast for one lead time and period. A figure that rests on fewer than ${minAccuracySamples} samples is null.`,
)
export type ColorAccuracyFigures = v.InferOutput<typeof ColorAccuracyFigures>

/** Boundary of a published intensity: production (`taux_co2` of éCO2mix) or consumption. */
export const intensityBoundaries = ['production', 'consumption'] as const
export type IntensityBoundary = (typeof intensityBoundaries)[number]

/** The product's intensities that are compared with a published one: the last two with the operator's intensity of consumption. */
export const comparedIntensities = [
  ...intensityBoundaries,
  'hourlyConsumption',
  'hourlyConsumptionNetOfBalance',
] as const
export type ComparedIntensity = (typeof comparedIntensities)[number]

export const PublishedIntensityFigures = described(
  v.strictObject({
    boundary: described(
      v.picklist(comparedIntensities),
      'production: Hexawatt calculates the intensity with the direct factors of the operator for each quarter-hour in which both have the same mix; the two values must agree. consumption: hourly estimatedGCo2PerKwhConsumption; the two methods differ, so a constant difference is expected. hourlyConsumption: directGCo2PerKwh of /v1/carbon/consumption, with imports per border at the mixes of the neighbours; the two methods differ too. hourlyConsumptionNetOfBalance: the same with imports net of the whole balance, as the operator seems to count them; calculated for this comparison only.',
    ),
    days: described(
      Int32,
      `Length of the evaluated period, which ends today, days: ${accuracyPeriodsDays.join(', ')}.`,
    ),
    samples: described(Int32, 'Number of compared quarter-hours (production) or hours (the others).'),
    bias: described(
      v.nullable(FiniteNumber),
      'Mean of Hexawatt’s intensity minus the published intensity, gCO2eq/kWh.',
    ),
    mae: described(v.nullable(FiniteNumber), 'Mean absolute difference, gCO2eq/kWh.'),
    withinOneGramPct: described(
      v.nullable(FiniteNumber),
      'Share of quarter-hours that differ by at most 1 gCO2eq/kWh, %. Null for the others, which are hours.',
    ),
  }),
  `Comparison of Hexawatt’s carbon intensity with the intensity that the transmission system operator publishes. A figure that rests on fewer than ${minAccuracySamples} samples is null.`,
)
export type PublishedIntensityFigures = v.InferOutput<typeof PublishedIntensityFigures>

/** Body of `GET /api/accuracy` (no key). */
export const AccuracyResponse = described(
  v.strictObject({
    computedAt: described(
      v.nullable(UtcTimestamp),
      'Time at which the figures were computed, UTC. Null before the first computation.',
    ),
    measuredSince: described(
      v.nullable(UtcTimestamp),
      'Time of the oldest archived forecast of this version, UTC. Null when the archive has none.',
    ),
    methodologyVersion: described(
      v.nullable(Int32),
      'Evaluated version of the forecast method: the newest version in the archive.',
    ),
    figures: described(
      v.array(AccuracyFigures),
      'One entry per quantity, period and lead class (1 to 6, 7 to 24 and 25 to 48 hours; 49 to 72 hours once forecasts that were made with weather have been judged).',
    ),
    tariffColorsVersion: described(Int32, 'Evaluated version of the tariff colour forecast.'),
    tariffColors: described(v.array(ColorAccuracyFigures), 'One entry per period and lead time of 1 to 9 days.'),
    publishedIntensities: described(
      v.array(PublishedIntensityFigures),
      'One entry per compared intensity and period. With demo and replayed data there are no samples, because the intensities of the operator are not fetched.',
    ),
  }),
  'Accuracy of the forecasts as they were issued, compared with two naive forecasts.',
)
export type AccuracyResponse = v.InferOutput<typeof AccuracyResponse>
