import { round1 } from '@hexawatt/shared/bounds/numbers'
import type { EventsOperation, McpOperation, OperationId } from '@hexawatt/shared/contract/operations'
import { loggablePath } from '@hexawatt/shared/http/request-facts'
import { createRequestLogger, type Logger } from '@hexawatt/shared/telemetry/logger'
import { type Metrics, requestDuration } from '@hexawatt/shared/telemetry/metrics'
import { requestIdFrom, type TraceContext, untrustedTraceContext } from '@hexawatt/shared/telemetry/tracing'
import type { PeerLookup } from '../auth/client-subjects.ts'
import { createTokenBucket } from '../auth/token-bucket.ts'
import type { LimitSubject, Quota } from '../limits/quota.ts'
import type { ReleaseSlot } from './concurrency-limit.ts'

/**
 * State of one request; the pipeline fills in `operationId`, `counted`, `countBeforeService`, `releaseStream` and `trace`.
 */
export type RequestContext = {
  readonly request: Request
  readonly requestId: string
  /** Monotonic, ms. */
  readonly startedAtMs: number
  readonly server: PeerLookup | null
  /** null for pages and unknown paths. */
  operationId: OperationId | McpOperation['id'] | EventsOperation['id'] | null
  /** The limits that the request was counted against, and what is left of them; null = not counted yet. */
  counted: { subject: LimitSubject; quota: Quota } | null
  /** Counts a request that is free unless a service is asked; null = counted already, or never. */
  countBeforeService: (() => Promise<void>) | null
  /** Releases the account's stream that the request holds; null = none. */
  releaseStream: ReleaseSlot | null
  trace: TraceContext | null
}

export function createRequestContext(request: Request, server: PeerLookup | null): RequestContext {
  return {
    request,
    requestId: requestIdFrom(request.headers.get('x-request-id')),
    startedAtMs: performance.now(),
    server,
    operationId: null,
    counted: null,
    countBeforeService: null,
    releaseStream: null,
    trace: null,
  }
}

/** Trace of a request, parsed on first use: a cache hit does not need it. */
export function traceOf(context: RequestContext): TraceContext {
  context.trace ??= untrustedTraceContext(context.request.headers.get('traceparent'))
  return context.trace
}

/** Logs and measures a request whose response is about to be sent. */
export type Observe = (context: RequestContext, status: number) => void

/**
 * Log lines of free requests (uncounted, or refused by a limit): a burst, and then a rate per second, so that a flood of requests does not
 * flood the log. Lines are dropped rather than buffered: a line written at once survives a crash.
 */
const maxFreeLinesAtOnce = 1_000
const freeLinesPerSecond = 100

export type ObserveDeps = {
  logger: Logger
  metrics: Metrics
  /** Monotonic real time, ms. */
  monotonicMs: () => number
}

/** Makes the one log line and the one histogram sample of a request: up to the hand-over of its response, not until it is read. */
export function createObserve({ logger, metrics, monotonicMs }: ObserveDeps): Observe {
  const observeDuration = requestDuration(metrics, 'Time from receiving a request until its response is handed over')
  const requests = metrics.counter(
    'gateway_requests_total',
    'Requests by operation (none = pages and unknown paths) and status',
    ['operation', 'status'],
  )
  const dropped = metrics.counter(
    'gateway_log_lines_dropped_total',
    'Log lines of uncounted or refused requests that were dropped by the rate limit of such lines',
  )
  const isLogged = logger.isLevelEnabled('info')
  const requestLogger = createRequestLogger(logger)
  const freeLines = createTokenBucket({ ratePerSecond: freeLinesPerSecond, burst: maxFreeLinesAtOnce, monotonicMs })
  /** Since the last warning. */
  let droppedLines = 0

  /** Whether the line of a free request may be written; warns of the dropped lines before the first one that may. */
  function mayLogFree(): boolean {
    if (!freeLines.take()) {
      droppedLines += 1
      dropped.inc()
      return false
    }
    if (droppedLines > 0)
      logger.warn({ lines: droppedLines }, 'log lines of uncounted or refused requests were dropped')
    droppedLines = 0
    return true
  }

  return function observe(context, status) {
    const durationMs = performance.now() - context.startedAtMs
    observeDuration(status, durationMs / 1000)
    requests.inc({ operation: context.operationId ?? 'none', status })
    if (!isLogged || (isFree(context) && !mayLogFree())) return
    requestLogger.info(
      {
        method: context.request.method,
        path: loggablePath(context.request),
        status,
        durationMs: round1(durationMs),
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
