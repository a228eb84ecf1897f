import * as v from 'valibot'
import { gridSignalStatuses, signalDayNames } from '../grid/public-signals.ts'
import { AccuracyFigures, AccuracyResponse } from './forecast/accuracy.ts'
import { Color, maxTariffDays, TariffColorInForce, TariffOutlookDay, TariffOutlookResponse } from './grid-and-tariff.ts'
import { DashboardOutlook } from './planning/dashboard-outlook.ts'
import { EnergyScore, Level, maxForecastHours, ScoreForecast } from './score.ts'
import { SourceStatus, StatusResponse } from './status.ts'
import { described, FiniteNumber, Int32, IsoDate, UtcTimestamp } from './values/fields.ts'

/** Hours of the mix that are shown. */
export const dashboardMixHours = 24
/** Paris days of the heat map, today included. */
export const heatMapDays = 42

const WholePct = v.pipe(Int32, v.minValue(0), v.maxValue(100))
const SubScoreValue = v.pipe(FiniteNumber, v.minValue(0), v.maxValue(100))

/** The sub-scores of an hour, for another weighting. */
export const SubScoreNumbers = described(
  v.strictObject({
    price: described(SubScoreValue, 'Price, 0 to 100, one decimal.'),
    carbon: described(SubScoreValue, 'Carbon intensity, 0 to 100, one decimal.'),
    grid: described(SubScoreValue, 'Grid signal, 0 to 100, one decimal.'),
    adequacy: described(SubScoreValue, 'Margin between supply and demand, 0 to 100, one decimal.'),
  }),
  'Values of the four dimensions; higher is more favourable for consuming.',
)

/** One of the next hours: the fields of `/v1/score/forecast` without sentences, and the signal. */
export const DashboardHour = described(
  v.strictObject({
    time: described(UtcTimestamp, 'Start of the hour, UTC.'),
    globalScore: described(WholePct, 'Score of the hour under the national weighting, 0 to 100.'),
    level: Level,
    subScores: SubScoreNumbers,
    confidence: described(WholePct, 'Reliability, 0 to 100.'),
    spotPriceEurPerMWh: described(
      v.nullable(FiniteNumber),
      'Day-ahead price, EUR/MWh; null where it is not auctioned.',
    ),
    carbonIntensityGco2Kwh: described(
      v.nullable(FiniteNumber),
      'Expected production-boundary intensity, gCO2eq/kWh; null when no mix can be projected.',
    ),
    gridSignalStatus: described(
      v.nullable(v.picklist(gridSignalStatuses)),
      'Grid-tension signal of the hour; null when none is published.',
    ),
  }),
  'One of the next hours.',
)
export type DashboardHour = v.InferOutput<typeof DashboardHour>

/** The current intensity, from `/v1/carbon/intensity`. */
export const DashboardCarbon = described(
  v.strictObject({
    dataSlotStart: described(UtcTimestamp, 'Start of the hour that is described, UTC.'),
    dataSlotEnd: described(UtcTimestamp, 'End of the hour that is described, UTC.'),
    totalGenerationMW: described(FiniteNumber, 'Total production, MW.'),
    lowCarbonPct: described(FiniteNumber, 'Low-carbon share of the production, %.'),
    renewablePct: described(FiniteNumber, 'Renewable share of the production, %.'),
    estimatedGCo2PerKwh: described(FiniteNumber, 'Production boundary, gCO2eq/kWh.'),
    estimatedGCo2PerKwhConsumption: described(
      v.nullable(FiniteNumber),
      'Consumption boundary, gCO2eq/kWh; null when flows or intensities were not available.',
    ),
    isConsumptionEstimated: described(
      v.boolean(),
      'Whether the consumption boundary is estimated by commercial exchanges, because physical flows are not published yet.',
    ),
  }),
  'Carbon intensity of the newest published hour.',
)
export type DashboardCarbon = v.InferOutput<typeof DashboardCarbon>

