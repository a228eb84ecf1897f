import { Elysia, NotFoundError, ParseError, ValidationError } from 'elysia'
import { round1 } from '../bounds/numbers.ts'
import { AppError, createStoreUnavailableError, toAppError } from '../errors/app-error.ts'
import { createProblemDetails, createProblemHeaders } from '../errors/problem-response.ts'
import { isPostgresUnavailable } from '../postgres/postgres-unavailable.ts'
import type { Drain } from '../program/drain.ts'
import { createRequestLogger, type Logger } from '../telemetry/logger.ts'
import { createRequestDuration, type Metrics } from '../telemetry/metrics.ts'
import { createRareLog } from '../telemetry/rare-log.ts'
import type { Span, Tracing } from '../telemetry/tracing.ts'
import { continueTrace, readRequestFacts, readRequestTrace, toLoggablePath } from './request-facts.ts'

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
  /** Headers of every problem, in addition to its own. */
  headersOfProblems?: Readonly<Record<string, string>>
}

/** Paths that are probed every few seconds: logged only at `debug`. */
const quietPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/readyz/accepting', '/metrics'])

/**
 * Creates the plugin that every HTTP program puts around its routes, including health and unknown paths: request id, a problem body for every error, one
 * log line, one histogram sample (with metrics) and one span (with tracing) per request. It wraps the framework's handler, because hooks cost more and a
 * span that begins in one hook and ends in another could not contain the work.
 */
export function createEdge(deps: EdgeDeps) {
  const app = new Elysia({ name: 'edge', seed: {} }).wrap(observeRequests(deps))
  // Tracing wraps logging, so that the log line names the trace of the span.
  if (deps.tracing) app.wrap(traceRequests(deps.tracing))
  return app.onError({ as: 'global' }, createAnswerProblem(deps))
}

/** Handles a request; the arguments of the framework are passed on. */
type Handle = (...handed: unknown[]) => unknown

/** Logs and measures every request. Returns what `Elysia.wrap` takes. */
function observeRequests({ logger, metrics, successLevel = 'info', drain }: EdgeDeps) {
  const observeDuration = metrics && createRequestDuration(metrics, 'Duration of HTTP requests, seconds, by status')
  const areSuccessesLogged = logger.isLevelEnabled(successLevel)
  const requestLogger = createRequestLogger(logger)

  function logRequest(request: Request, status: number, durationMs: number, isSuccess: boolean): void {
    const path = toLoggablePath(request)
    const level = quietPaths.has(path) ? 'debug' : isSuccess ? successLevel : 'info'
    requestLogger[level](
      {
        method: request.method,
        path,
        status,
        durationMs: round1(durationMs),
        requestId: readRequestFacts(request).requestId,
        traceId: readRequestTrace(request).traceId,
      },
      'request',
    )
  }

  return function observed(handle: Handle, request: Request): Handle {
    return async function handleObserved(...handed) {
      const { requestId, startedAtMs } = readRequestFacts(request)
      const response = await handle(...handed)
      if (!(response instanceof Response)) return response
      response.headers.set('x-request-id', requestId)
      if (drain?.hasBegun()) response.headers.set('connection', 'close')
      const durationMs = performance.now() - startedAtMs
      observeDuration?.(response.status, durationMs / 1000)
      const isSuccess = response.status >= 200 && response.status < 400
      if (!isSuccess || areSuccessesLogged) logRequest(request, response.status, durationMs, isSuccess)
      return response
    }
  }
}

function createAnswerProblem({ logger, publicBaseUrl, headersOfProblems }: EdgeDeps) {
  const rareLog = createRareLog({ logger })
  return function answerProblem({ error, request }: { error: unknown; request: Request }): Response {
    const appError = toAppErrorOfFramework(error)
    const { requestId } = readRequestFacts(request)
    const { traceId } = readRequestTrace(request)
    if (appError.status === 500) rareLog.error({ err: appError.options.cause ?? error, requestId }, 'request failed')
    const details = createProblemDetails(appError, { publicBaseUrl, instance: toLoggablePath(request), traceId })
    return Response.json(details, {
      status: appError.status,
      headers: { ...headersOfProblems, ...createProblemHeaders(appError) },
    })
  }
}

/** Converts errors of the framework and outages of Postgres. A response that does not match its schema is a 500, not the 422 of the framework. */
function toAppErrorOfFramework(error: unknown): AppError {
  if (error instanceof NotFoundError) return new AppError('not_found', { detail: 'Nothing is served at this path.' })
  if (error instanceof ParseError) return new AppError('not_found', { detail: 'No path here accepts a request body.' })
  if (error instanceof ValidationError)
    return new AppError('internal_error', { detail: 'An unexpected error occurred.', cause: error })
  if (isPostgresUnavailable(error)) return createStoreUnavailableError('The store', error)
  return toAppError(error)
}

/** Runs every request in a span that continues the caller's trace. Returns what `Elysia.wrap` takes. */
function traceRequests(tracing: Tracing) {
  return function traced(handle: Handle, request: Request): Handle {
    const path = toLoggablePath(request)
    if (quietPaths.has(path)) return handle
    return function handleTraced(...handed) {
      const span = tracing.begin({
        name: request.method,
        kind: 'server',
        attributes: { 'http.request.method': request.method, 'url.path': path },
        incoming: request.headers.get('traceparent'),
      })
      continueTrace(request, span.context)
      return tracing.inside(span, () => endSpanWithAnswer(handle(...handed), span, `${request.method} ${path}`))
    }
  }
}

/** Ends the span with the response; the framework turns every error into one. */
async function endSpanWithAnswer(answer: unknown, span: Span, name: string): Promise<unknown> {
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
