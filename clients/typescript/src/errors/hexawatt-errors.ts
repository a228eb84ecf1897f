import type { ProblemCode } from '../bodies/service.ts'

/** The API's problem for a refused request. */
export type ProblemFacts = {
  /** One of {@link ProblemCode}, or a code that is newer than this client. */
  code: ProblemCode | (string & {})
  status: number
  title: string
  detail: string
  traceId: string | null
  requestId: string | null
  /** Seconds to wait before a retry, from `Retry-After`; null without one. */
  retryAfterSeconds: number | null
  /** Further members of the problem, such as `upgradeUrl` or `responseFields`. */
  extras: Readonly<Record<string, unknown>>
}

/** The API refused the request. */
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

/** `network`: no complete response. `timeout`: not in time. `unexpected_answer`: the response is not the API's. */
export type ConnectionFailure = 'network' | 'timeout' | 'unexpected_answer'

export type ConnectionErrorOptions = {
  /** Status of an unexpected response. */
  status?: number
  requestId?: string | null
  retryAfterSeconds?: number | null
  cause?: unknown
}

/** No response of the API arrived: a network error, a proxy or a time-out. */
export class HexawattConnectionError extends Error {
  override readonly name = 'HexawattConnectionError'
  readonly kind: ConnectionFailure
  /** Status of an unexpected response; null without one. */
  readonly status: number | null
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null

  constructor(kind: ConnectionFailure, message: string, options: ConnectionErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.kind = kind
    this.status = options.status ?? null
    this.requestId = options.requestId ?? null
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
  }
}

/** Wraps the error of a failed `fetch` or read; `cause` is the platform's error. */
export function makeNetworkError(cause: unknown): HexawattConnectionError {
  const reason = cause instanceof Error ? cause.message : 'no reason given'
  return new HexawattConnectionError('network', `No complete answer was received: ${reason}`, { cause })
}
