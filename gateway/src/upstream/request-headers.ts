import { streamedTypes } from '@hexawatt/shared/contract/operations'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { internalTokenHeader, principalHeader, principalOf } from '@hexawatt/shared/contract/principal'
import { requestFacts, requestTrace } from '@hexawatt/shared/http/request-facts'
import type { AdmittedRequest, ForwardedOperation } from '../gate/pipeline.ts'

/** What of the customer's headers a service sees. Everything else stays here, above all keys, cookies and internal names. */
const passedHeaders = ['if-none-match', 'if-modified-since'] as const

/** Who asks where no key is needed: services answer nobody without a principal. It has the rights of the smallest plan. */
const publicPrincipalJson = JSON.stringify(
  principalOf({ accountId: 'public', keyId: 'public', plan: 'decouverte' }, defaultPlanTable),
)

/**
 * Headers of a call to a service, built anew. `accept-encoding` is always said: what the customer did not ask for must
 * not come compressed.
 */
export function serviceRequestHeaders(
  { request, operation, caller, contentType }: AdmittedRequest<ForwardedOperation>,
  internalToken: string,
): Record<string, string> {
  const { requestId } = requestFacts(request)
  const headers: Record<string, string> = {
    // The usual types are one text under several names; only a streamed body is written differently for each.
    accept: streamedTypes(operation)?.find((type) => type === contentType) ?? 'application/json',
    'accept-encoding': request.headers.get('accept-encoding') ?? 'identity',
    'x-request-id': requestId,
    traceparent: requestTrace(request).traceparent,
    [internalTokenHeader]: internalToken,
    [principalHeader]: caller?.principalJson ?? publicPrincipalJson,
  }
  for (const name of passedHeaders) {
    const value = request.headers.get(name)
    if (value !== null) headers[name] = value
  }
  return headers
}
