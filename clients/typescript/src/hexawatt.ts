import type { Answer } from './answers/answer.ts'
import { createKeptAnswers } from './answers/kept-answers.ts'
import type { Dashboard } from './bodies/dashboard.ts'
import type { CarbonExplain } from './bodies/explanation.ts'
import type {
  Accuracy,
  ArchivedColorPoint,
  ArchivedForecastPoint,
  ColorArchive,
  ForecastArchive,
} from './bodies/forecast.ts'
import type { CarbonIntensity, GridStatus, TariffOutlook, TariffToday } from './bodies/grid.ts'
import type { CarbonConsumption, CarbonSeries, CarbonSeriesPoint, Hours } from './bodies/hours.ts'
import type { Outlook, Schedule } from './bodies/planning.ts'
import type { CarbonRegions, RegionalDay } from './bodies/regions.ts'
import type { EnergyScore, ScoreForecast } from './bodies/score.ts'
import type { Coverage, HistoryPoint, PointProvenance, ScoreAnalytics, ScoreHistory } from './bodies/score-history.ts'
import type { Plans, Profiles, ServiceStatus } from './bodies/service.ts'
import type { Tariffs } from './bodies/tariffs.ts'
import { makeAddress } from './requests/address.ts'
import { createAsk, createStreamPoints } from './requests/ask.ts'
import { createEvents, type EventsQuery, type LiveEvent } from './requests/live-events.ts'
import {
  type AnalyticsQuery,
  type ArchiveQuery,
  type ColorArchiveQuery,
  type ConsumptionQuery,
  type ExplainQuery,
  type ForecastQuery,
  type HistoryQuery,
  type HoursQuery,
  makeAnalyticsParameters,
  makeArchiveParameters,
  makeColorArchiveParameters,
  makeConsumptionParameters,
  makeExplainParameters,
  makeForecastParameters,
  makeHistoryParameters,
  makeHoursParameters,
  makeOutlookParameters,
  makeRegionalDayParameters,
  makeScheduleParameters,
  makeScoreParameters,
  makeSeriesParameters,
  type OutlookQuery,
  type RegionalDayQuery,
  type ScheduleQuery,
  type SeriesQuery,
  type Weighting,
} from './requests/parameters.ts'
import { type CallOptions, createSend } from './requests/send.ts'
import { type HexawattOptions, readSettings } from './requests/settings.ts'

/** One past point of a streamed history, with its origin, which the points of the JSON body lack. */
export type StreamedHistoryPoint = HistoryPoint & { provenance: PointProvenance }

/**
 * The API as functions. Each rejects with a `HexawattProblem` when the API refuses, a `HexawattConnectionError` when no response of the API
 * arrives, or the reason of the aborting signal.
 */
