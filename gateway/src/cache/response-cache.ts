import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import { selectStaleBody } from '@hexawatt/shared/contract/entry/stale-rules'
import type { Operation } from '@hexawatt/shared/contract/operations'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { type CachedBody, createCachedBody } from '@hexawatt/shared/http/bodies/cached-body'
import { confidenceHeader } from '@hexawatt/shared/http/principal'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import type { Clock } from '@hexawatt/shared/time/clock'
import type { GatewayResponse } from '../http/gateway-response.ts'
import { present, varyOf } from '../http/representations.ts'
import type { AdmittedRequest } from '../pipeline/admitted-request.ts'
import type { Forward } from '../upstream/forward.ts'
import { toServiceProblem } from '../upstream/service-problem.ts'
import { chooseServiceType, type ForwardedOperation } from '../upstream/service-request.ts'
import { makeServiceRequest } from './uncached-responses.ts'

/** Longest a response is served from the cache, ms: bodies hold their own instant and an age in minutes. */
const maxAgeMs = 1_000

/** Cached responses at most. Clients choose any weights, so the oldest entry is evicted. */
const maxCachedResponses = 2_000

/** Queries remembered as seen once, at most; the oldest is forgotten. */
const maxSeenQueries = 4_096

export type ResponseCacheDeps = {
  /** Zone of the gateway, a label of its metrics. */
  zone: string
  forward: Forward
  /** Answers a query that is seen for the first time and is not cached. */
  answerUncached: (admitted: AdmittedRequest<ForwardedOperation>) => Promise<GatewayResponse>
  /** The data's clock: how long a stale response may be served depends on the hour it was made in. */
  clock: Clock
  /** Monotonic real time, ms. */
  monotonicMs: () => number
  metrics: Metrics
}

const lookupOrigins = ['cache', 'stale', 'in_flight', 'service'] as const

/** Counts lookups. */
function createCountLookup(metrics: Metrics, zone: string) {
  const lookups = metrics.counter('gateway_response_cache_lookups_total', 'Live responses by where they came from', [
    'zone',
    'from',
  ])
  // A rate needs the zero from before the first lookup.
  for (const from of lookupOrigins) lookups.inc({ zone, from }, 0)
  return (from: (typeof lookupOrigins)[number]): void => {
    lookups.inc({ zone, from })
  }
}

type CachedResponse = {
  body: CachedBody
  madeAt: Temporal.Instant
  /** Version of the data when the service was asked. */
  dataVersion: number
  freshUntilMs: number
  /** Response served while the service is down, and until when the service is not asked again. */
  stale: { body: CachedBody; untilMs: number } | null
}

/**
 * Caches responses to live operations by rights, operation, language and query: for at most a second, and until the data change. Concurrent requests
 * for one entry share one call of the service. A query enters the cache on its second request. While the service is down, its last
 * response is served, marked as degraded, for as long as its content still holds.
 */
