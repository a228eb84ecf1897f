import { chooseEncoding } from '@hexawatt/shared/http/bodies/choose-encoding'
import { compress, compressedFromBytes, compressStream } from '@hexawatt/shared/http/bodies/compression'
import { type GatewayResponse, makeEmptyStream } from '../http/gateway-response.ts'
import { formatContentType, varyOf } from '../http/representations.ts'
import { traceOf } from '../http/request-context.ts'
import type { AdmittedRequest } from '../pipeline/admitted-request.ts'
import { ServiceCallError } from '../upstream/client/service-call.ts'
import type { Forward } from '../upstream/forward.ts'
import { toServiceProblem } from '../upstream/service-problem.ts'
import type { ForwardedOperation, ServiceRequest, ServiceResponse } from '../upstream/service-request.ts'

/** Makes the responses that are not cached: windows of the past, which are rarely requested twice. */
export function createUncachedResponses(forward: Forward) {
  /** @throws AppError as the service refuses, `service_unavailable`, or `rate_limited` of a request that is counted only now */
  return async function answer(admitted: AdmittedRequest<ForwardedOperation>): Promise<GatewayResponse> {
    const { context, operation, contentType } = admitted
    const { request } = context
    const { headers } = request
    if (context.countBeforeService !== null) await context.countBeforeService()
    const vary = varyOf(operation)
    const conditions = {
      ifNoneMatch: headers.get('if-none-match') ?? undefined,
      ifModifiedSince: headers.get('if-modified-since') ?? undefined,
    }
    // A live answer comes at once: listening for a disconnect would cost more than it saves.
    const isShort = operation.isLive
    const how = { accept: contentType, conditions, signal: isShort ? null : request.signal }
    const response = await forward(makeServiceRequest(admitted, how))
    // A client that disconnects early is not charged.
    if (isShort && request.signal.aborted) throw new ServiceCallError('client_gone')
    if (response.status === 304) {
      return { status: 304, headers: { ...response.headers, vary }, body: null }
    }
    if (response.status !== 200) throw toServiceProblem(response)
    const body = request.method === 'HEAD' ? await cancelBody(response) : response.body
    const typed = { ...response.headers, 'content-type': formatContentType(contentType), vary }
    return encodeResponse(typed, body, headers.get('accept-encoding'))
  }
}

/** The body for HEAD: the service's stream is cancelled, because no client reads it. */
async function cancelBody({ body }: ServiceResponse): Promise<ServiceResponse['body']> {
  if (!(body instanceof ReadableStream)) return body
  await body.cancel()
  return makeEmptyStream()
}

/** A 200 in the encoding that the client prefers; a small body is sent uncompressed. */
export function encodeResponse(
  headers: Record<string, string>,
  body: ServiceResponse['body'],
  acceptEncoding: string | null,
): GatewayResponse {
  const encoding = chooseEncoding(acceptEncoding)
  const isSmall = body === null || (body instanceof Uint8Array && body.length < compressedFromBytes)
  if (encoding === 'identity' || isSmall) {
    return { status: 200, headers, body }
  }
  return {
    status: 200,
    headers: { ...headers, 'content-encoding': encoding },
    body: body instanceof ReadableStream ? compressStream(body, encoding) : compress(body, encoding),
  }
}

/**
 * The request to a service for an admitted request.
 * @param how for one client, with its conditions and its signal, or shared by concurrent clients
 */
export function makeServiceRequest(
  { context, operation, query, caller, language }: AdmittedRequest<ForwardedOperation>,
  how: Pick<ServiceRequest, 'accept' | 'conditions' | 'signal'>,
): ServiceRequest {
  return {
    operation,
    query,
    language,
    principalJson: JSON.stringify(caller.principal),
    callerId: context.counted?.subject.id ?? 'nobody',
    requestId: context.requestId,
    traceparent: traceOf(context).traceparent,
    ...how,
  }
}
