import { shownPath } from '@hexawatt/shared/http/shown-path'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { requestDuration } from '@hexawatt/shared/telemetry/request-duration'
import { createRequestLogger } from '@hexawatt/shared/telemetry/request-logger'
import { type RequestContext, traceOf } from './request-context.ts'

/** Notes a request whose answer is about to be sent. */
export type Observe = (context: RequestContext, status: number) => void

/** Makes the one log line and the one histogram sample of a request: until its answer is handed over, not until it is read. */
export function createObserve({ logger, metrics }: { logger: Logger; metrics: Metrics }): Observe {
  const duration = requestDuration(metrics, 'Time from the first sight of a request until its answer is handed over')
  const requests = metrics.counter(
    'gateway_requests_total',
    'Requests by operation (none = pages and unknown paths) and status',
    ['operation', 'status'],
  )
  const isLogged = logger.isLevelEnabled('info')
  const requestLogger = createRequestLogger(logger)
  return function observe(context, status) {
    const durationMs = performance.now() - context.startedAtMs
    const labels = { operation: context.operationId ?? 'none', status: String(status) }
    duration.observe({ status: labels.status }, durationMs / 1000)
    requests.inc(labels)
    if (!isLogged) return
    requestLogger.info(
      {
        method: context.request.method,
        path: shownPath(context.request),
        status,
        durationMs: Math.round(durationMs * 10) / 10,
        requestId: context.requestId,
        traceId: traceOf(context).traceId,
      },
      'request',
    )
  }
}
