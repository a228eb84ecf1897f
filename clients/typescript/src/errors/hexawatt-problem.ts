/** Every code of the API. `/problems/<code>` of the API says what each means and what to do. */
export type ProblemCode =
  | 'missing_api_key'
  | 'invalid_api_key'
  | 'revoked_api_key'
  | 'expired_api_key'
  | 'unknown_parameter'
  | 'invalid_parameter'
  | 'unknown_profile'
  | 'profile_and_weights_exclusive'
  | 'weights_incomplete'
  | 'weights_sum_invalid'
  | 'invalid_range'
  | 'window_too_large'
  | 'history_depth_exceeded'
  | 'plan_capability_required'
  | 'rate_limited'
  | 'upgrade_required'
  | 'demo_limit_exceeded'
  | 'overage_cap_exceeded'
  | 'too_many_streams'
  | 'insufficient_data'
  | 'service_unavailable'
  | 'not_found'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'uri_too_long'
  | 'header_too_large'
  | 'internal_error'

/** What the API says about a request that it refused. */
export type ProblemFacts = {
  /** One of {@link ProblemCode}, or a code that is younger than this client. */
  code: ProblemCode | (string & {})
  status: number
  title: string
  detail: string
  traceId: string | null
  requestId: string | null
  /** Seconds after which the API wants to be asked again; null when it does not say. */
  retryAfterSeconds: number | null
  /** What the problem says beyond the usual members, such as `upgradeUrl` or `responseFields`. */
  extras: Readonly<Record<string, unknown>>
}

/** The API refused the request, and said why. */
export class HexawattProblem extends Error implements ProblemFacts {
  override readonly name = 'HexawattProblem'
  readonly code: ProblemFacts['code']
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly traceId: string | null
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null
  readonly extras: Readonly<Record<string, unknown>>

  constructor(facts: ProblemFacts) {
    super(`${facts.status} ${facts.code}: ${facts.detail}`)
    this.code = facts.code
    this.status = facts.status
    this.title = facts.title
    this.detail = facts.detail
    this.traceId = facts.traceId
    this.requestId = facts.requestId
    this.retryAfterSeconds = facts.retryAfterSeconds
    this.extras = facts.extras
  }
}

/** Whether an error is a problem of the API, of a certain code when one is given. */
export function isProblem<Code extends ProblemCode = ProblemCode>(
  error: unknown,
  code?: Code,
): error is HexawattProblem & { code: Code } {
  return error instanceof HexawattProblem && (code === undefined || error.code === code)
}
