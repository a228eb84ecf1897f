import { streamedTypes } from '@hexawatt/shared/contract/operations'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { requestFacts } from '@hexawatt/shared/http/request-facts'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import type { AdmittedRequest, ForwardedOperation } from '../gate/pipeline.ts'
import { callService, failureCode, type ServiceAnswer, streamService } from './call-service.ts'
import { serviceRequestHeaders } from './request-headers.ts'
import { customerHeaders, negotiatedHeaders } from './response-headers.ts'

/** Seconds after which a customer asks again when a service is down or late. */
const retryAfterSeconds = 5

/** Status in the log when the client left before the answer; it never reaches anybody. */
const clientGoneStatus = 499

export type ForwardDeps = {
  /** Base address of each service. */
  serviceUrls: Readonly<Record<ForwardedOperation['owner'], string>>
  internalToken: string
  logger: Logger
  metrics: Metrics
  /** Longest a service may take, ms; only tests change it. */
  timeoutMs?: number
}

/** Makes the one hop from the gateway to the services. */
export function createForward({ serviceUrls, internalToken, logger, metrics, timeoutMs }: ForwardDeps) {
  const failures = metrics.counter('gateway_service_failures_total', 'Calls to services that gave nothing to pass on', [
    'service',
    'reason',
  ])

  function unavailable(service: string, reason: string, cause?: unknown): AppError {
    failures.inc({ service, reason })
    return new AppError('service_unavailable', {
      detail: 'The service behind this endpoint does not answer at the moment.',
      retryAfterSeconds,
      cause,
    })
  }

  /**
   * Answers an admitted request from the service that owns it.
   *
   * @throws AppError `service_unavailable` when the service is down, late, or answers what no customer should see
   */
  return async function forward(admitted: AdmittedRequest<ForwardedOperation>): Promise<Response> {
    const { request, operation, target, contentType } = admitted
    const { owner } = operation
    const about = { service: owner, operation: operation.id, requestId: requestFacts(request).requestId }
    const query = target.query === '' ? '' : `?${target.query}`
    const call = {
      url: `${serviceUrls[owner]}${operation.path}${query}`,
      headers: serviceRequestHeaders(admitted, internalToken),
      clientGone: request.signal,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    }
    let answer: ServiceAnswer
    try {
      answer = await (streamedTypes(operation) === null
        ? callService(call)
        : streamService(call, (reason) => {
            if (request.signal.aborted) return
            failures.inc({ service: owner, reason: `broken_off_${reason}` })
            logger.warn({ ...about, reason }, 'service broke off in the middle of a body')
          }))
    } catch (error) {
      if (request.signal.aborted) return new Response(null, { status: clientGoneStatus })
      const reason = failureCode(error)
      logger.warn({ ...about, reason }, 'service does not answer')
      throw unavailable(owner, reason, error)
    }
    const { status, headers, body } = answer
    if (status === 200) {
      const isUnwanted = request.method === 'HEAD' && body instanceof ReadableStream
      if (isUnwanted) await body.cancel()
      return new Response(isUnwanted ? null : body, { headers: negotiatedHeaders(headers, contentType) })
    }
    if (status === 304) return new Response(null, { status, headers: negotiatedHeaders(headers, contentType) })
    if (isPassableProblem(answer)) return new Response(body, { status, headers: customerHeaders(headers) })
    logger.error({ ...about, status }, 'service answered what no customer may see')
    throw unavailable(owner, `status_${status}`)
  }
}
export type Forward = ReturnType<typeof createForward>

/**
 * A problem of the service is the customer's to read, except when it is about the hop itself: the gateway knows the path
 * and the method, so these mean that token, principal or versions do not match.
 */
function isPassableProblem({ status, headers }: ServiceAnswer): boolean {
  if (status === 401 || status === 404 || status === 405) return false
  return status >= 400 && (headers.get('content-type') ?? '').startsWith('application/problem+json')
}
