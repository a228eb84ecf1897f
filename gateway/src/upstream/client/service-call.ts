import { confidenceHeader, dataModeHeader } from '@hexawatt/shared/contract/principal'
import { effectiveFromHeader, truncatedHeader } from '@hexawatt/shared/contract/score-history'
import { LateError } from '@hexawatt/shared/time/within-time'

/** A GET to a service. */
export type ServiceCall = {
  /** Path and query. */
  target: string
  headers: Readonly<Record<string, string>>
  /** Aborted when the client leaves; null = several may wait for the answer. */
  signal: AbortSignal | null
}

/** An answer that was read to its end. */
export type WholeAnswer = { status: number; headers: Record<string, string>; body: Uint8Array<ArrayBuffer> }

/** An answer whose body is passed on while it is read. */
export type StreamedAnswer = Omit<WholeAnswer, 'body'> & { body: ReadableStream<Uint8Array<ArrayBuffer>> }

/**
 * The one interface of the two clients, `fetch-client` and `http1/`: makes a call and reads the whole answer.
 *
 * @throws ServiceCallError; TypeError when the call cannot be written as a request
 */
export type AskWhole = (call: ServiceCall) => Promise<WholeAnswer>

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

/** What of a service's headers a customer may see, in lower case. Everything else stays here: cookies, server names, internal headers. */
export const passedHeaders: ReadonlySet<string> = new Set([
  'content-type',
  'retry-after',
  'etag',
  'cache-control',
  'last-modified',
  'vary',
  dataModeHeader,
  confidenceHeader,
  effectiveFromHeader,
  truncatedHeader,
])

/** Visible ASCII and blanks: nothing that could end a line. */
const safePattern = /^[\x20-\x7e]*$/

/** Path and query of a request: no blanks either, which would end them. */
const targetPattern = /^[\x21-\x7e]+$/

/** Whether a text can be sent as the value of a header without changing the request. */
export function isSafeValue(value: string): boolean {
  return safePattern.test(value)
}

/**
 * Checks that a request can be sent as it is, before a connection is opened for it.
 *
 * @param target path and query
 * @throws TypeError when something in it would end a line; what came from outside was checked long before
 */
export function requireSendable(target: string, headers: Readonly<Record<string, string>>): void {
  if (!targetPattern.test(target)) throw new TypeError('a request target holds what would end it')
  for (const name in headers) {
    if (!isSafeValue(headers[name] ?? '')) throw new TypeError(`header ${name} holds what would end it`)
  }
}
