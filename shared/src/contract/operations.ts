import { CarbonIntensityResponse } from './carbon-intensity.ts'
import { electricityMapsOperations } from './compat/electricity-maps-operations.ts'
import { DashboardResponse } from './dashboard.ts'
import type { eventStreamType } from './events/events-operation.ts'
import { exportOperations } from './exports/export-operations.ts'
import { accuracyOperation } from './forecast/accuracy.ts'
import { archiveOperation } from './forecast/forecast-archive.ts'
import { GridStatusResponse, TariffOutlookResponse, TariffTodayResponse } from './grid-and-tariff.ts'
import { planningOperations } from './planning/planning-operations.ts'
import { TariffsResponse } from './planning/tariffs.ts'
import { PlansResponse, ProfilesResponse } from './plans.ts'
import { regionOperations } from './regions/carbon-regions.ts'
import { EnergyScore, ScoreForecast } from './score.ts'
import { CoverageResponse, ScoreAnalyticsResponse, ScoreHistoryResponse } from './score-history.ts'
import { StatusResponse } from './status.ts'
import { weightingParameters } from './values/score-weights.ts'

/**
 * Every public operation that is read by GET (beside it: `mcp/` and `events/`): what the gateway routes, services validate, the documentation lists.
 * `owner` = the program that answers; `queryParameters` = the only names accepted in the query; `isLive` = the body is the same for
 * every caller with the same rights until the data change; `isClosedToDemo` = the public demo key may not ask for it; `exportedAs` = the one
 * content type of an export; `isTranslated` = its sentences are written in the language that Accept-Language asks for.
 */
export const operations = [
  {
    id: 'getCarbonIntensity',
    method: 'GET',
    path: '/v1/carbon/intensity',
    owner: 'svc-carbon',
    needsKey: true,
    queryParameters: [],
    isLive: true,
    response: CarbonIntensityResponse,
    summary: 'Carbon intensity of the French grid, both boundaries, with the generation mix',
  },
  ...regionOperations,
  {
    id: 'getScore',
    method: 'GET',
    path: '/v1/score',
    owner: 'svc-score',
    needsKey: true,
    queryParameters: weightingParameters,
    isLive: true,
    response: EnergyScore,
    summary: 'Score 0–100 of this hour on price, carbon, grid and adequacy',
  },
  {
    id: 'getScoreForecast',
    method: 'GET',
    path: '/v1/score/forecast',
    owner: 'svc-score',
    needsKey: true,
    queryParameters: ['hours', ...weightingParameters],
    isLive: true,
    response: ScoreForecast,
    summary: 'The score of the next 1 to 48 hours',
  },
  {
    id: 'getScoreHistory',
    method: 'GET',
    path: '/v1/score/history',
    owner: 'svc-history',
    needsKey: true,
    isClosedToDemo: true,
    queryParameters: ['from', 'to', 'granularity', ...weightingParameters],
    /** Answered as a stream, and under these types beside the usual ones (decisions §5). */
    streamedAs: ['text/csv', 'application/x-ndjson'],
    response: ScoreHistoryResponse,
    summary: 'Past points of the score, every 10 minutes or hourly',
  },
  {
    id: 'getScoreAnalytics',
    method: 'GET',
    path: '/v1/score/analytics',
    owner: 'svc-history',
    needsKey: true,
    isClosedToDemo: true,
    queryParameters: ['from', 'to', 'granularity', 'timezone', ...weightingParameters],
    response: ScoreAnalyticsResponse,
    summary: 'Aggregates of the score and the carbon intensity over a period',
  },
  archiveOperation,
  ...planningOperations,
  {
    id: 'getGridStatus',
    method: 'GET',
    path: '/v1/grid/status',
    owner: 'svc-score',
    needsKey: true,
    queryParameters: [],
    isLive: true,
    response: GridStatusResponse,
    summary: 'Grid-tension signal of today and the three days after it',
  },
  {
    id: 'getTariffToday',
    method: 'GET',
    path: '/v1/tariff/today',
    owner: 'svc-score',
    needsKey: true,
    queryParameters: [],
    isLive: true,
    response: TariffTodayResponse,
    summary: 'Colour of the three-colour tariff, of today and in force now',
  },
  {
    id: 'getTariffOutlook',
    method: 'GET',
    path: '/v1/tariff/outlook',
    owner: 'svc-score',
    needsKey: true,
    queryParameters: [],
    isLive: true,
    response: TariffOutlookResponse,
    summary: 'Colours of the three-colour tariff: probabilities of today and six days ahead',
  },
  {
    id: 'getCoverage',
    method: 'GET',
    path: '/api/coverage',
    owner: 'svc-history',
    needsKey: false,
    queryParameters: [],
    isLive: true,
    response: CoverageResponse,
    summary: 'How far back the history reaches, and how complete it is',
  },
  accuracyOperation,
  {
    id: 'getTariffs',
    method: 'GET',
    path: '/api/tariffs',
    owner: 'svc-score',
    needsKey: false,
    queryParameters: [],
    isLive: true,
    response: TariffsResponse,
    summary: 'Dated table of the regulated prices, each with its source and certainty',
  },
  {
    id: 'getPlans',
    method: 'GET',
    path: '/api/plans',
    owner: 'gateway',
    needsKey: false,
    queryParameters: [],
    response: PlansResponse,
    summary: 'Every plan with its price, limits and rights',
  },
  {
    id: 'getProfiles',
    method: 'GET',
    path: '/api/profiles',
    owner: 'gateway',
    needsKey: false,
    queryParameters: [],
    response: ProfilesResponse,
    summary: 'The weighting presets, and what own weights must hold to',
  },
  {
    id: 'getStatus',
    method: 'GET',
    path: '/api/status',
    owner: 'gateway',
    needsKey: false,
    queryParameters: [],
    response: StatusResponse,
    summary: 'Freshness of every source',
  },
  {
    id: 'getDashboard',
    method: 'GET',
    path: '/api/dashboard',
    owner: 'gateway',
    needsKey: false,
    queryParameters: [],
    response: DashboardResponse,
    summary: 'Everything that the page at / shows: now, the next 48 hours, the last 24 hours and six weeks',
  },
  ...exportOperations,
  ...electricityMapsOperations,
] as const

