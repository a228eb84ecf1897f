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

/** What connections and `fetch` say when no connection came about. */
const unconnectedCodes: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'])

/** A call to a service that gave no whole answer. */
export class ServiceCallError extends Error {
  override readonly name = 'ServiceCallError'
  readonly reason: ServiceCallReason
  /** Whether something of the request may have reached the service. If not, the failure cannot be the caller's doing. */
  readonly wasSent: boolean

  constructor(reason: ServiceCallReason, cause?: unknown, wasSent = true) {
    super(`call to a service: ${reason}`, { cause })
    this.reason = reason
    this.wasSent = wasSent
  }
}

/** The error of a connection or of `fetch` in these words. Only for what they have thrown: an error of our own is no failure of a service. */
export function asServiceCallError(error: unknown): ServiceCallError {
  if (error instanceof ServiceCallError) return error
  if (error instanceof LateError) return new ServiceCallError('late', error)
  const code = error instanceof Error && 'code' in error ? error.code : null
  return new ServiceCallError(code === 'ECONNREFUSED' ? 'refused' : 'unreachable', error, !unconnectedCodes.has(code))
}