export type Hexawatt = {
  /** Carbon intensity of the French grid on both boundaries, with the generation mix. */
  carbonIntensity: (call?: CallOptions) => Promise<Answer<CarbonIntensity>>
  /** Carbon intensity of the electricity consumed in France with the imports of the hour, of the newest or a past hour. */
  carbonConsumption: (query?: ConsumptionQuery, call?: CallOptions) => Promise<Answer<CarbonConsumption>>
  /** Carbon intensity of generation and consumption in the twelve regions. */
  carbonRegions: (call?: CallOptions) => Promise<Answer<CarbonRegions>>
  /** Carbon intensities and consumption of the twelve regions in each quarter-hour of a day. */
  carbonRegionsDay: (query?: RegionalDayQuery, call?: CallOptions) => Promise<Answer<RegionalDay>>
  /** Every term of both carbon intensities and of the score, of now or of a stored point. */
  carbonExplain: (query?: ExplainQuery, call?: CallOptions) => Promise<Answer<CarbonExplain>>
  /** Past carbon intensity of every quarter-hour or hour, all at once. */
  carbonSeries: (query?: SeriesQuery, call?: CallOptions) => Promise<Answer<CarbonSeries>>
  /** Past carbon intensity as a stream, for windows of any length. */
  streamCarbonSeries: (query?: SeriesQuery, call?: CallOptions) => AsyncGenerator<CarbonSeriesPoint, void, undefined>
  /** Score of the current hour, 0 to 100, from price, carbon, grid and adequacy. */
  score: (query?: Weighting, call?: CallOptions) => Promise<Answer<EnergyScore>>
  /** Score of the next 1 to 48 hours. */
  scoreForecast: (query?: ForecastQuery, call?: CallOptions) => Promise<Answer<ScoreForecast>>
  /** Past points of the score, all at once. */
  scoreHistory: (query?: HistoryQuery, call?: CallOptions) => Promise<Answer<ScoreHistory>>
  /** Past points of the score as a stream, for windows of any length. */
  streamHistory: (query?: HistoryQuery, call?: CallOptions) => AsyncGenerator<StreamedHistoryPoint, void, undefined>
  /** Aggregates of the score and the carbon intensity over a period. */
  scoreAnalytics: (query?: AnalyticsQuery, call?: CallOptions) => Promise<Answer<ScoreAnalytics>>
  /** Archived forecasts as they were issued, with the actual values, all at once. */
  forecastArchive: (query?: ArchiveQuery, call?: CallOptions) => Promise<Answer<ForecastArchive>>
  /** Archived forecasts as a stream, for windows of any length. */
  streamForecastArchive: (
    query?: ArchiveQuery,
    call?: CallOptions,
  ) => AsyncGenerator<ArchivedForecastPoint, void, undefined>
  /** Tariff colour outlooks as they were issued, with the published colours, all at once. */
  colorArchive: (query?: ColorArchiveQuery, call?: CallOptions) => Promise<Answer<ColorArchive>>
  /** Tariff colour outlooks as a stream, for windows of any length. */
  streamColorArchive: (
    query?: ColorArchiveQuery,
    call?: CallOptions,
  ) => AsyncGenerator<ArchivedColorPoint, void, undefined>
  /** Carbon intensity, price, score, grid signal and tariff colour of the next 1 to 72 hours, with uncertainty bands. */
  outlook: (query?: OutlookQuery, call?: CallOptions) => Promise<Answer<Outlook>>
  /** Best time to run a load (lowest cost, lowest emissions or best score), and the saving. */
  schedule: (query: ScheduleQuery, call?: CallOptions) => Promise<Answer<Schedule>>
  /** Grid-tension signal of today and the next three days. */
  gridStatus: (call?: CallOptions) => Promise<Answer<GridStatus>>
  /** Colour of the three-colour tariff (Tempo) today and now. */
  tariffToday: (call?: CallOptions) => Promise<Answer<TariffToday>>
  /** Colours of the three-colour tariff (Tempo) for today and up to nine days ahead, with probabilities. */
  tariffOutlook: (call?: CallOptions) => Promise<Answer<TariffOutlook>>
  /** Changes of score, carbon intensity, outlook, grid signal and tariff colour, until the loop is left. */
  events: (query?: EventsQuery, call?: CallOptions) => AsyncGenerator<LiveEvent, void, undefined>
  /** Extent and completeness of the history. No key. */
  coverage: (call?: CallOptions) => Promise<Answer<Coverage>>
  /** Accuracy of past forecasts, compared with two naive forecasts. No key. */
  accuracy: (call?: CallOptions) => Promise<Answer<Accuracy>>
  /** Carbon intensities, price and Tempo colour of each hour of a month. No key. */
  hours: (query?: HoursQuery, call?: CallOptions) => Promise<Answer<Hours>>
  /** Dated table of regulated prices with their source and certainty. No key. */
  tariffs: (call?: CallOptions) => Promise<Answer<Tariffs>>
  /** Every plan with its price, limits and features. No key. */
  plans: (call?: CallOptions) => Promise<Answer<Plans>>
  /** Weighting presets, and the rule for custom weights. No key. */
  profiles: (call?: CallOptions) => Promise<Answer<Profiles>>
  /** Freshness of every source. No key. */
  status: (call?: CallOptions) => Promise<Answer<ServiceStatus>>
  /** Data of the dashboard page, with the national weighting. No key. */
  dashboard: (call?: CallOptions) => Promise<Answer<Dashboard>>
}