/** One past hour of the mix. */
export const MixSlot = described(
  v.strictObject({
    start: described(UtcTimestamp, 'Start of the hour, UTC.'),
    powerMW: described(
      v.nullable(v.record(v.string(), FiniteNumber)),
      'Production type → mean power, MW. Null when the hour is not completely known.',
    ),
    estimatedGCo2PerKwh: described(v.nullable(FiniteNumber), 'Production boundary, gCO2eq/kWh; null like powerMW.'),
    estimatedGCo2PerKwhConsumption: described(
      v.nullable(FiniteNumber),
      'Consumption boundary, gCO2eq/kWh; null when flows or intensities are not known.',
    ),
  }),
  'One past hour of the generation mix with both intensities.',
)
export type MixSlot = v.InferOutput<typeof MixSlot>

/** Scores of a Paris day. */
export const HeatMapDay = described(
  v.strictObject({
    date: described(IsoDate, 'Calendar day in Paris.'),
    firstHour: described(UtcTimestamp, 'Midnight in Paris, UTC.'),
    scores: described(
      v.pipe(v.array(v.nullable(WholePct)), v.minLength(23), v.maxLength(25)),
      'Mean score of each hour from firstHour on: 24, or 23 and 25 when the clock changes. Null where no point is stored.',
    ),
  }),
  'Hourly scores of one Paris day.',
)
export type HeatMapDay = v.InferOutput<typeof HeatMapDay>

/** The three-colour tariff, of today, in force and of tomorrow. */
export const DashboardTariff = described(
  v.strictObject({
    date: described(IsoDate, 'Calendar day in Paris.'),
    color: described(Color, 'Colour of that day. Null when it is not published; never a guess.'),
    inForce: TariffColorInForce,
    tomorrow: described(Color, 'Colour of the next day. Null when it is not published.'),
  }),
  'Three-colour tariff.',
)
export type DashboardTariff = v.InferOutput<typeof DashboardTariff>

/** A day of the outlook of the tariff's colours. */
export const DashboardTariffDay = described(
  v.strictObject({
    date: TariffOutlookDay.entries.date,
    color: TariffOutlookDay.entries.color,
    probabilities: TariffOutlookDay.entries.probabilities,
  }),
  'One tariff day, 06:00 to 06:00 in Paris, with the probabilities of its colours before rounding.',
)

/** The colours of the coming tariff days, from `/v1/tariff/outlook`. */
export const DashboardTariffOutlook = described(
  v.strictObject({
    issuedAt: TariffOutlookResponse.entries.issuedAt,
    stock: TariffOutlookResponse.entries.stock,
    days: described(
      v.pipe(v.array(DashboardTariffDay), v.minLength(1), v.maxLength(maxTariffDays)),
      'The tariff day in force and up to six more; none after 31 August, when the stock begins anew.',
    ),
  }),
  'Colours of the three-colour tariff, today and six days ahead.',
)
export type DashboardTariffOutlook = v.InferOutput<typeof DashboardTariffOutlook>

/** The grid-tension signal by day. */
export const DashboardSignalDay = described(
  v.strictObject({
    date: described(IsoDate, 'Calendar day in Paris.'),
    day: described(v.picklist(signalDayNames), 'Which day this is, counted from today.'),
    status: described(v.picklist(gridSignalStatuses), 'Signal of the whole day.'),
    message: described(v.string(), 'The publisher’s sentence for the day, in French.'),
  }),
  'Grid-tension signal of one day.',
)
export type DashboardSignalDay = v.InferOutput<typeof DashboardSignalDay>

/** Freshness of one source, and its part in the confidence. */
export const DashboardSource = described(
  v.strictObject({
    id: SourceStatus.entries.id,
    lastSuccess: described(v.nullable(UtcTimestamp), 'When it was last read successfully, UTC; null when never.'),
    source: SourceStatus.entries.source,
    newestSlot: SourceStatus.entries.newestSlot,
    expectedNext: SourceStatus.entries.expectedNext,
    availabilityPct: described(
      v.nullable(WholePct),
      'Availability in the confidence index: 100 when on time, 0 when gone. Null for references, which are not part of it.',
    ),
    confidenceWeight: described(v.nullable(WholePct), 'Weight in the confidence index; null for references.'),
  }),
  'Freshness of one source.',
)
export type DashboardSource = v.InferOutput<typeof DashboardSource>

