import type { OperationEntry } from '@hexawatt/shared/contract/entry/operation'
import type { InternalOperation } from '@hexawatt/shared/contract/internal/compare-contracts'
import { listFurtherTypes, type OfferedType, type Operation, operations } from '@hexawatt/shared/contract/operations'
import type { Language } from '@hexawatt/shared/contract/values/languages'
import { internalTokenHeader, principalHeader } from '@hexawatt/shared/http/principal'
import { isSafeValue } from './client/service-call.ts'

/** Operations that a service answers. */
export type ForwardedOperation = Exclude<Operation, { owner: 'gateway' }>

/** The operation of a service. */
export function getForwardedOperation(id: ForwardedOperation['id']): ForwardedOperation {
  const operation = operations.find((one) => one.id === id)
  if (operation === undefined || operation.owner === 'gateway') throw new Error(`no service answers ${id}`)
  return operation
}

/** The services behind the gateway. */
export type ServiceId = ForwardedOperation['owner']

/** A request to a service. It is independent of the client: concurrent clients may share it. */
export type ServiceRequest = {
  operation: ForwardedOperation | InternalOperation
  /** Canonical, without the question mark. */
  query: string
  /** The principal header. */
  principalJson: string
  /** Whose limits the request counts against: faults of a single caller do not open the circuit. */
  callerId: string
  requestId: string
  traceparent: string
  accept: OfferedType
  /** JSON of a request to an internal operation. */
  body?: string
  /** Language of the sentences; null where the operation has only one. */
  language: Language | null
  /** Validators of the client, as sent. */
  conditions: { ifNoneMatch?: string | undefined; ifModifiedSince?: string | undefined }
  /** Aborted when the only client disconnects; null when clients may share the response. */
  signal: AbortSignal | null
}

/** Response of a service: 200, 304 (no body), or a problem for the client. */
export type ServiceResponse = {
  status: number
  /** Headers that clients may see, in lower case. */
  headers: Record<string, string>
  /** A stream for streamed operations only; the receiver reads it to its end or cancels it. */
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null
}

/**
 * Headers of a call to a service: of the client's own headers, only its conditions and the language chosen from its Accept-Language are forwarded. The body
 * must be plain, because the gateway compresses it.
 */
export function makeServiceHeaders(request: ServiceRequest, internalToken: string): Record<string, string> {
  const { operation, accept, conditions, language } = request
  const headers: Record<string, string> = {
    accept: chooseServiceType(operation, accept),
    'accept-encoding': 'identity',
    'x-request-id': request.requestId,
    traceparent: request.traceparent,
    [internalTokenHeader]: internalToken,
    [principalHeader]: request.principalJson,
  }
  if (request.body !== undefined) headers['content-type'] = 'application/json'
  if (language !== null) headers['accept-language'] = language
  addCondition(headers, 'if-none-match', conditions.ifNoneMatch)
  addCondition(headers, 'if-modified-since', conditions.ifModifiedSince)
  return headers
}

/** Content type that the service is asked for: the usual types are the same bytes. */
export function chooseServiceType(operation: OperationEntry, accept: OfferedType): OfferedType {
  return listFurtherTypes(operation).find((type) => type === accept) ?? 'application/json'
}

/** A condition with characters that the gateway's validators never contain cannot match: it is not forwarded. */
function addCondition(headers: Record<string, string>, name: string, value: string | undefined): void {
  if (value !== undefined && isSafeValue(value)) headers[name] = value
}
