import { type ProblemCode, problemTable } from '../contract/problem.ts'

export type AppErrorOptions = {
  /** What the caller may read. Never a secret, a stack or SQL. */
  detail: string
  retryAfterSeconds?: number
  /** Extra response headers, such as `Allow`. */
  headers?: Record<string, string>
  /** Extra members of the problem body. */
  extras?: Record<string, unknown>
  /** For the log only. */
  cause?: unknown
}

/** An error with a public code: the one way a request is refused. */
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

/** Turns whatever was thrown into an AppError; the unknown becomes a fixed 500 that tells nothing. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  return new AppError('internal_error', { detail: 'An unexpected error occurred.', cause: error })
}