export function createResponseCache(deps: ResponseCacheDeps) {
  const { forward, answerUncached, clock, monotonicMs } = deps
  const countLookup = createCountLookup(deps.metrics, deps.zone)
  const cachedByKey = createBoundedMap<CachedResponse>(maxCachedResponses)
  const seenQueries = createBoundedMap<true>(maxSeenQueries)
  const inFlight = new Map<string, Promise<CachedBody>>()
  let dataVersion = 0

  async function ask(admitted: AdmittedRequest<ForwardedOperation>): Promise<CachedResponse> {
    const asked = { madeAt: clock.now(), dataVersion, freshUntilMs: monotonicMs() + maxAgeMs, stale: null }
    // Shared by concurrent requests: the call does not end when the first client leaves.
    const shared = { accept: admitted.contentType, conditions: {}, signal: null }
    const response = await forward(makeServiceRequest(admitted, shared))
    if (response.status !== 200 || !(response.body instanceof Uint8Array)) throw toServiceProblem(response)
    const headers = { ...response.headers, vary: varyOf(admitted.operation) }
    // Copied: a kept body must not retain everything that the connection received with it.
    return { ...asked, body: createCachedBody(headers, new Uint8Array(response.body)) }
  }

  /** Asks the service and caches its answer; falls back to the stale response while the service is down. */
  async function refresh(key: string, admitted: AdmittedRequest<ForwardedOperation>): Promise<CachedBody> {
    const before = cachedByKey.get(key)
    try {
      const cached = await ask(admitted)
      cachedByKey.set(key, cached)
      return cached.body
    } catch (error) {
      if (before === undefined || !isServiceDown(error)) throw error
      const stale = makeStaleResponse(admitted.operation, before, clock.now())
      if (stale === null) throw error
      before.stale = { body: stale, untilMs: monotonicMs() + maxAgeMs }
      return stale
    }
  }

  /** The cached body, or the one in flight; null when the service must be asked. */
  function lookUp(key: string): CachedBody | Promise<CachedBody> | null {
    const cached = cachedByKey.get(key)
    const nowMs = monotonicMs()
    if (cached !== undefined && cached.dataVersion === dataVersion && nowMs < cached.freshUntilMs) {
      countLookup('cache')
      return cached.body
    }
    if (cached?.stale != null && nowMs < cached.stale.untilMs) {
      countLookup('stale')
      return cached.stale.body
    }
    const running = inFlight.get(key)
    if (running === undefined) return null
    countLookup('in_flight')
    return running
  }

  function fetchShared(key: string, admitted: AdmittedRequest<ForwardedOperation>): Promise<CachedBody> {
    countLookup('service')
    const flight = refresh(key, admitted).finally(() => inFlight.delete(key))
    inFlight.set(key, flight)
    return flight
  }

  async function countThenFetch(key: string, admitted: AdmittedRequest<ForwardedOperation>): Promise<CachedBody> {
    await admitted.context.countBeforeService?.()
    return lookUp(key) ?? fetchShared(key, admitted)
  }

  /** Admits a query to the cache on its second request: one-off queries would evict useful entries. */
  function isFirstRequest(key: string, query: string): boolean {
    if (query === '' || cachedByKey.get(key) !== undefined || seenQueries.get(key) === true) return false
    seenQueries.set(key, true)
    countLookup('service')
    return true
  }

  return {
    /** Notes that the data changed: older entries are not served again while the service answers. */
    noteDataChange(): void {
      dataVersion += 1
    },
    /**
     * The cached body of an operation from which another operation's answer is shaped.
     * @throws AppError as `answer` does
     */
    async readBody(admitted: AdmittedRequest<ForwardedOperation>): Promise<CachedBody> {
      const key = makeKey(admitted)
      return lookUp(key) ?? fetchShared(key, admitted)
    },
    /**
     * @throws AppError of the service's refusal; `service_unavailable` when the service is down and no stale response holds; `rate_limited` of a request that
     * is counted only when the service is asked
     */
    async answer(admitted: AdmittedRequest<ForwardedOperation>): Promise<GatewayResponse> {
      const { context, contentType, query } = admitted
      const key = makeKey(admitted)
      const found = lookUp(key)
      if (found === null && isFirstRequest(key, query)) return answerUncached(admitted)
      const fetch = context.countBeforeService === null ? fetchShared : countThenFetch
      const body = await (found ?? fetch(key, admitted))
      return present(context.request, body, contentType)
    },
  }
}

export type ResponseCache = ReturnType<typeof createResponseCache>

/** Keyed by the chosen language, not by the header, which clients write in many ways. */
function makeKey(admitted: AdmittedRequest<ForwardedOperation>): string {
  const { caller, operation, query, language, contentType } = admitted
  return `${caller.rights} ${operation.id} ${chooseServiceType(operation, contentType)} ${language ?? ''} ${query}`
}

function isServiceDown(error: unknown): boolean {
  return error instanceof AppError && error.code === 'service_unavailable'
}

/** The last response as it may be served now, without validators: the service would answer something else. */
function makeStaleResponse({ staleRule }: Operation, cached: CachedResponse, now: Temporal.Instant): CachedBody | null {
  const body = selectStaleBody(staleRule, { body: cached.body.body, madeAt: cached.madeAt, now })
  if (body === null) return null
  const { etag: _tag, 'last-modified': _modified, ...headers } = cached.body.headers
  return createCachedBody({ ...headers, 'cache-control': 'no-store', [confidenceHeader]: 'degraded' }, body)
}
