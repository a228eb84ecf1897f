import type { ProblemCode } from '@hexawatt/shared/contract/problem'

const window = 'from=2026-02-03T17:00:00Z&to=2026-02-03T18:00:00Z'

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

/** A request that brings about each code, in the system that the examples are asked of. */
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
