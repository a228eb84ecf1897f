import { isNotModified } from '@hexawatt/shared/http/conditional'
import { type Handle, requestDurationHelp } from '@hexawatt/shared/http/edge'
import { createAdmitGateway, type Principal } from '@hexawatt/shared/http/principal'
import { pathStartOf } from '@hexawatt/shared/http/request-facts'
import type { Drain } from '@hexawatt/shared/program/drain'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { type Metrics, requestDuration } from '@hexawatt/shared/telemetry/metrics'
import { requestIdFrom, type Tracing } from '@hexawatt/shared/telemetry/tracing'
import { type EncodedAnswer, writeHeaders } from './encoded-answer.ts'
import { createLastHeaders, type HeadersOf, headerValues } from './last-headers.ts'

/** Answers a request by its address; an operation with several languages also reads the headers. @throws AppError */
export type LiveAnswer = (url: string, principal: Principal, headers: Headers) => EncodedAnswer | Promise<EncodedAnswer>

export type LiveRoutesDeps = {
  acceptedTokens: readonly string[]
  drain: Drain
  logger: Logger
  metrics: Metrics
  tracing: Tracing | null
}

type LiveRoute = { answer: LiveAnswer; headersOf: HeadersOf }

/**
 * Answers live operations before the framework's router, context and hooks, which take longer than such an answer: `/v1/score` had 0.60 of the
 * rate of a bare server with them (`bun run bench score`). Only what succeeds: a request that is refused, or that a log line or a span is
 * wanted of, goes on to the framework, whose route of the same path makes the answer or the problem of it.
 *
 * @param answers by path
 * @returns what `Elysia.wrap` takes
 */
export function createLiveRoutes(deps: LiveRoutesDeps, answers: ReadonlyMap<string, LiveAnswer>) {
  const { acceptedTokens, drain, logger, metrics, tracing } = deps
  const admitGateway = createAdmitGateway(acceptedTokens)
  const observeDuration = requestDuration(metrics, requestDurationHelp)
  const isWatched = tracing !== null || logger.isLevelEnabled('debug')
  const routes = new Map<string, LiveRoute>(
    [...answers].map(([path, answer]) => [path, { answer, headersOf: createLastHeaders() }]),
  )

  function respond(request: Request, { headersOf }: LiveRoute, encoded: EncodedAnswer, startedAtMs: number): Response {
    const requestId = requestIdFrom(request.headers.get('x-request-id'))
    const isUsual = !drain.hasBegun() && !isNotModified(request.headers, encoded.validators)
    const response = isUsual
      ? new Response(encoded.payload, { headers: headersOf(requestId, encoded) })
      : rareResponse(request, requestId, encoded, drain)
    observeDuration(response.status, (performance.now() - startedAtMs) / 1_000)
    return response
  }

  return function answerFirst(handle: Handle, request: Request): Handle {
    const { url } = request
    const route = isWatched ? undefined : routes.get(pathOf(url))
    if (route === undefined || request.method !== 'GET') return handle
    return function answerLive(...handed) {
      const startedAtMs = performance.now()
      try {
        const answer = route.answer(url, admitGateway(request.headers), request.headers)
        if (!(answer instanceof Promise)) return respond(request, route, answer, startedAtMs)
        return answer.then(
          (encoded) => respond(request, route, encoded, startedAtMs),
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

/** To a client that has this version, or of a program that stops. */
function rareResponse(request: Request, requestId: string, encoded: EncodedAnswer, drain: Drain): Response {
  const set = { headers: headerValues(requestId), status: 200 }
  const isWanted = writeHeaders({ request, set }, encoded)
  if (drain.hasBegun()) set.headers['connection'] = 'close'
  return new Response(isWanted ? encoded.payload : null, set)
}
