import * as v from 'valibot'
import { gridSignalStatuses, signalDayNames } from '../grid/public-signals.ts'
import { DashboardSignalDay, DashboardTariff, DashboardTariffOutlook } from './dashboard/colors-and-signals.ts'
import { DashboardConsumption } from './dashboard/consumed-hour.ts'
import { DashboardExchanges, DashboardRegions } from './dashboard/exchanges-and-regions.ts'
import { AccuracyFigures, AccuracyResponse } from './forecast/accuracy.ts'
import { DashboardOutlook } from './planning/dashboard-outlook.ts'
import { EnergyScore, Level, ScoreForecast } from './score.ts'
import { Incidents, SourceStatus, StatusResponse } from './status.ts'
import { KnownDimensions, SubScoreNumbers } from './values/by-dimension.ts'
import { described, FiniteNumber, Int32, IsoDate, UtcTimestamp } from './values/fields.ts'
import { maxOutlookHours } from './values/longest-outlook.ts'

/** Hours of the mix that are shown. */
export const dashboardMixHours = 24
/** Paris days of the heat map, today included. */
export const heatMapDays = 42

const WholePct = v.pipe(Int32, v.minValue(0), v.maxValue(100))

export const DashboardHour = described(
  v.strictObject({
    time: described(UtcTimestamp, 'Start of the hour, UTC.'),
    globalScore: described(WholePct, 'Score of the hour with the national weighting, 0 to 100.'),
    level: Level,
    subScores: SubScoreNumbers,
    knownDimensions: KnownDimensions,
    confidence: described(WholePct, 'Confidence in the score, 0 to 100.'),
    spotPriceEurPerMWh: described(
      v.nullable(FiniteNumber),
      'Day-ahead price, EUR/MWh. Null when the hour has not been auctioned.',
    ),
    carbonIntensityGco2Kwh: described(
      v.nullable(FiniteNumber),
      'Forecast production-boundary intensity, gCO2eq/kWh. Null when no mix can be forecast.',
    ),
    gridSignalStatus: described(
      v.nullable(v.picklist(gridSignalStatuses)),
      'Grid-tension signal. Null when none is published.',
    ),
  }),
  'One of the coming hours.',
)
export type DashboardHour = v.InferOutput<typeof DashboardHour>

export const DashboardCarbon = described(
  v.strictObject({
    dataSlotStart: described(UtcTimestamp, 'Start of the hour that the values describe, UTC.'),
    dataSlotEnd: described(UtcTimestamp, 'End of the hour that the values describe, UTC.'),
    totalGenerationMW: described(FiniteNumber, 'Total generation, MW.'),
    lowCarbonPct: described(FiniteNumber, 'Low-carbon share of generation, %.'),
    renewablePct: described(FiniteNumber, 'Renewable share of generation, %.'),
    estimatedGCo2PerKwh: described(FiniteNumber, 'Carbon intensity on the production boundary, gCO2eq/kWh.'),
    estimatedGCo2PerKwhConsumption: described(
      v.nullable(FiniteNumber),
      'Carbon intensity on the consumption boundary, gCO2eq/kWh. Null when flows or country intensities were not available.',
    ),
    isConsumptionEstimated: described(
      v.boolean(),
      'True when imports are estimated from commercial exchanges, because physical flows are not published yet.',
    ),
  }),
  'Carbon intensity of the newest published hour.',
)
export type DashboardCarbon = v.InferOutput<typeof DashboardCarbon>

export const MixSlot = described(
  v.strictObject({
    start: described(UtcTimestamp, 'Start of the hour, UTC.'),
    powerMW: described(
      v.nullable(v.record(v.string(), FiniteNumber)),
      'Mean power by production type, MW. Null when part of the hour is unknown.',
    ),
    estimatedGCo2PerKwh: described(
      v.nullable(FiniteNumber),
      'Carbon intensity on the production boundary, gCO2eq/kWh. Null when powerMW is null.',
    ),
    estimatedGCo2PerKwhConsumption: described(
      v.nullable(FiniteNumber),
      'Carbon intensity on the consumption boundary, gCO2eq/kWh. Null when flows or country intensities are unknown.',
    ),
  }),
  'Generation mix and carbon intensities of one past hour.',
)
export type MixSlot = v.InferOutput<typeof MixSlot>

export const HeatMapDay = described(
  v.strictObject({
    date: described(IsoDate, 'Calendar day in Paris.'),
    firstHour: described(UtcTimestamp, 'Midnight in Paris, UTC.'),
    scores: described(
      v.pipe(v.array(v.nullable(WholePct)), v.minLength(23), v.maxLength(25)),
      'Mean score of each hour from firstHour on: 24 values, or 23 or 25 on the days of the clock changes. Null for an hour without stored points.',
    ),
  }),
  'Hourly scores of one Paris day.',
)
export type HeatMapDay = v.InferOutput<typeof HeatMapDay>