const englishDetail = (dimension: string) => described(v.string(), `What the ${dimension} sub-score rests on.`)

/** What each sub-score rests on, in English. */
export const EnglishDetails = described(
  v.strictObject({
    price: englishDetail('price'),
    carbon: englishDetail('carbon'),
    grid: englishDetail('grid'),
    adequacy: englishDetail('adequacy'),
  }),
  'What the `detail` of each sub-score says, in English.',
)
export type EnglishDetails = v.InferOutput<typeof EnglishDetails>

/** The sentences of the score, in English: those of the score itself are French. */
export const EnglishSentences = described(
  v.strictObject({
    recommendation: described(v.string(), 'What `recommendation` says, in English.'),
    details: EnglishDetails,
  }),
  'The sentences of the score in English.',
)
export type EnglishSentences = v.InferOutput<typeof EnglishSentences>

/** Accuracy of the carbon forecast over 30 days. */
export const DashboardAccuracy = described(
  v.strictObject({
    measuredSince: AccuracyResponse.entries.measuredSince,
    figures: described(
      v.array(AccuracyFigures),
      'The entries of /api/accuracy for carbon over 30 days, one for each lead class.',
    ),
  }),
  'Accuracy of the carbon forecast, as /api/accuracy has it.',
)
export type DashboardAccuracy = v.InferOutput<typeof DashboardAccuracy>

/** Body of `GET /api/dashboard` (no key): everything that the page at `/` shows. */
export const DashboardResponse = described(
  v.strictObject({
    mode: StatusResponse.entries.mode,
    generatedAt: StatusResponse.entries.generatedAt,
    stale: described(v.boolean(), 'True when it has not been renewed for a quarter of an hour.'),
    score: described(v.nullable(EnergyScore), 'The score of now, as /v1/score says it; null when that refuses.'),
    english: described(
      v.nullable(EnglishSentences),
      'The sentences of the score in English; null when there is no score, or only an older one without them.',
    ),
    carbon: described(v.nullable(DashboardCarbon), 'Null when /v1/carbon/intensity refuses.'),
    bestHour: ScoreForecast.entries.bestHour,
    worstHour: ScoreForecast.entries.worstHour,
    hours: described(
      v.pipe(v.array(DashboardHour), v.maxLength(maxForecastHours)),
      'The next hours, in order. Empty when there is nothing to forecast, or only with a confidence below 50.',
    ),
    outlook: described(
      v.nullable(DashboardOutlook),
      'The coming 48 hours in quarter-hours, from the next one that is forecast. Null when hours is empty.',
    ),
    mix: described(
      v.pipe(v.array(MixSlot), v.maxLength(dashboardMixHours)),
      'The last 24 hours of the mix, oldest first, up to the newest published one.',
    ),
    heatMap: described(v.pipe(v.array(HeatMapDay), v.maxLength(heatMapDays)), 'Six weeks by Paris day, oldest first.'),
    tariff: DashboardTariff,
    tariffOutlook: described(v.nullable(DashboardTariffOutlook), 'Null when /v1/tariff/outlook refuses.'),
    signals: described(
      v.pipe(v.array(DashboardSignalDay), v.maxLength(signalDayNames.length)),
      'Grid-tension signal of today and the days after it, as far as it is published. Empty when none covers today.',
    ),
    accuracy: described(v.nullable(DashboardAccuracy), 'Null when no forecast has been judged yet.'),
    sources: described(v.array(DashboardSource), 'Every source.'),
  }),
  'Everything that the dashboard shows, in one answer.',
)
export type DashboardResponse = v.InferOutput<typeof DashboardResponse>
