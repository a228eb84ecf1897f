import * as v from 'valibot'
import { type ProblemCode, problemTable } from '../contract/problem.ts'
import { hideApiKeys } from '../telemetry/hide-api-keys.ts'

export type AppErrorOptions = {
  /** Public text. Never a secret, a stack or SQL. */
  detail: string
  retryAfterSeconds?: number
  /** Extra response headers, such as `Allow`. */
  headers?: Record<string, string>
  /** Extra members of the problem body. */
  extras?: Record<string, unknown>
  /** For the log only. */
  cause?: unknown
}

/** An error with a public code. Every refusal of a request is an AppError. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ProblemCode
  readonly status: number
  readonly options: AppErrorOptions

  constructor(code: ProblemCode, options: AppErrorOptions) {
    super(options.detail, { cause: options.cause })
    this.code = code
    this.status = problemTable[code].status
    this.options = options
  }
}

/** Turns any thrown value into an AppError; an unknown error becomes a 500 with a fixed text. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  return new AppError('internal_error', { detail: 'An unexpected error occurred.', cause: error })
}

/** `Retry-After` of a value that is not available, seconds. */
const dataRetrySeconds = 300

/** Why a value is refused: its confidence (0–100), and which sources are available. */
export type SourceHealth = { confidence: number; sourceAvailability: Record<string, boolean> }

/** Error for a value that would not be reliable. */
export function createInsufficientDataError(detail: string, health: SourceHealth): AppError {
  const { confidence, sourceAvailability } = health
  return new AppError('insufficient_data', {
    detail,
    retryAfterSeconds: dataRetrySeconds,
    extras: { confidence, sourceAvailability },
  })
}

/** `Retry-After` of a store that does not answer, seconds. */
const storeRetrySeconds = 5

/** Error for an endpoint whose stores do not answer: Postgres, or Postgres and Redis. */
export function createStoreUnavailableError(reading: 'The store' | 'The stores', cause: unknown): AppError {
  const verb = reading === 'The store' ? 'does' : 'do'
  return new AppError('service_unavailable', {
    detail: `${reading} behind this endpoint ${verb} not answer.`,
    retryAfterSeconds: storeRetrySeconds,
    cause,
  })
}

/** Maximum length of quoted user input in an error, characters. */
const maxQuotedLength = 64

/** Quotes user input for an error text: shortened, with API keys blanked. */
export function quoteInput(text: string): string {
  const safe = hideApiKeys(text)
  return JSON.stringify(safe.length > maxQuotedLength ? `${safe.slice(0, maxQuotedLength)}…` : safe)
}

/**
 * Formats validation issues: "path: message" for each, only the message when it concerns the whole value.
 *
 * @param maxShown maximum number of listed issues
 */
export function formatIssues(issues: readonly v.BaseIssue<unknown>[], maxShown: number): string {
  return issues
    .slice(0, maxShown)
    .map((issue) => {
      const at = v.getDotPath(issue)
      return at === null ? issue.message : `${at}: ${issue.message}`
    })
    .join('; ')
}