export type Operation = (typeof operations)[number]
export type OperationId = Operation['id']

/** Whether the body is the same for every caller with the same rights until the data change. */
export function isLive(operation: Operation): boolean {
  return 'isLive' in operation
}

/** Whether it is made for another program: it has one content type of its own, and takes the key as HTTP Basic too (decisions §8). */
export function isExport(operation: { readonly id: string }): operation is ExportOperation {
  return 'exportedAs' in operation
}
type ExportOperation = Extract<Operation, { exportedAs: string }>

/** Whether the sentences of an operation follow Accept-Language; `recommendation` and the detail of sub-scores are always French. */
export function isTranslated(operation: { readonly id: string }): boolean {
  return 'isTranslated' in operation
}

/** Whether the public demo key may not ask for it. */
export function isClosedToDemo(operation: { readonly id: string }): boolean {
  return 'isClosedToDemo' in operation
}

/** Content types in which every success body is offered, the default first; they hold the same text (decisions §5). */
export const usualTypes = ['application/json', 'text/json', 'text/plain'] as const

/** Further types of a streamed operation; null for an operation that is not streamed. */
export function streamedTypes(operation: Operation) {
  return 'streamedAs' in operation ? operation.streamedAs : null
}
export type StreamedType = NonNullable<ReturnType<typeof streamedTypes>>[number]

/** Every content type of an operation's success bodies, the default first. */
export function offeredTypes(operation: Operation): readonly OfferedType[] {
  if (isExport(operation)) return [operation.exportedAs]
  const streamed = streamedTypes(operation)
  return streamed === null ? usualTypes : [...usualTypes, ...streamed]
}
export type OfferedType =
  | (typeof usualTypes)[number]
  | StreamedType
  | ExportOperation['exportedAs']
  | typeof eventStreamType

/** Name of a query parameter of any operation. */
export type QueryParameterName = Operation['queryParameters'][number]

/** Whether a parameter is the start of a window of the past. */
export function isWindowStart(name: QueryParameterName): boolean {
  return name === 'from' || name === 'issuedFrom'
}

/** Whether a parameter chooses a weighting. */
export function isWeightingParameter(name: QueryParameterName): boolean {
  return weightingParameters.some((weighting) => weighting === name)
}
