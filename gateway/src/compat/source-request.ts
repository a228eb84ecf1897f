import type { Operation } from '@hexawatt/shared/contract/operations'
import type { HeaderValues } from '@hexawatt/shared/http/bodies/response-headers'
import type { AdmittedRequest, OwnRequest } from '../pipeline/admitted-request.ts'
import { type ForwardedOperation, getForwardedOperation } from '../upstream/service-request.ts'
import type { FacadeQuery } from './facade-query.ts'

export type FacadeId = Extract<Operation, { isFacade: true }>['id']

/** A request to the façade. */
export type Admitted = OwnRequest & { values: FacadeQuery }

/** The request to the operation whose answer is shaped. */
export function makeSourceRequest(
  admitted: Admitted,
  id: ForwardedOperation['id'],
  query: string,
): AdmittedRequest<ForwardedOperation> {
  return { ...admitted, operation: getForwardedOperation(id), query, contentType: 'application/json', language: null }
}

export const parseJson = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes))

/** When the data behind an answer last changed, ms; null for a stale answer. */
export function readChangedAtMs(headers: HeaderValues): number | null {
  const text = headers['last-modified']
  return text === undefined ? null : Date.parse(text)
}
