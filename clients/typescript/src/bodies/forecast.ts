import type { ColorProbabilities, TariffColor } from './grid.ts'

// Made from the contract by `bun run docs`; change it there.

/** Quantities that are forecast by the hour, and kept as they were issued. */
export type ArchivedQuantity = 'carbon' | 'directCarbon' | 'price' | 'score'

/** Forecasts as they were issued, next to the values that came true. */
export type ForecastArchive = {
  /** carbon: production-boundary intensity with life-cycle factors, gCO2eq/kWh; directCarbon: the same mix with direct factors, gCO2eq/kWh; price: day-ahead price, EUR/MWh; score: score under the national weighting before it is rounded to a whole number, 0 to 100. */
  quantity: ArchivedQuantity
  /** Start of the window of issues or targets as asked for, UTC, inclusive. */
  from: string
  /** End of the window as asked for, UTC, exclusive. */
  to: string
  /** Start of what is served, UTC; later than from when truncated. */
  effectiveFrom: string
  /** True when the window was shortened to the forecasts there are. */
  truncated: boolean
  /** Points by issuedAt, then leadHours. An hour without a forecast of the quantity is left out. */
  points: ArchivedForecastPoint[]
}

/** One hour of a forecast as it was issued, next to the value that came true. */
export type ArchivedForecastPoint = {
  /** When the forecast was issued, UTC. */
  issuedAt: string
  /** Start of the hour that was forecast, UTC. */
  target: string
  /** Hours from issuedAt to target: 0 is the hour that was in progress, 48 the last one. */
  leadHours: number
  /** Forecast value. A price that had been published by then is that price. */
  value: number
  /** Lower edge (p10) of the band. Null when none was issued. */
  low: number | null
  /** Upper edge (p90) of the band. Null when none was issued. */
  high: number | null
  /** Value that came true, with the corrections that were published since. Null until the hour is over and known. */
  actual: number | null
  /** Version of the forecast method. */
  methodologyVersion: number
}

/** Outlooks of the tariff’s colours as they were issued, next to the colours that were published. */
export type ColorArchive = {
  /** tariffColor: the colours of the three-colour tariff. */
  quantity: 'tariffColor'
  /** Start of the window of issues or targets as asked for, UTC, inclusive. */
  from: string
  /** End of the window as asked for, UTC, exclusive. */
  to: string
  /** Start of what is served, UTC; later than from when truncated. */
  effectiveFrom: string
  /** True when the window was shortened to the forecasts there are. */
  truncated: boolean
  /** Points by issuedAt, then date. */
  points: ArchivedColorPoint[]
}

/** One tariff day of an outlook of the colours as it was issued, next to the colour that was published. */
export type ArchivedColorPoint = {
  /** When the outlook was issued, UTC. */
  issuedAt: string
  /** Tariff day that was forecast: it begins at 06:00 in Paris on this day. */
  date: string
  /** Days from the tariff day in which the outlook was issued to date: 0 is the one that was in force. */
  leadDays: number
  probabilities: ColorProbabilities
  /** Colour that was published for the day, as known now. Null until it is published. */
  actual: TariffColor | null
  /** Version of the forecast of the colours. */
  methodologyVersion: number
}

/** How good the forecasts were, as they were issued, compared with two naive forecasts. */
export type Accuracy = {
  /** When the figures were computed, UTC. Null before the first time. */
  computedAt: string | null
  /** The oldest archived forecast of the version, UTC. Null when there is none. */
  measuredSince: string | null
  /** Version of the forecast method that is judged: the newest one in the archive. */
  methodologyVersion: number | null
  /** One entry for each quantity, period and lead class (1 to 6, 7 to 24, 25 to 48 hours). */
  figures: AccuracyFigures[]
  /** Version of the forecast of the tariff’s colours that is judged. */
  tariffColorsVersion: number
  /** One entry for each period and lead of 1 to 6 days. */
  tariffColors: ColorAccuracyFigures[]
  /** One entry for each boundary and period. Without samples where the intensities of the operator are not read: on demo and replayed data. */
  publishedIntensities: PublishedIntensityFigures[]
}

