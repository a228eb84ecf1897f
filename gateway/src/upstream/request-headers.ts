import { streamedTypes } from '@hexawatt/shared/contract/operations'
import { internalTokenHeader, principalHeader } from '@hexawatt/shared/contract/principal'
import { isSafeValue } from './client/request-head.ts'
import type { ServiceRequest } from './service-request.ts'

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
