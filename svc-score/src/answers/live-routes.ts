import type { Drain } from '@hexawatt/shared/http/drain'
import { type Handle, requestDurationHelp } from '@hexawatt/shared/http/edge'
import { createAdmitGateway, type Principal } from '@hexawatt/shared/http/principal'
import { pathStartOf } from '@hexawatt/shared/http/request-facts'
import { createReusedHeaders } from '@hexawatt/shared/http/reused-headers'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { type Metrics, requestDuration } from '@hexawatt/shared/telemetry/metrics'
import { requestIdFrom, type Tracing } from '@hexawatt/shared/telemetry/tracing'
import { type EncodedAnswer, writeHeaders } from './encoded-answer.ts'

/** Answers a request by its address. @throws AppError */
export type LiveAnswer = (url: string, principal: Principal) => EncodedAnswer | Promise<EncodedAnswer>

export type LiveRoutesDeps = {
  acceptedTokens: readonly string[]
  drain: Drain
  logger: Logger
  metrics: Metrics
  tracing: Tracing | null
}

/**
 * Answers live operations before the framework's router, context and hooks, which take longer than such an answer: `/v1/score` had 0.60 of the
 * rate of a bare server with them (`bun run bench score`). Only what succeeds: a request that is refused, or that a log line or a span is
 * wanted of, goes on to the framework, whose route of the same path makes the answer or the problem of it.
 *
 * @param routes by path
 * @returns what `Elysia.wrap` takes
 */
export function createLiveRoutes(deps: LiveRoutesDeps, routes: ReadonlyMap<string, LiveAnswer>) {
  const { acceptedTokens, drain, logger, metrics, tracing } = deps
  const admitGateway = createAdmitGateway(acceptedTokens)
  const observeDuration = requestDuration(metrics, requestDurationHelp)
  const headersOf = createReusedHeaders((values) => new Headers(values))
  const isWatched = tracing !== null || logger.isLevelEnabled('debug')

  function respond(request: Request, path: string, encoded: EncodedAnswer, startedAtMs: number): Response {
    const values: Record<string, string> = { 'x-request-id': requestIdFrom(request.headers.get('x-request-id')) }
    const set = { headers: values, status: 200 }
    const isWanted = writeHeaders({ request, set }, encoded)
    if (drain.hasBegun()) values['connection'] = 'close'
    observeDuration(set.status, (performance.now() - startedAtMs) / 1_000)
    return new Response(isWanted ? encoded.payload : null, { status: set.status, headers: headersOf(path, values) })
  }

  return function answerFirst(handle: Handle, request: Request): Handle {
    const path = pathOf(request.url)
    const route = isWatched || request.method !== 'GET' ? undefined : routes.get(path)
    if (route === undefined) return handle
    return function answerLive(...handed) {
      const startedAtMs = performance.now()
      try {
        const answer = route(request.url, admitGateway(request.headers))
        if (!(answer instanceof Promise)) return respond(request, path, answer, startedAtMs)
        return answer.then(
          (encoded) => respond(request, path, encoded, startedAtMs),
          () => handle(...handed),
        )
      } catch {
        return handle(...handed)
      }
    }
  }
}

function pathOf(url: string): string {
  const start = pathStartOf(url)
  const end = url.indexOf('?', start)
  return end === -1 ? url.slice(start) : url.slice(start, end)
}
