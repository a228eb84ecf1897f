import type { ColorProbabilities, TariffColor } from './grid.ts'

// Generated from the contract by `bun run docs`: edit the contract, not this file.

/** Quantities that are forecast by the hour, and kept as they were issued. */
export type ArchivedQuantity =
  | 'carbon'
  | 'directCarbon'
  | 'consumptionCarbon'
  | 'directConsumptionCarbon'
  | 'price'
  | 'score'

/** Forecasts as they were issued, with the actual values. */
export type ForecastArchive = {
  /** carbon: production-boundary intensity with life-cycle factors, gCO2eq/kWh; directCarbon: intensity of the same mix with direct factors, gCO2eq/kWh; consumptionCarbon and directConsumptionCarbon: consumption-boundary intensity, hourly imports included, with life-cycle and with direct factors, gCO2eq/kWh; price: day-ahead price, EUR/MWh; score: score with the national weighting before rounding to a whole number, 0 to 100. */
  quantity: ArchivedQuantity
  /** Requested start of the window of issues or targets, UTC, inclusive. */
  from: string
  /** Requested end of the window, UTC, exclusive. */
  to: string
  /** Start of the served window, UTC; later than from when truncated is true. */
  effectiveFrom: string
  /** True when the window was shortened because older forecasts are not stored. */
  truncated: boolean
  /** Points sorted by issuedAt, then leadHours. Hours without a forecast of the quantity are omitted. */
  points: ArchivedForecastPoint[]
}

/** One hour of a forecast as it was issued, with the actual value. */
export type ArchivedForecastPoint = {
  /** Time at which the forecast was issued, UTC. */
  issuedAt: string
  /** Start of the forecast hour, UTC. */
  target: string
  /** Lead time: hours from issuedAt to target. 0 is the hour in progress at the issue, 48 is the last hour, or 72 in issues with a weather forecast. */
  leadHours: number
  /** Forecast value. For a price that was already published at the issue, it is the published price. */
  value: number
  /** Lower limit (p10) of the uncertainty band. Null when the forecast was issued without a band. */
  low: number | null
  /** Upper limit (p90) of the uncertainty band. Null when the forecast was issued without a band. */
  high: number | null
  /** Actual value, including corrections that were published later. Null until the hour is over and its value is known. */
  actual: number | null
  /** Version of the forecast method. */
  methodologyVersion: number
}

/** Tariff colour outlooks as they were issued, with the published colours. */
export type ColorArchive = {
  /** tariffColor: colours of the three-colour tariff (Tempo). */
  quantity: 'tariffColor'
  /** Requested start of the window of issues or targets, UTC, inclusive. */
  from: string
  /** Requested end of the window, UTC, exclusive. */
  to: string
  /** Start of the served window, UTC; later than from when truncated is true. */
  effectiveFrom: string
  /** True when the window was shortened because older forecasts are not stored. */
  truncated: boolean
  /** Points sorted by issuedAt, then date. */
  points: ArchivedColorPoint[]
}

/** One tariff day of a tariff colour outlook as it was issued, with the published colour. */
export type ArchivedColorPoint = {
  /** Time at which the outlook was issued, UTC. */
  issuedAt: string
  /** Forecast tariff day: it begins at 06:00 in Paris on this date. */
  date: string
  /** Lead time: days from the tariff day of the issue to date. 0 is the tariff day in progress at the issue. */
  leadDays: number
  probabilities: ColorProbabilities
  /** Published colour of the day. Null until the colour is published. */
  actual: TariffColor | null
  /** Version of the tariff colour forecast. */
  methodologyVersion: number
}

/** Accuracy of the forecasts as they were issued, compared with two naive forecasts. */
export type Accuracy = {
  /** Time at which the figures were computed, UTC. Null before the first computation. */
  computedAt: string | null
  /** Time of the oldest archived forecast of this version, UTC. Null when the archive has none. */
  measuredSince: string | null
  /** Evaluated version of the forecast method: the newest version in the archive. */
  methodologyVersion: number | null
  /** One entry per quantity, period and lead class (1 to 6, 7 to 24 and 25 to 48 hours; 49 to 72 hours once forecasts that were made with weather have been judged). */
  figures: AccuracyFigures[]
  /** Evaluated version of the tariff colour forecast. */
  tariffColorsVersion: number
  /** One entry per period and lead time of 1 to 9 days. */
  tariffColors: ColorAccuracyFigures[]
  /** One entry per compared intensity and period. With demo and replayed data there are no samples, because the intensities of the operator are not fetched. */
  publishedIntensities: PublishedIntensityFigures[]
}