/** Figures of one quantity, lead class and period; a figure of fewer than 200 samples is null. */
export type AccuracyFigures = {
  /** carbon: production-boundary intensity with life-cycle factors, gCO2eq/kWh; directCarbon: the same mix with direct factors, gCO2eq/kWh; price: day-ahead price, EUR/MWh; score: score under the national weighting before it is rounded to a whole number, 0 to 100. */
  quantity: ArchivedQuantity
  /** Length of the period that ends today, days: 30, 90, 365. */
  days: number
  /** Shortest lead of the class, hours. */
  firstLeadHours: number
  /** Longest lead of the class, hours. */
  lastLeadHours: number
  /** Forecast hours that are judged: all three forecasts and the realised value are known, and the value had not been published when the forecast was issued. */
  samples: number
  forecast: ForecastAccuracy
  persistence: NaiveAccuracy
  yesterday: NaiveAccuracy
}

/** Figures of the forecast as it was issued. */
export type ForecastAccuracy = {
  /** Mean absolute error, unit of the quantity. */
  mae: number | null
  /** Mean of forecast minus realised value, unit of the quantity. */
  bias: number | null
  /** Of what the best 4 consecutive hours of each lead class save against its mean, the share that the hours chosen by the forecast saved, %. Negative when they were worse than the mean. */
  savingCapturedPct: number | null
  /** Share of the hours whose realised value lay in the band (p10 to p90), %: 80 is right. */
  bandCoveragePct: number | null
}

/** Figures of a naive forecast, for comparison. */
export type NaiveAccuracy = {
  /** Mean absolute error, unit of the quantity. */
  mae: number | null
  /** Mean of forecast minus realised value, unit of the quantity. */
  bias: number | null
  /** Of what the best 4 consecutive hours of each lead class save against its mean, the share that the hours chosen by the forecast saved, %. Negative when they were worse than the mean. */
  savingCapturedPct: number | null
}

/** Figures of the tariff’s colours of one lead and period; a figure of fewer than 200 samples is null. */
export type ColorAccuracyFigures = {
  /** Length of the period that ends today, days: 30, 90, 365. */
  days: number
  /** Days from the tariff day in which the outlook was issued to the one that was forecast: 1 to 6. */
  leadDays: number
  /** Tariff days that are judged, each by the last outlook of that lead in which its colour was not published. */
  samples: number
  /** Brier score: mean of the squared differences between the three probabilities and what came true, summed over the colours; 0 is perfect, 2 the worst. */
  brier: number | null
  /** The same when the colour of the day of the issue is taken for certain. */
  persistenceBrier: number | null
  /** Share of the red days to which at least 50 % red was given, %. Null without a red day. */
  redRecallPct: number | null
  /** Share of the days with at least 50 % red that came red, %. Null without such a day. */
  redPrecisionPct: number | null
}

/** The intensity of Hexawatt next to the one that the operator itself publishes; a figure of fewer than 200 samples is null. */
export type PublishedIntensityFigures = {
  /** production: our function with the direct factors of the operator, each quarter-hour in which both have the same mix; it must agree. consumption: estimatedGCo2PerKwhConsumption by the hour; another method on both sides, so that a level tells nothing. */
  boundary: 'production' | 'consumption'
  /** Length of the period that ends today, days: 30, 90, 365. */
  days: number
  /** Quarter-hours (production) or hours (consumption) that are compared. */
  samples: number
  /** Mean of ours minus the published one, gCO2eq/kWh. */
  bias: number | null
  /** Mean absolute difference, gCO2eq/kWh. */
  mae: number | null
  /** Share of the quarter-hours that differ by at most 1 g/kWh, %. Null for consumption. */
  withinOneGramPct: number | null
}