export const DashboardSource = described(
  v.strictObject({
    id: SourceStatus.entries.id,
    lastSuccess: described(
      v.nullable(UtcTimestamp),
      'Time of the last successful read of the source, UTC. Null when the source was never read.',
    ),
    source: SourceStatus.entries.source,
    newestSlot: SourceStatus.entries.newestSlot,
    expectedNext: SourceStatus.entries.expectedNext,
    availabilityPct: described(
      v.nullable(WholePct),
      'Availability of the source in the confidence: 100 when it is on time, 0 when it is missing. Null for reference data, which have no weight in the confidence.',
    ),
    confidenceWeight: described(v.nullable(WholePct), 'Weight in the confidence, %. Null for reference data.'),
  }),
  'Freshness of one source.',
)
export type DashboardSource = v.InferOutput<typeof DashboardSource>

const englishDetail = (dimension: string) => described(v.string(), `Basis of the ${dimension} sub-score, in English.`)

export const EnglishDetails = described(
  v.strictObject({
    price: englishDetail('price'),
    carbon: englishDetail('carbon'),
    grid: englishDetail('grid'),
    adequacy: englishDetail('adequacy'),
  }),
  'English translation of the detail of each sub-score.',
)
export type EnglishDetails = v.InferOutput<typeof EnglishDetails>

export const EnglishSentences = described(
  v.strictObject({
    recommendation: described(v.string(), 'English translation of recommendation.'),
    details: EnglishDetails,
  }),
  'English translation of the sentences of the score.',
)
export type EnglishSentences = v.InferOutput<typeof EnglishSentences>

export const DashboardAccuracy = described(
  v.strictObject({
    measuredSince: AccuracyResponse.entries.measuredSince,
    figures: described(
      v.array(AccuracyFigures),
      'Entries of /api/accuracy for carbon intensity over 30 days, one per lead class.',
    ),
  }),
  'Accuracy of the carbon forecast, as in /api/accuracy.',
)
export type DashboardAccuracy = v.InferOutput<typeof DashboardAccuracy>

/** Body of `GET /api/dashboard` (no key): everything that the page at `/` shows. */
export const DashboardResponse = described(
  v.strictObject({
    mode: StatusResponse.entries.mode,
    generatedAt: StatusResponse.entries.generatedAt,
    stale: described(v.boolean(), 'True when the dashboard has not been updated for 15 minutes.'),
    score: described(
      v.nullable(EnergyScore),
      'Current score, as in /v1/score. Null when /v1/score answers with an error.',
    ),
    english: described(
      v.nullable(EnglishSentences),
      'English translation of the sentences of the score. Null when there is no score, or when the score was computed without a translation.',
    ),
    carbon: described(v.nullable(DashboardCarbon), 'Null when /v1/carbon/intensity answers with an error.'),
    bestHour: ScoreForecast.entries.bestHour,
    worstHour: ScoreForecast.entries.worstHour,
    hours: described(
      v.pipe(v.array(DashboardHour), v.maxLength(maxOutlookHours)),
      'Coming hours in chronological order. Empty when no forecast exists, or when its confidence is below 50.',
    ),
    outlook: described(
      v.nullable(DashboardOutlook),
      'Forecast of the next 48 hours by quarter-hour, of the next 72 while the service has weather forecasts. Null when hours is empty.',
    ),
    mix: described(
      v.pipe(v.array(MixSlot), v.maxLength(dashboardMixHours)),
      'Generation mix of the last 24 published hours, oldest first.',
    ),
    heatMap: described(
      v.pipe(v.array(HeatMapDay), v.maxLength(heatMapDays)),
      'Hourly scores of the last six weeks by Paris day, oldest day first.',
    ),
    tariff: DashboardTariff,
    tariffOutlook: described(v.nullable(DashboardTariffOutlook), 'Null when /v1/tariff/outlook answers with an error.'),
    signals: described(
      v.pipe(v.array(DashboardSignalDay), v.maxLength(signalDayNames.length)),
      'Grid-tension signal of today and the following days, as far as it is published. Empty when no published signal covers today.',
    ),
    exchanges: described(v.nullable(DashboardExchanges), 'Null when no exchange of the last six hours is known.'),
    consumption: described(v.nullable(DashboardConsumption), 'Null when /v1/carbon/consumption answers with an error.'),
    regions: described(v.nullable(DashboardRegions), 'Null when /v1/carbon/regions answers with an error.'),
    accuracy: described(v.nullable(DashboardAccuracy), 'Null when no forecast has been evaluated yet.'),
    sources: described(v.array(DashboardSource), 'Freshness of every source.'),
    history: StatusResponse.entries.history,
    incidents: Incidents,
  }),
  'All data of the dashboard in one response.',
)
export type DashboardResponse = v.InferOutput<typeof DashboardResponse>