const historyPath = '/v1/score/history'
const seriesPath = '/v1/carbon/series'
const archivePath = '/v1/forecast/archive'

/**
 * Makes a client. The key is not a property of any object, so printing the client does not reveal it.
 *
 * @throws RangeError or TypeError for an invalid option
 */
export function createHexawatt(options: HexawattOptions): Hexawatt {
  const settings = readSettings(options)
  const send = createSend(settings)
  const ask = createAsk(send, createKeptAnswers(settings.maxKeptAnswers))
  const withKey = <Body>(address: string, call: CallOptions = {}) => ask<Body>({ address, needsKey: true, call })
  const withoutKey = <Body>(address: string, call: CallOptions = {}) => ask<Body>({ address, needsKey: false, call })
  return {
    carbonIntensity: (call) => withKey('/v1/carbon/intensity', call),
    carbonConsumption: async (query = {}, call) =>
      withKey(makeAddress('/v1/carbon/consumption', makeConsumptionParameters(query)), call),
    carbonRegions: (call) => withKey('/v1/carbon/regions', call),
    carbonRegionsDay: async (query = {}, call) =>
      withKey(makeAddress('/v1/carbon/regions/day', makeRegionalDayParameters(query)), call),
    carbonExplain: async (query = {}, call) =>
      withKey(makeAddress('/v1/carbon/explain', makeExplainParameters(query)), call),
    carbonSeries: async (query = {}, call) => withKey(makeAddress(seriesPath, makeSeriesParameters(query)), call),
    streamCarbonSeries: createStreamPoints<SeriesQuery, CarbonSeriesPoint>(send, seriesPath, makeSeriesParameters),
    score: async (query = {}, call) => withKey(makeAddress('/v1/score', makeScoreParameters(query)), call),
    scoreForecast: async (query = {}, call) =>
      withKey(makeAddress('/v1/score/forecast', makeForecastParameters(query)), call),
    scoreHistory: async (query = {}, call) => withKey(makeAddress(historyPath, makeHistoryParameters(query)), call),
    streamHistory: createStreamPoints<HistoryQuery, StreamedHistoryPoint>(send, historyPath, makeHistoryParameters),
    scoreAnalytics: async (query = {}, call) =>
      withKey(makeAddress('/v1/score/analytics', makeAnalyticsParameters(query)), call),
    forecastArchive: async (query = {}, call) => withKey(makeAddress(archivePath, makeArchiveParameters(query)), call),
    streamForecastArchive: createStreamPoints<ArchiveQuery, ArchivedForecastPoint>(
      send,
      archivePath,
      makeArchiveParameters,
    ),
    colorArchive: async (query = {}, call) =>
      withKey(makeAddress(archivePath, makeColorArchiveParameters(query)), call),
    streamColorArchive: createStreamPoints<ColorArchiveQuery, ArchivedColorPoint>(
      send,
      archivePath,
      makeColorArchiveParameters,
    ),
    outlook: async (query = {}, call) => withKey(makeAddress('/v1/outlook', makeOutlookParameters(query)), call),
    schedule: async (query, call) => withKey(makeAddress('/v1/schedule', makeScheduleParameters(query)), call),
    gridStatus: (call) => withKey('/v1/grid/status', call),
    tariffToday: (call) => withKey('/v1/tariff/today', call),
    tariffOutlook: (call) => withKey('/v1/tariff/outlook', call),
    events: createEvents(send, settings),
    coverage: (call) => withoutKey('/api/coverage', call),
    accuracy: (call) => withoutKey('/api/accuracy', call),
    hours: async (query = {}, call) => withoutKey(makeAddress('/api/hours', makeHoursParameters(query)), call),
    tariffs: (call) => withoutKey('/api/tariffs', call),
    plans: (call) => withoutKey('/api/plans', call),
    profiles: (call) => withoutKey('/api/profiles', call),
    status: (call) => withoutKey('/api/status', call),
    dashboard: (call) => withoutKey('/api/dashboard', call),
  }
}
