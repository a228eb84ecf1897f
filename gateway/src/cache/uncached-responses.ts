import { compress, compressedFromBytes, compressStream } from '../http/compression.ts'
import { type Answer, answerHeaders } from '../http/gateway-response.ts'
import { chooseEncoding, contentTypeHeader, varyOf } from '../http/representations.ts'
import { traceOf } from '../http/request-context.ts'
import type { AdmittedRequest } from '../pipeline/run-pipeline.ts'
import type { Forward } from '../upstream/forward.ts'
import { serviceProblem } from '../upstream/service-problem.ts'
import type { ForwardedOperation, ServiceAnswer, ServiceRequest } from '../upstream/service-request.ts'

/** Makes the answers that are passed on and not kept: windows of the past, of which few are asked for twice. */
export function createPassedAnswers(forward: Forward) {
  /** @throws AppError as the service refuses, `service_unavailable`, or `rate_limited` of a request that is counted only now */
  return async function answer(admitted: AdmittedRequest<ForwardedOperation>): Promise<Answer> {
    const { context, operation, contentType } = admitted
    const { headers, signal } = context.request
    if (context.countBeforeService !== null) await context.countBeforeService()
    const vary = varyOf(operation)
    const conditions = {
      ifNoneMatch: headers.get('if-none-match') ?? undefined,
      ifModifiedSince: headers.get('if-modified-since') ?? undefined,
    }
    const answered = await forward(serviceRequestOf(admitted, { accept: contentType, conditions, signal }))
    if (answered.status === 304) {
      return { status: 304, headers: answerHeaders({ ...answered.headers, vary }), body: null }
    }
    if (answered.status !== 200) throw serviceProblem(answered)
    const body = context.request.method === 'HEAD' ? await unread(answered) : answered.body
    const typed = { ...answered.headers, 'content-type': contentTypeHeader(contentType), vary }
    return encoded(typed, body, headers.get('accept-encoding'))
  }
}

/** What stands for the body of an answer to HEAD: nobody reads it, so the service need not go on making a long one. */
async function unread({ body }: ServiceAnswer): Promise<ServiceAnswer['body']> {
  if (!(body instanceof ReadableStream)) return body
  await body.cancel()
  // Of one that is empty before it is read the server would say that it has a length of 0, and a cancelled one cannot be sent.
  return new ReadableStream({ pull: (controller) => controller.close() }, { highWaterMark: 0 })
}

function encoded(headers: Record<string, string>, body: ServiceAnswer['body'], acceptEncoding: string | null): Answer {
  const encoding = chooseEncoding(acceptEncoding)
  const isSmall = body === null || (body instanceof Uint8Array && body.length < compressedFromBytes)
  if (encoding === 'identity' || isSmall) {
    return { status: 200, headers: answerHeaders(headers), body }
  }
  return {
    status: 200,
    headers: answerHeaders({ ...headers, 'content-encoding': encoding }),
    body: body instanceof ReadableStream ? compressStream(body, encoding) : compress(body, encoding),
  }
}

/**
 * What a service is asked for an admitted request.
 *
 * @param how for whom: one client with its conditions and its leaving, or several that wait for the same answer
 */
export function serviceRequestOf(
  { context, operation, query, caller }: AdmittedRequest<ForwardedOperation>,
  how: Pick<ServiceRequest, 'accept' | 'conditions' | 'signal'>,
): ServiceRequest {
  return {
    operation,
    query,
    principalJson: caller.principalJson,
    callerId: context.counted?.subject.id ?? 'nobody',
    requestId: context.requestId,
    traceparent: traceOf(context).traceparent,
    ...how,
  }
}
