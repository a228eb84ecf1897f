import { type Operation, streamedTypes } from '@hexawatt/shared/contract/operations'
import { internalTokenHeader, principalHeader } from '@hexawatt/shared/contract/principal'
import type { OfferedType } from '../http/representations.ts'
import { isSafeValue } from './client/service-call.ts'

/** Operations that a service answers. */
export type ForwardedOperation = Exclude<Operation, { owner: 'gateway' }>

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

/**
 * Headers of a call to a service, built anew: nothing of the customer's goes on but its conditions. A plain body is asked for, since
 * compression is the gateway's own work.
 */
export function serviceRequestHeaders(request: ServiceRequest, internalToken: string): Record<string, string> {
  const { operation, accept, conditions } = request
  const headers: Record<string, string> = {
    // The usual types are one text under several names; only a streamed body is written differently for each.
    accept: streamedTypes(operation)?.find((type) => type === accept) ?? 'application/json',
    'accept-encoding': 'identity',
    'x-request-id': request.requestId,
    traceparent: request.traceparent,
    [internalTokenHeader]: internalToken,
    [principalHeader]: request.principalJson,
  }
  addCondition(headers, 'if-none-match', conditions.ifNoneMatch)
  addCondition(headers, 'if-modified-since', conditions.ifModifiedSince)
  return headers
}

/** A condition with other characters than our own validators have cannot hold, so it need not be asked. */
function addCondition(headers: Record<string, string>, name: string, value: string | undefined): void {
  if (value !== undefined && isSafeValue(value)) headers[name] = value
}
