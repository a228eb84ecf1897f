import type { OperationEntry } from './entry/operation.ts'
import type { eventStreamType } from './formats/live-events.ts'
import { callMcp } from './operations/call-mcp.ts'
import { getAccuracy } from './operations/get-accuracy.ts'
import { getCalendarExport } from './operations/get-calendar-export.ts'
import { getCarbonAwareSdkExport } from './operations/get-carbon-aware-sdk-export.ts'
import { getCarbonConsumption } from './operations/get-carbon-consumption.ts'
import { getCarbonExplain } from './operations/get-carbon-explain.ts'
import { getCarbonIntensity } from './operations/get-carbon-intensity.ts'
import { getCarbonRegions } from './operations/get-carbon-regions.ts'
import { getCarbonRegionsDay } from './operations/get-carbon-regions-day.ts'
import { getCarbonSeries } from './operations/get-carbon-series.ts'
import { getCoverage } from './operations/get-coverage.ts'
import { getDashboard } from './operations/get-dashboard.ts'
import { getElectricityMapsForecast } from './operations/get-electricity-maps-forecast.ts'
import { getElectricityMapsHistory } from './operations/get-electricity-maps-history.ts'
import { getElectricityMapsHomeAssistant } from './operations/get-electricity-maps-home-assistant.ts'
import { getElectricityMapsLatest } from './operations/get-electricity-maps-latest.ts'
import { getElectricityMapsLevel } from './operations/get-electricity-maps-level.ts'
import { getElectricityMapsPast } from './operations/get-electricity-maps-past.ts'
import { getElectricityMapsPastRange } from './operations/get-electricity-maps-past-range.ts'
import { getElectricityMapsPowerBreakdown } from './operations/get-electricity-maps-power-breakdown.ts'
import { getElectricityMapsV4Forecast } from './operations/get-electricity-maps-v4-forecast.ts'
import { getElectricityMapsV4History } from './operations/get-electricity-maps-v4-history.ts'
import { getElectricityMapsV4Latest } from './operations/get-electricity-maps-v4-latest.ts'
import { getElectricityMapsV4Level } from './operations/get-electricity-maps-v4-level.ts'
import { getElectricityMapsV4Mix } from './operations/get-electricity-maps-v4-mix.ts'
import { getElectricityMapsV4Past } from './operations/get-electricity-maps-v4-past.ts'
import { getElectricityMapsV4PastRange } from './operations/get-electricity-maps-v4-past-range.ts'
import { getElectricityMapsV4Zones } from './operations/get-electricity-maps-v4-zones.ts'
import { getElectricityMapsZones } from './operations/get-electricity-maps-zones.ts'
import { getEmhassExport } from './operations/get-emhass-export.ts'
import { getEvccExport } from './operations/get-evcc-export.ts'
import { getEvents } from './operations/get-events.ts'
import { getForecastArchive } from './operations/get-forecast-archive.ts'
import { getGridStatus } from './operations/get-grid-status.ts'
import { getHours } from './operations/get-hours.ts'
import { getOutlook } from './operations/get-outlook.ts'
import { getPlans } from './operations/get-plans.ts'
import { getProfiles } from './operations/get-profiles.ts'
import { getPrometheusExport } from './operations/get-prometheus-export.ts'
import { getSchedule } from './operations/get-schedule.ts'
import { getScore } from './operations/get-score.ts'
import { getScoreAnalytics } from './operations/get-score-analytics.ts'
import { getScoreForecast } from './operations/get-score-forecast.ts'
import { getScoreHistory } from './operations/get-score-history.ts'
import { getStatus } from './operations/get-status.ts'
import { getTariffOutlook } from './operations/get-tariff-outlook.ts'
import { getTariffToday } from './operations/get-tariff-today.ts'
import { getTariffs } from './operations/get-tariffs.ts'
import { weightingParameters } from './query/weighting-parameters.ts'

/** Every GET operation with a single body, in the order of the documentation. Routes, validation, documents and client types are generated from this list. */
export const operations = [
  getCarbonIntensity,
  getCarbonConsumption,
  getCarbonRegions,
  getCarbonRegionsDay,
  getCarbonExplain,
  getCarbonSeries,
  getScore,
  getScoreForecast,
  getScoreHistory,
  getScoreAnalytics,
  getForecastArchive,
  getOutlook,
  getSchedule,
  getGridStatus,
  getTariffToday,
  getTariffOutlook,
  getCoverage,
  getAccuracy,
  getHours,
  getTariffs,
  getPlans,
  getProfiles,
  getStatus,
  getDashboard,
  getEvccExport,
  getEmhassExport,
  getCarbonAwareSdkExport,
  getPrometheusExport,
  getCalendarExport,
  getElectricityMapsLatest,
  getElectricityMapsForecast,
  getElectricityMapsHistory,
  getElectricityMapsPast,
  getElectricityMapsPastRange,
  getElectricityMapsLevel,
  getElectricityMapsPowerBreakdown,
  getElectricityMapsHomeAssistant,
  getElectricityMapsZones,
  getElectricityMapsV4Latest,
  getElectricityMapsV4Forecast,
  getElectricityMapsV4History,
  getElectricityMapsV4Past,
  getElectricityMapsV4PastRange,
  getElectricityMapsV4Level,
  getElectricityMapsV4Mix,
  getElectricityMapsV4Zones,
] as const

/** Every operation: the list above, the event stream and the MCP endpoint. */
export const allOperations = [...operations, getEvents, callMcp] as const

export type Operation = (typeof operations)[number]
export type OperationId = Operation['id']
/** Any operation, for code that only concerns keys, limits and queries. */
export type AnyOperation = (typeof allOperations)[number]

/** Content types of every success body, the default first; the text is the same in all of them (docs/develop/decisions.md#content-types). */
export const usualTypes = ['application/json', 'text/json', 'text/plain'] as const

type KeysOf<Map> = Map extends object ? keyof Map : never
/** Additional content type of an operation, streamed or whole. */
export type FurtherType = KeysOf<Operation['streamedAs']> | KeysOf<Operation['writtenAs']>
export type OfferedType =
  | (typeof usualTypes)[number]
  | FurtherType
  | NonNullable<Operation['exportedAs']>
  | typeof eventStreamType

/** Content types in which the text differs from that of the usual types; empty for most operations. */
export function listFurtherTypes({
  streamedAs,
  writtenAs,
}: Pick<OperationEntry, 'streamedAs' | 'writtenAs'>): readonly FurtherType[] {
  return Object.keys({ ...streamedAs, ...writtenAs }) as FurtherType[]
}

/** Every content type of an operation's success bodies, the default first. */
export function listOfferedTypes(operation: Operation): readonly OfferedType[] {
  if (operation.exportedAs !== null) return [operation.exportedAs]
  return [...usualTypes, ...listFurtherTypes(operation)]
}

/** Name of a query parameter of any operation. */
export type QueryParameterName = KeysOf<Operation['query']['entries']>

/** Whether a parameter is the start of a past window. */
export function isWindowStart(name: string): boolean {
  return name === 'from' || name === 'issuedFrom'
}

/** Whether a parameter chooses a weighting. */
export function isWeightingParameter(name: string): boolean {
  return Object.hasOwn(weightingParameters, name)
}
