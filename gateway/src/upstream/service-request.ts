import type { OfferedType } from '../http/negotiate.ts'
import type { ForwardedOperation } from '../pipeline/admitted-request.ts'

/** Programs that answer for the gateway. */
export type ServiceId = ForwardedOperation['owner']

/** What a service is asked. It does not depend on one client: several may wait for the same answer. */
export type ServiceRequest = {
  operation: ForwardedOperation
  /** In its one spelling, without the question mark. */
  query: string
  /** Who asks and what it may do, as services read it. */
  principalJson: string
  /** Whose limits the request counts against: a service that fails for one caller alone is not taken to have failed. */
  callerId: string
  requestId: string
  traceparent: string
  accept: OfferedType
  /** Validators that the client holds, as it sent them. */
  conditions: { ifNoneMatch?: string | undefined; ifModifiedSince?: string | undefined }
  /** Aborted when the only client leaves; null when nobody in particular waits. */
  signal: AbortSignal | null
}

/** What a service answered: 200, 304 (no body), or a problem that the customer may read. */
export type ServiceAnswer = {
  status: number
  /** Those that a customer may see, in lower case. */
  headers: Record<string, string>
  /** A stream only for operations that are answered as one. Whoever takes it reads it to its end or cancels it. */
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null
}
