import { effectiveFromHeader, truncatedHeader } from '@hexawatt/shared/contract/score-history'
import { confidenceHeader, dataModeHeader } from '@hexawatt/shared/http/principal'
import { TimeoutError } from '@hexawatt/shared/time/with-timeout'

/** A call to a service: a GET, or a POST where it has a body. Services change nothing for either, so that both are safe to repeat. */
export type ServiceCall = {
  /** Path and query. */
  target: string
  headers: Readonly<Record<string, string>>
  /** Aborted when the client disconnects; null = clients share the response. */
  signal: AbortSignal | null
  /** Whether the service answers from memory, so that calls may wait for each other on one connection. */
  mayShare: boolean
  /** JSON. */
  body?: string | undefined
}

/** A response that was read to its end. The body may be a view of everything that a connection received with it: code that keeps the body copies it. */
export type WholeResponse = { status: number; headers: Record<string, string>; body: Uint8Array<ArrayBuffer> }

/** A response whose body is forwarded while it is read. */
export type StreamedResponse = Omit<WholeResponse, 'body'> & { body: ReadableStream<Uint8Array<ArrayBuffer>> }

/** What happens to a body while it is forwarded. */
export type StreamEvents = {
  /** Called with the reason when the body ends too early. */
  onBroken: (reason: 'late' | 'broken_off') => void
  /** Called once when a forwarded body has ended, for any reason. */
  onEnd: () => void
}

/**
 * The common interface of the two clients, the plain one (`fetch-client`) and the fast one (`fast/`). Both throw ServiceCallError, or TypeError when the call
 * cannot be written as a request.
 */
export type ServiceClient = {
  /** Makes a call and reads the whole response. */
  askWhole: (call: ServiceCall) => Promise<WholeResponse>
  /** Makes a call; a 200 is forwarded while its client reads, any other response is read to its end. Throws before the first byte of a body. */
  askStream: (call: ServiceCall, events: StreamEvents) => Promise<StreamedResponse | WholeResponse>
}

/** Why a call failed: for logs, metrics and retries, never for clients. */
export type ServiceCallReason =
  | 'refused'
  | 'unreachable'
  | 'late'
  /** The connection was closed before the first byte of the response. */
  | 'closed_unanswered'
  | 'broken_off'
  | 'malformed'
  /** A valid response without a declared length, which only the plain client reads. */
  | 'other_framing'
  | 'too_large'
  | 'client_gone'

/** Codes of a failed connection, of sockets and of `fetch`. */
const unconnectedCodes: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'])

/** A call to a service without a whole response. */
export class ServiceCallError extends Error {
  override readonly name = 'ServiceCallError'
  readonly reason: ServiceCallReason
  /** Whether the request may have reached the service. If not, no caller can have caused the failure. */
  readonly wasSent: boolean

  constructor(reason: ServiceCallReason, cause?: unknown, wasSent = true) {
    super(`call to a service: ${reason}`, { cause })
    this.reason = reason
    this.wasSent = wasSent
  }
}

/** Converts an error of a connection or of `fetch`. Must not be called for an error of the gateway itself, which is not a failure of a service. */
export function toServiceCallError(error: unknown): ServiceCallError {
  if (error instanceof ServiceCallError) return error
  if (error instanceof TimeoutError) return new ServiceCallError('late', error)
  const code = error instanceof Error && 'code' in error ? error.code : null
  return new ServiceCallError(code === 'ECONNREFUSED' ? 'refused' : 'unreachable', error, !unconnectedCodes.has(code))
}

/** Headers of a service that clients may see, in lower case. All others are dropped: cookies, server names, internal headers. */
export const forwardedHeaders: ReadonlySet<string> = new Set([
  'content-type',
  'retry-after',
  'etag',
  'cache-control',
  'last-modified',
  'vary',
  'content-language',
  dataModeHeader,
  confidenceHeader,
  effectiveFromHeader,
  truncatedHeader,
])

/** Visible ASCII and blanks: no line breaks. */
const safePattern = /^[\x20-\x7e]*$/

/** Path and query of a request: no blanks either, which would end the target. */
const targetPattern = /^[\x21-\x7e]+$/

/** Whether a text is safe as the value of a header. */
export function isSafeValue(value: string): boolean {
  return safePattern.test(value)
}

/**
 * Checks that a request holds no line break, before a connection is opened for it.
 * @param target path and query
 * @throws TypeError when it does, which is an error of the gateway: client input was checked before
 */
export function requireSendable(target: string, headers: Readonly<Record<string, string>>): void {
  if (!targetPattern.test(target)) throw new TypeError('the request target contains a character that would end it')
  for (const name in headers) {
    if (!isSafeValue(headers[name] ?? '')) throw new TypeError(`header ${name} contains a character that would end it`)
  }
}
