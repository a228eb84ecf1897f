import { type ProblemDetails, problemTable } from '../contract/problem.ts'
import type { AppError } from './app-error.ts'

export type ProblemContext = {
  /** Public URL of the API: problem types are pages below it. */
  publicBaseUrl: string
  /** Path of the request, without its query (which could hold anything). */
  instance: string
  traceId: string
}

/** RFC 9457 body of an error. */
export function createProblemDetails(error: AppError, context: ProblemContext): ProblemDetails {
  return {
    type: `${context.publicBaseUrl}/problems/${error.code}`,
    title: problemTable[error.code].title,
    status: error.status,
    detail: error.options.detail,
    instance: context.instance,
    code: error.code,
    error: error.code,
    traceId: context.traceId,
    ...error.options.extras,
  }
}

export function createProblemHeaders(error: AppError): Record<string, string> {
  const { retryAfterSeconds, headers } = error.options
  return {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    ...headers,
  }
}
