import { Elysia, NotFoundError, ParseError, ValidationError } from 'elysia'
import { AppError, toAppError } from '../errors/app-error.ts'
import { problemDetails, problemHeaders } from '../errors/problem-response.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { requestDuration } from '../telemetry/request-duration.ts'
import { createRequestLogger } from '../telemetry/request-logger.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import { requestFacts, requestTrace } from './request-facts.ts'
import { shownPath } from './shown-path.ts'
import { traceRequests } from './traced-requests.ts'

export type EdgeDeps = {
  logger: Logger
  /** null = requests are not measured. */
  metrics: Metrics | null
  publicBaseUrl: string
  /** Level of the line of a request that succeeded. Behind the gateway `debug`: the gateway has logged it, and a line is dear. */
  successLevel?: 'info' | 'debug'
  /** Absent or null = requests are not traced. */
  tracing?: Tracing | null
}

/** Asked every few seconds by probes: one log line each would bury the others. */
const quietPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * What every HTTP program does around its routes: request id, one problem body for every error, one log line and, where metrics
 * are given, one histogram sample per request. Register it first: it is global.
 */
export function edge({ logger, metrics, publicBaseUrl, successLevel = 'info', tracing = null }: EdgeDeps) {
  const duration = metrics && requestDuration(metrics, 'Duration of requests')
  const areSuccessesLogged = logger.isLevelEnabled(successLevel)
  const requestLogger = createRequestLogger(logger)
  const app = new Elysia({ name: 'edge', seed: {} })
  if (tracing !== null) app.wrap(traceRequests(tracing, quietPaths))
  return app
    .onRequest(function identifyRequest({ request, set }) {
      set.headers['x-request-id'] = requestFacts(request).requestId
      if (areSuccessesLogged) requestTrace(request)
    })
    .onError({ as: 'global' }, function answerProblem({ error, request, set, status }) {
      const appError = fromFramework(error)
      const { requestId } = requestFacts(request)
      const { traceId } = requestTrace(request)
      if (appError.status === 500) logger.error({ err: appError.options.cause ?? error, requestId }, 'request failed')
      Object.assign(set.headers, problemHeaders(appError))
      return status(appError.status, problemDetails(appError, { publicBaseUrl, instance: shownPath(request), traceId }))
    })
    .onAfterResponse({ as: 'global' }, function logRequest({ request, set, responseValue }) {
      const { requestId, startedAtMs } = requestFacts(request)
      const durationMs = performance.now() - startedAtMs
      const answered = responseValue instanceof Response ? responseValue.status : Number(set.status ?? 200)
      duration?.observe({ status: String(answered) }, durationMs / 1000)
      // What the client has already (304) went well too.
      const isSuccess = answered >= 200 && answered < 400
      if (isSuccess && !areSuccessesLogged) return
      const path = shownPath(request)
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

/** The framework's own refusals in the product's words; a wrong answer of ours is a 500, never the caller's 422. */
function fromFramework(error: unknown): AppError {
  if (error instanceof NotFoundError) return new AppError('not_found', { detail: 'Nothing is served at this path.' })
  if (error instanceof ParseError)
    return new AppError('not_found', { detail: 'Nothing that takes a body is served here.' })
  if (error instanceof ValidationError)
    return new AppError('internal_error', { detail: 'An unexpected error occurred.', cause: error })
  return toAppError(error)
}
