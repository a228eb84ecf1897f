import type { OperationId } from '@hexawatt/shared/contract/operations'
import { shownPath } from '@hexawatt/shared/http/shown-path'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { requestDuration } from '@hexawatt/shared/telemetry/request-duration'
import { createRequestLogger } from '@hexawatt/shared/telemetry/request-logger'
import { requestIdFrom, strangerTraceContext, type TraceContext } from '@hexawatt/shared/telemetry/trace'
import type { PeerLookup } from '../auth/client-subjects.ts'
import { createTokenBucket } from '../auth/token-bucket.ts'
import type { LimitSubject, Quota } from '../limits/quota.ts'
import type { LeavePlace } from './concurrency-limit.ts'

/**
 * One request on its way through the gateway; only `operationId`, `counted`, `countBeforeService`, `leaveStream` and `trace` are filled in
 * on the way.
 */
export type RequestContext = {
  readonly request: Request
  readonly requestId: string
  /** Monotonic, ms. */
  readonly startedAtMs: number
  readonly server: PeerLookup | null
  /** What is asked; null for pages, and for what does not exist. */
  operationId: OperationId | null
  /** Whose limits the request was counted against, and what is left of them; null as long as it was not. */
  counted: { subject: LimitSubject; quota: Quota } | null
  /** Counts a request that costs nothing as long as no service is asked; null for one that was counted, or never is. */
  countBeforeService: (() => Promise<void>) | null
  /** Frees the account's stream that the request holds; null when it holds none. */
  leaveStream: LeavePlace | null
  trace: TraceContext | null
}

/** Begins the way of a request. */
export function createRequestContext(request: Request, server: PeerLookup | null): RequestContext {
  return {
    request,
    requestId: requestIdFrom(request.headers.get('x-request-id')),
    startedAtMs: performance.now(),
    server,
    operationId: null,
    counted: null,
    countBeforeService: null,
    leaveStream: null,
    trace: null,
  }
}

/** Trace of a request, read when it is first asked for: answers from the cache are not traced further. */
export function traceOf(context: RequestContext): TraceContext {
  context.trace ??= strangerTraceContext(context.request.headers.get('traceparent'))
  return context.trace
}

/** Notes a request whose answer is about to be sent. */
export type Observe = (context: RequestContext, status: number) => void

/**
 * Lines of requests that cost their senders nothing (uncounted, or refused by a limit): so many at once, and then so many each second, so
 * that a flood of them is no flood of lines. A bound and not a buffer, since a line that is written at once is there after a crash too.
 */
const maxFreeLinesAtOnce = 1_000
const freeLinesPerSecond = 100

export type ObserveDeps = {
  logger: Logger
  metrics: Metrics
  /** Monotonic real time, ms. */
  monotonicMs: () => number
}

/** Makes the one log line and the one histogram sample of a request: until its answer is handed over, not until it is read. */
export function createObserve({ logger, metrics, monotonicMs }: ObserveDeps): Observe {
  const duration = requestDuration(metrics, 'Time from the first sight of a request until its answer is handed over')
  const requests = metrics.counter(
    'gateway_requests_total',
    'Requests by operation (none = pages and unknown paths) and status',
    ['operation', 'status'],
  )
  const leftOut = metrics.counter(
    'gateway_request_lines_left_out_total',
    'Log lines of uncounted or refused requests that were left out because there were too many',
  )
  const isLogged = logger.isLevelEnabled('info')
  const requestLogger = createRequestLogger(logger)
  const freeLines = createTokenBucket({ ratePerSecond: freeLinesPerSecond, burst: maxFreeLinesAtOnce, monotonicMs })
  /** Since the last time that it was told. */
  let leftOutLines = 0

  /** Whether the line of a request that cost nothing may be written; tells how many were not, as soon as there is room again. */
  function mayWriteFree(): boolean {
    if (!freeLines.take()) {
      leftOutLines += 1
      leftOut.inc()
      return false
    }
    if (leftOutLines > 0) logger.warn({ lines: leftOutLines }, 'lines of uncounted or refused requests were left out')
    leftOutLines = 0
    return true
  }

  return function observe(context, status) {
    const durationMs = performance.now() - context.startedAtMs
    const labels = { operation: context.operationId ?? 'none', status: String(status) }
    duration.observe({ status: labels.status }, durationMs / 1000)
    requests.inc(labels)
    if (!isLogged || (isFree(context) && !mayWriteFree())) return
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

function isFree({ counted }: RequestContext): boolean {
  return counted === null || counted.quota.refusedBy !== null
}
