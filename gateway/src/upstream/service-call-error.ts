import { LateError } from '@hexawatt/shared/time/within-time'

/** Why a service gave nothing to pass on: for logs, metrics and the decision to ask again, never for customers. */
export type ServiceCallReason =
  | 'refused'
  | 'unreachable'
  | 'late'
  /** The connection was closed before the first byte of the answer. */
  | 'closed_unanswered'
  | 'broken_off'
  | 'malformed'
  /** A valid answer whose length is not declared; only the HTTP client of the platform reads those. */
  | 'other_framing'
  | 'too_large'
  | 'client_gone'

/** A call to a service that gave no whole answer. */
export class ServiceCallError extends Error {
  override readonly name = 'ServiceCallError'
  readonly reason: ServiceCallReason

  constructor(reason: ServiceCallReason, cause?: unknown) {
    super(`call to a service: ${reason}`, { cause })
    this.reason = reason
  }
}

/** The error of a connection or of `fetch` in these words. */
export function asServiceCallError(error: unknown): ServiceCallError {
  if (error instanceof ServiceCallError) return error
  if (error instanceof LateError) return new ServiceCallError('late', error)
  const code = error instanceof Error && 'code' in error ? error.code : null
  return new ServiceCallError(code === 'ECONNREFUSED' ? 'refused' : 'unreachable', error)
}
