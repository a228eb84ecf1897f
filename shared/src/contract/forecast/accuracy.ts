import * as v from 'valibot'
import { described, FiniteNumber, Int32, UtcTimestamp } from '../values/fields.ts'
import { ArchivedQuantityName } from './forecast-archive.ts'

/** Lengths of the periods that are judged, days. */
export const accuracyPeriodsDays = [30, 90, 365] as const
export type AccuracyPeriodDays = (typeof accuracyPeriodsDays)[number]

/** Fewer samples than this tell nothing: the figure is null. */
export const minAccuracySamples = 200

const naiveEntries = {
  mae: described(v.nullable(FiniteNumber), 'Mean absolute error, unit of the quantity.'),
  bias: described(v.nullable(FiniteNumber), 'Mean of forecast minus realised value, unit of the quantity.'),
  savingCapturedPct: described(
    v.nullable(FiniteNumber),
    'Of what the best 4 consecutive hours of each lead class save against its mean, the share that the hours chosen by the forecast saved, %. Negative when they were worse than the mean.',
  ),
}

/** Figures of a naive forecast, for comparison. */
export const NaiveAccuracy = described(v.strictObject(naiveEntries), 'Figures of a naive forecast, for comparison.')
export type NaiveAccuracy = v.InferOutput<typeof NaiveAccuracy>

/** Figures of the forecast. */
export const ForecastAccuracy = described(
  v.strictObject({
    ...naiveEntries,
    bandCoveragePct: described(
      v.nullable(FiniteNumber),
      'Share of the hours whose realised value lay in the band (p10 to p90), %: 80 is right.',
    ),
  }),
  'Figures of the forecast as it was issued.',
)
export type ForecastAccuracy = v.InferOutput<typeof ForecastAccuracy>

/** Figures of one quantity, lead class and period. */
export const AccuracyFigures = described(
  v.strictObject({
    quantity: ArchivedQuantityName,
    days: described(Int32, `Length of the period that ends today, days: ${accuracyPeriodsDays.join(', ')}.`),
    firstLeadHours: described(Int32, 'Shortest lead of the class, hours.'),
    lastLeadHours: described(Int32, 'Longest lead of the class, hours.'),
    samples: described(
      Int32,
      'Forecast hours that are judged: all three forecasts and the realised value are known, and the value had not been published when the forecast was issued.',
    ),
    forecast: ForecastAccuracy,
    persistence: NaiveAccuracy,
    yesterday: NaiveAccuracy,
  }),
  `Figures of one quantity, lead class and period; a figure of fewer than ${minAccuracySamples} samples is null.`,
)
export type AccuracyFigures = v.InferOutput<typeof AccuracyFigures>

/** Leads of the colours that are judged, days. */
export const judgedColorLeads = [1, 2, 3, 4, 5, 6] as const

/** Figures of the tariff's colours of one lead and period. */
export const ColorAccuracyFigures = described(
  v.strictObject({
    days: described(Int32, `Length of the period that ends today, days: ${accuracyPeriodsDays.join(', ')}.`),
    leadDays: described(
      Int32,
      'Days from the tariff day in which the outlook was issued to the one that was forecast: 1 to 6.',
    ),
    samples: described(
      Int32,
      'Tariff days that are judged, each by the last outlook of that lead in which its colour was not published.',
    ),
    brier: described(
      v.nullable(FiniteNumber),
      'Brier score: mean of the squared differences between the three probabilities and what came true, summed over the colours; 0 is perfect, 2 the worst.',
    ),
    persistenceBrier: described(
      v.nullable(FiniteNumber),
      'The same when the colour of the day of the issue is taken for certain.',
    ),
    redRecallPct: described(
      v.nullable(FiniteNumber),
      'Share of the red days to which at least 50 % red was given, %. Null without a red day.',
    ),
    redPrecisionPct: described(
      v.nullable(FiniteNumber),
      'Share of the days with at least 50 % red that came red, %. Null without such a day.',
    ),
  }),
  `Figures of the tariff’s colours of one lead and period; a figure of fewer than ${minAccuracySamples} samples is null.`,
)
export type ColorAccuracyFigures = v.InferOutput<typeof ColorAccuracyFigures>

/** What a published intensity counts: production (`taux_co2` of éCO2mix), or consumption. */
export const intensityBoundaries = ['production', 'consumption'] as const
export type IntensityBoundary = (typeof intensityBoundaries)[number]

/** The intensity of Hexawatt next to the one that the operator itself publishes, of one boundary and period. */
export const PublishedIntensityFigures = described(
  v.strictObject({
    boundary: described(
      v.picklist(intensityBoundaries),
      'production: our function with the direct factors of the operator, each quarter-hour in which both have the same mix; it must agree. consumption: estimatedGCo2PerKwhConsumption by the hour; another method on both sides, so that a level tells nothing.',
    ),
    days: described(Int32, `Length of the period that ends today, days: ${accuracyPeriodsDays.join(', ')}.`),
    samples: described(Int32, 'Quarter-hours (production) or hours (consumption) that are compared.'),
    bias: described(v.nullable(FiniteNumber), 'Mean of ours minus the published one, gCO2eq/kWh.'),
    mae: described(v.nullable(FiniteNumber), 'Mean absolute difference, gCO2eq/kWh.'),
    withinOneGramPct: described(
      v.nullable(FiniteNumber),
      'Share of the quarter-hours that differ by at most 1 g/kWh, %. Null for consumption.',
    ),
  }),
  `The intensity of Hexawatt next to the one that the operator itself publishes; a figure of fewer than ${minAccuracySamples} samples is null.`,
)
export type PublishedIntensityFigures = v.InferOutput<typeof PublishedIntensityFigures>

/** Body of `GET /api/accuracy` (no key). */
export const AccuracyResponse = described(
  v.strictObject({
    computedAt: described(v.nullable(UtcTimestamp), 'When the figures were computed, UTC. Null before the first time.'),
    measuredSince: described(
      v.nullable(UtcTimestamp),
      'The oldest archived forecast of the version, UTC. Null when there is none.',
    ),
    methodologyVersion: described(
      v.nullable(Int32),
      'Version of the forecast method that is judged: the newest one in the archive.',
    ),
    figures: described(
      v.array(AccuracyFigures),
      'One entry for each quantity, period and lead class (1 to 6, 7 to 24, 25 to 48 hours).',
    ),
    tariffColorsVersion: described(Int32, 'Version of the forecast of the tariff’s colours that is judged.'),
    tariffColors: described(v.array(ColorAccuracyFigures), 'One entry for each period and lead of 1 to 6 days.'),
    publishedIntensities: described(
      v.array(PublishedIntensityFigures),
      'One entry for each boundary and period. Without samples where the intensities of the operator are not read: on demo and replayed data.',
    ),
  }),
  'How good the forecasts were, as they were issued, compared with two naive forecasts.',
)
export type AccuracyResponse = v.InferOutput<typeof AccuracyResponse>
