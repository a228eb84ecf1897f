import type { OperationId } from '@hexawatt/shared/contract/operations'
import type { ProblemCode } from '@hexawatt/shared/contract/problem'

const window = 'from=2026-02-03T17:00:00Z&to=2026-02-03T18:00:00Z'

/** The call of each operation that the documentation shows. */
export const exampleRequests: Readonly<Record<OperationId, string>> = {
  getCarbonIntensity: '/v1/carbon/intensity',
  getCarbonRegions: '/v1/carbon/regions',
  getScore: '/v1/score',
  getScoreForecast: '/v1/score/forecast?hours=2&profile=carbon',
  getScoreHistory: `/v1/score/history?${window}`,
  getScoreAnalytics: `/v1/score/analytics?${window}&timezone=Europe/Paris`,
  getForecastArchive: '/v1/forecast/archive?targetFrom=2026-02-03T16:00:00Z&targetTo=2026-02-03T17:00:00Z',
  getOutlook: '/v1/outlook?hours=2&resolution=15m',
  getSchedule:
    '/v1/schedule?energyKWh=30&powerKW=7.4&latest=2026-02-04T06:00:00Z&maxSegments=4&objective=cost&adderEurPerKwh=0.09&vatPercent=20',
  getGridStatus: '/v1/grid/status',
  getTariffToday: '/v1/tariff/today',
  getTariffOutlook: '/v1/tariff/outlook',
  getCoverage: '/api/coverage',
  getAccuracy: '/api/accuracy',
  getTariffs: '/api/tariffs',
  getPlans: '/api/plans',
  getProfiles: '/api/profiles',
  getStatus: '/api/status',
  getDashboard: '/api/dashboard',
  getEvccExport: '/v1/export/evcc?quantity=carbon',
  getEmhassExport: '/v1/export/emhass',
  getCarbonAwareSdkExport: '/v1/export/carbon-aware-sdk',
  getPrometheusExport: '/v1/export/prometheus',
  getCalendarExport: '/v1/export/calendar.ics',
  getElectricityMapsLatest: '/compat/electricitymaps/v3/carbon-intensity/latest?zone=FR',
  getElectricityMapsForecast: '/compat/electricitymaps/v3/carbon-intensity/forecast?zone=FR',
  getElectricityMapsHistory: '/compat/electricitymaps/v3/carbon-intensity/history?zone=FR',
  getElectricityMapsPastRange:
    '/compat/electricitymaps/v3/carbon-intensity/past-range?zone=FR&start=2026-02-03T12:00:00Z&end=2026-02-03T18:00:00Z',
  getElectricityMapsZones: '/compat/electricitymaps/v3/zones',
}

/** A request that is refused. */
export type RefusedRequest = {
  path: string
  method?: string
  accept?: string
  /** Other headers, and a body. */
  headers?: Readonly<Record<string, string>>
  body?: string
  /** Asked nine days after the last reading of the sources. */
  isLate?: boolean
  /** Asked of a system that has read nothing yet. */
  isEmpty?: boolean
  /** Whose key is sent; without it one of the largest plan. */
  key?: 'none' | 'unknown' | 'revoked' | 'expired' | 'decouverte'
}

const json = { 'content-type': 'application/json' }

/** A request that brings about each code, in the system that {@link exampleRequests} are asked of. */
export const refusedRequests: Readonly<Partial<Record<ProblemCode, RefusedRequest>>> = {
  missing_api_key: { path: '/v1/score', key: 'none' },
  invalid_api_key: { path: '/v1/score', key: 'unknown' },
  revoked_api_key: { path: '/v1/score', key: 'revoked' },
  expired_api_key: { path: '/v1/score', key: 'expired' },
  unknown_parameter: { path: '/v1/score/forecast?hour=12' },
  invalid_parameter: { path: '/v1/score/forecast?hours=49' },
  unknown_profile: { path: '/v1/score?profile=green' },
  profile_and_weights_exclusive: { path: '/v1/score?profile=carbon&wPrice=1' },
  weights_incomplete: { path: '/v1/score?wPrice=0.5&wCarbon=0.5' },
  weights_sum_invalid: { path: '/v1/score?wPrice=0.5&wCarbon=0.5&wGrid=0.5&wAdequacy=0.5' },
  invalid_range: { path: '/v1/score/history?from=2026-02-03T18:00:00Z&to=2026-02-03T17:00:00Z' },
  window_too_large: { path: '/v1/score/analytics?from=2025-01-01T00:00:00Z&to=2026-02-01T00:00:00Z' },
  infeasible_schedule: { path: '/v1/schedule?durationMinutes=600&latest=2026-02-04T00:00:00Z' },
  plan_capability_required: { path: '/v1/score?profile=carbon', key: 'decouverte' },
  history_depth_exceeded: { path: `/v1/score/history?${window}`, key: 'decouverte', isLate: true },
  /** With parameters that no other test asks for: the gateway keeps answers for a second. */
  insufficient_data: { path: '/v1/score?profile=national', isLate: true },
  service_unavailable: { path: '/api/status', key: 'none', isEmpty: true },
  not_found: { path: '/v1/scores' },
  method_not_allowed: { path: '/v1/score', method: 'POST' },
  not_acceptable: { path: '/v1/score', accept: 'application/xml' },
  uri_too_long: { path: `/v1/score?profile=${'x'.repeat(8_192)}` },
  invalid_body: { path: '/mcp', method: 'POST', headers: json, body: '[]' },
  origin_not_allowed: { path: '/mcp', method: 'POST', headers: { ...json, origin: 'null' }, body: '{}' },
  unsupported_media_type: { path: '/mcp', method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' },
  header_too_large: { path: '/v1/score', accept: 'x'.repeat(2_049) },
}
