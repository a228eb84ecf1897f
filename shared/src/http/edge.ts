import { Elysia, NotFoundError, ParseError, ValidationError } from 'elysia'
import { AppError, storeUnavailable, toAppError } from '../errors/app-error.ts'
import { problemDetails, problemHeaders } from '../errors/problem-response.ts'
import { isPostgresUnavailable } from '../postgres/postgres-unavailable.ts'
import { createRequestLogger, type Logger } from '../telemetry/logger.ts'
import { type Metrics, requestDuration } from '../telemetry/metrics.ts'
import { createRareLog } from '../telemetry/rare-log.ts'
import type { Span, Tracing } from '../telemetry/tracing.ts'
import type { Drain } from './drain.ts'
import { continueTrace, loggablePath, requestFacts, requestTrace } from './request-facts.ts'

export type EdgeDeps = {
  logger: Logger
  /** null = no request histogram. */
  metrics: Metrics | null
  publicBaseUrl: string
  /** Log level of successful requests. `debug` behind the gateway, which logs them already: a line costs time. */
  successLevel?: 'info' | 'debug'
  /** Absent or null = requests are not traced. */
  tracing?: Tracing | null
  /** Absent = connections stay open until the program ends. */
  drain?: Drain
}

/** What services measure. */
export const requestDurationHelp = 'Duration of requests'

/** Probed every few seconds: logged at `debug` only. */
const quietPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/readyz/accepting', '/metrics'])

/**
 * What every HTTP program does around its routes: request id, problem body for every error, one log line and, with metrics, one histogram
 * sample per request. Register it first: it is global.
 */
export function edge({ logger, metrics, publicBaseUrl, successLevel = 'info', tracing = null, drain }: EdgeDeps) {
  const observeDuration = metrics && requestDuration(metrics, requestDurationHelp)
  const areSuccessesLogged = logger.isLevelEnabled(successLevel)
  const requestLogger = createRequestLogger(logger)
  const rareLog = createRareLog({ logger })
  const app = new Elysia({ name: 'edge', seed: {} })
  if (tracing !== null) app.wrap(traceRequests(tracing, quietPaths))
  return app
    .onRequest(function identifyRequest({ request, set }) {
      set.headers['x-request-id'] = requestFacts(request).requestId
      if (drain?.hasBegun()) set.headers['connection'] = 'close'
      if (areSuccessesLogged) requestTrace(request)
    })
    .onError({ as: 'global' }, function answerProblem({ error, request, set, status }) {
      const appError = fromFramework(error)
      const { requestId } = requestFacts(request)
      const { traceId } = requestTrace(request)
      if (appError.status === 500) rareLog.error({ err: appError.options.cause ?? error, requestId }, 'request failed')
      Object.assign(set.headers, problemHeaders(appError))
      return status(
        appError.status,
        problemDetails(appError, { publicBaseUrl, instance: loggablePath(request), traceId }),
      )
    })
    .onAfterResponse({ as: 'global' }, function logRequest({ request, set, responseValue }) {
      const { requestId, startedAtMs } = requestFacts(request)
      const durationMs = performance.now() - startedAtMs
      const answered = responseValue instanceof Response ? responseValue.status : Number(set.status ?? 200)
      observeDuration?.(answered, durationMs / 1000)
      const isSuccess = answered >= 200 && answered < 400
      if (isSuccess && !areSuccessesLogged) return
      const path = loggablePath(request)
      const level = quietPaths.has(path) ? 'debug' : isSuccess ? successLevel : 'info'
      requestLogger[level](
        {
          method: request.method,
          path,
          status: answered,
          durationMs: Math.round(durationMs * 10) / 10,
          requestId,
          traceId: requestTrace(request).traceId,
        },
        'request',
      )
    })
}

/** Maps the framework's errors and outages of Postgres to problems; an invalid response of ours is a 500, never the caller's 422. */
function fromFramework(error: unknown): AppError {
  if (error instanceof NotFoundError) return new AppError('not_found', { detail: 'Nothing is served at this path.' })
  if (error instanceof ParseError)
    return new AppError('not_found', { detail: 'Nothing that takes a body is served here.' })
  if (error instanceof ValidationError)
    return new AppError('internal_error', { detail: 'An unexpected error occurred.', cause: error })
  if (isPostgresUnavailable(error)) return storeUnavailable('The store', error)
  return toAppError(error)
}

/** Handles a request; further arguments of the framework are passed on. */
export type Handle = (...handed: unknown[]) => unknown

/**
 * Runs every request in a span that continues the caller's trace. It wraps the framework's handler, since hooks run before and after the work
 * and not around it. Returns what `Elysia.wrap` takes.
 *
 * @param untraced paths of probes
 */
export function traceRequests(tracing: Tracing, untraced: ReadonlySet<string>) {
  return function traced(handle: Handle, request: Request): Handle {
    const path = loggablePath(request)
    if (untraced.has(path)) return handle
    return function handleTraced(...handed) {
      const span = tracing.begin({
        name: request.method,
        kind: 'server',
        attributes: { 'http.request.method': request.method, 'url.path': path },
        incoming: request.headers.get('traceparent'),
      })
      continueTrace(request, span.context)
      return tracing.inside(span, () => answered(handle(...handed), span, `${request.method} ${path}`))
    }
  }
}

/** Ends the span with the response; the framework turns every error into one. */
async function answered(answer: unknown, span: Span, name: string): Promise<unknown> {
  try {
    const response = await answer
    if (response instanceof Response) {
      span.describe({ 'http.response.status_code': response.status })
      // Only existing paths become span names, which keeps their number small.
      if (response.status !== 404) span.rename(name)
    }
    span.end(response instanceof Response && response.status >= 500 ? String(response.status) : undefined)
    return response
  } catch (error) {
    span.end(error)
    throw error
  }
}
