import { internalTokenHeader, principalHeader } from '@hexawatt/shared/contract/principal'
import { requestFacts, requestTrace } from '@hexawatt/shared/http/request-facts'
import type { KeyRecord } from '../keys/key-record.ts'

/** What of the customer's headers a service sees. Everything else stays here, above all keys, cookies and internal names. */
const passedHeaders = ['if-none-match', 'if-modified-since'] as const

/**
 * Headers of a call to a service, built anew. `accept-encoding` is always said: what the customer did not ask for must
 * not come compressed.
 */
export function serviceRequestHeaders(
  request: Request,
  caller: KeyRecord | null,
  internalToken: string,
): Record<string, string> {
  const { requestId } = requestFacts(request)
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-encoding': request.headers.get('accept-encoding') ?? 'identity',
    'x-request-id': requestId,
    traceparent: requestTrace(request).traceparent,
    [internalTokenHeader]: internalToken,
  }
  if (caller !== null) headers[principalHeader] = caller.principalJson
  for (const name of passedHeaders) {
    const value = request.headers.get(name)
    if (value !== null) headers[name] = value
  }
  return headers
}