/** Accuracy for one quantity, lead class and period. A figure that rests on fewer than 200 samples is null. */
export type AccuracyFigures = {
  /** carbon: production-boundary intensity with life-cycle factors, gCO2eq/kWh; directCarbon: intensity of the same mix with direct factors, gCO2eq/kWh; consumptionCarbon and directConsumptionCarbon: consumption-boundary intensity, hourly imports included, with life-cycle and with direct factors, gCO2eq/kWh; price: day-ahead price, EUR/MWh; score: score with the national weighting before rounding to a whole number, 0 to 100. */
  quantity: ArchivedQuantity
  /** Length of the evaluated period, which ends today, days: 30, 90, 365. */
  days: number
  /** Shortest lead time of the class, hours. */
  firstLeadHours: number
  /** Longest lead time of the class, hours. */
  lastLeadHours: number
  /** Number of evaluated forecast hours: all three forecasts and the actual value are known, and the value had not been published when the forecast was issued. */
  samples: number
  forecast: ForecastAccuracy
  persistence: NaiveAccuracy
  yesterday: NaiveAccuracy
}

/** Accuracy of the forecast as it was issued. */
export type ForecastAccuracy = {
  /** Mean absolute error, in the unit of the quantity. */
  mae: number | null
  /** Bias: mean of forecast minus actual value, in the unit of the quantity. */
  bias: number | null
  /** Share of the possible saving that the forecast achieved, %. The possible saving is the difference between the mean of a lead class and its cheapest 4 consecutive hours; the achieved saving uses the 4 hours that the forecast would have chosen. Negative when the chosen hours were worse than the mean. */
  savingCapturedPct: number | null
  /** Share of hours whose actual value lay between p10 and p90 of the forecast, %. The ideal value is 80. */
  bandCoveragePct: number | null
}

/** Accuracy of a naive forecast, for comparison. */
export type NaiveAccuracy = {
  /** Mean absolute error, in the unit of the quantity. */
  mae: number | null
  /** Bias: mean of forecast minus actual value, in the unit of the quantity. */
  bias: number | null
  /** Share of the possible saving that the forecast achieved, %. The possible saving is the difference between the mean of a lead class and its cheapest 4 consecutive hours; the achieved saving uses the 4 hours that the forecast would have chosen. Negative when the chosen hours were worse than the mean. */
  savingCapturedPct: number | null
}

/** Accuracy of the tariff colour forecast for one lead time and period. A figure that rests on fewer than 200 samples is null. */
export type ColorAccuracyFigures = {
  /** Length of the evaluated period, which ends today, days: 30, 90, 365. */
  days: number
  /** Lead time: days from the tariff day of the issue to the forecast tariff day, 1 to 9; beyond 6 only with a weather forecast. */
  leadDays: number
  /** Number of evaluated tariff days. Each day is evaluated with the last outlook of this lead time that was issued before its colour was published. */
  samples: number
  /** Brier score: mean over the days of the squared differences between the three probabilities and the outcome, summed over the colours. 0 is perfect, 2 is the worst value. */
  brier: number | null
  /** Brier score of a naive forecast that repeats the colour of the day of the issue. */
  persistenceBrier: number | null
  /** Recall for red: share of red days whose forecast probability of red was at least 50 %, %. Null when the period has no red day. */
  redRecallPct: number | null
  /** Precision for red: share of red days among the days whose forecast probability of red was at least 50 %, %. Null when there is no such day. */
  redPrecisionPct: number | null
}

/** Comparison of Hexawatt’s carbon intensity with the intensity that the transmission system operator publishes. A figure that rests on fewer than 200 samples is null. */
export type PublishedIntensityFigures = {
  /** production: Hexawatt calculates the intensity with the direct factors of the operator for each quarter-hour in which both have the same mix; the two values must agree. consumption: hourly estimatedGCo2PerKwhConsumption; the two methods differ, so a constant difference is expected. hourlyConsumption: directGCo2PerKwh of /v1/carbon/consumption, with imports per border at the mixes of the neighbours; the two methods differ too. hourlyConsumptionNetOfBalance: the same with imports net of the whole balance, as the operator seems to count them; calculated for this comparison only. */
  boundary: 'production' | 'consumption' | 'hourlyConsumption' | 'hourlyConsumptionNetOfBalance'
  /** Length of the evaluated period, which ends today, days: 30, 90, 365. */
  days: number
  /** Number of compared quarter-hours (production) or hours (the others). */
  samples: number
  /** Mean of Hexawatt’s intensity minus the published intensity, gCO2eq/kWh. */
  bias: number | null
  /** Mean absolute difference, gCO2eq/kWh. */
  mae: number | null
  /** Share of quarter-hours that differ by at most 1 gCO2eq/kWh, %. Null for the others, which are hours. */
  withinOneGramPct: number | null
}
