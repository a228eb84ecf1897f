import type { ReleaseSlot } from '@hexawatt/shared/bounds/concurrency-limit'
import { round1 } from '@hexawatt/shared/bounds/numbers'
import { createTokenBucket } from '@hexawatt/shared/bounds/token-bucket'
import type { AnyOperation, OfferedType } from '@hexawatt/shared/contract/operations'
import type { ProblemCode } from '@hexawatt/shared/contract/problem'
import type { Language } from '@hexawatt/shared/contract/values/languages'
import type { AppError } from '@hexawatt/shared/errors/app-error'
import type { HeaderValues } from '@hexawatt/shared/http/bodies/response-headers'
import type { ParsedQuery, ReceivedParameters } from '@hexawatt/shared/http/parse-query'
import { toLoggablePath } from '@hexawatt/shared/http/request-facts'
import { createRequestLogger, type Logger } from '@hexawatt/shared/telemetry/logger'
import { createRequestDuration, type Metrics } from '@hexawatt/shared/telemetry/metrics'
import {
  createRequestId,
  createUntrustedTraceContext,
  type Span,
  type TraceContext,
} from '@hexawatt/shared/telemetry/tracing'
import { type Caller, publicCaller } from '../auth/caller.ts'
import type { PeerLookup } from '../auth/client-subjects.ts'
import type { LimitSubject, Quota } from '../limits/quota/quota.ts'
import type { RequestTarget } from './request-target.ts'

/** The query of a request; its operation accepts all of its names. */
export type SentQuery = {
  parameters: ReceivedParameters
  /**
   * Canonical text: one order, one encoding, no empty pairs, instants for dates and times of day. It is part of the cache key, and the services receive it.
   */
  text: string
  /** The refusal of a value, instead of values: it comes after refusals of missing rights and of the answer's type. */
  values: ParsedQuery<AnyOperation> | AppError
  /** The times of day in the query: the address means another instant as soon as one of them passes. */
  timesOfDay: readonly Temporal.PlainTime[]
}

/** State of one request. The steps fill in the fields after `server`, in this order. */
export type RequestContext = {
  readonly request: Request
  readonly requestId: string
  /** Monotonic, ms. */
  readonly startedAtMs: number
  readonly server: PeerLookup | null
  /** null = requests are not traced. */
  readonly span: Span | null
  /** Path and query as the client sent them. */
  target: RequestTarget
  /** null for pages and unknown paths. */
  operationId: AnyOperation['id'] | null
  /** Headers that announce the end of the operation; null = it stays. */
  deprecationHeaders: HeaderValues | null
  caller: Caller
  /** The limits that the request was counted against, and what is left of them; null = not counted yet. */
  counted: { subject: LimitSubject; quota: Quota } | null
  /** Counts a request that is free unless a service is asked; null = already counted, or never counted. */
  countBeforeService: (() => Promise<void>) | null
  /** Releases the account's stream that the request holds; null = none. */
  releaseStream: ReleaseSlot | null
  query: SentQuery
  contentType: OfferedType
  /** Language in which the service writes its sentences; null = the operation has only one. */
  language: Language | null
  trace: TraceContext | null
  /** Code of the problem that is answered; null = none, or not yet. */
  problem: ProblemCode | null
}

/** The state of a request before the first step: with the rights of a caller without a key, and of no operation. */
export function createRequestContext(
  request: Request,
  server: PeerLookup | null,
  span: Span | null = null,
): RequestContext {
  return {
    request,
    requestId: createRequestId(request.headers.get('x-request-id')),
    startedAtMs: performance.now(),
    server,
    span,
    target: noTarget,
    operationId: null,
    deprecationHeaders: null,
    caller: publicCaller,
    counted: null,
    countBeforeService: null,
    releaseStream: null,
    query: noQuery,
    contentType: 'application/json',
    language: null,
    trace: span?.context ?? null,
    problem: null,
  }
}

const noQuery: SentQuery = { parameters: [], text: '', values: {}, timesOfDay: [] }
const noTarget: RequestTarget = { path: '', query: '' }

/** Trace of a request, parsed on first use: a cache hit does not need it. */
export function traceOf(context: RequestContext): TraceContext {
  context.trace ??= createUntrustedTraceContext(context.request.headers.get('traceparent'))
  return context.trace
}

/** Logs and measures a request whose response is about to be sent. */
export type Observe = (context: RequestContext, status: number) => void

/**
 * Log lines of free requests (uncounted, or refused by a limit): a burst, then a rate per second, so that a flood of requests does not flood the log. Excess
 * lines are dropped, not buffered: a line written at once survives a crash.
 */
const maxFreeLinesAtOnce = 1_000
const freeLinesPerSecond = 100

export type ObserveDeps = {
  logger: Logger
  metrics: Metrics
  /** Monotonic real time, ms. */
  monotonicMs: () => number
}

/** Writes the one log line and the one histogram sample of a request: up to the hand-over of its response, not until the client has read it. */
export function createObserve({ logger, metrics, monotonicMs }: ObserveDeps): Observe {
  const observeDuration = createRequestDuration(
    metrics,
    'Time from receiving a request until its response is handed over',
  )
  const requests = metrics.counter(
    'gateway_requests_total',
    'Requests by operation (none = pages and unknown paths) and status',
    ['operation', 'status'],
  )
  const dropped = metrics.counter(
    'gateway_log_lines_dropped_total',
    'Log lines of uncounted or refused requests dropped by the rate limit of log lines',
  )
  const isLogged = logger.isLevelEnabled('info')
  const requestLogger = createRequestLogger(logger)
  const freeLines = createTokenBucket({ ratePerSecond: freeLinesPerSecond, burst: maxFreeLinesAtOnce, monotonicMs })
  /** Dropped lines since the last warning. */
  let droppedLines = 0

  /** Whether the line of a free request may be written; before the next written line it warns of the dropped ones. */
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
    context.span?.describe({ 'http.response.status_code': status })
    context.span?.end(status >= 500 ? String(status) : undefined)
    if (!isLogged || (isFree(context) && !mayLogFree())) return
    requestLogger.info(
      {
        method: context.request.method,
        path: toLoggablePath(context.request),
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
