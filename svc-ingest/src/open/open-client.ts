import type { OpenPublisherId } from '@hexawatt/shared/grid/publishers'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { fetchUsable } from '@hexawatt/shared/upstream/http-client'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import { originOf, type PayloadOrigin } from '../upstream/payload-origin.ts'
import { type RetryDeps, waitAfterRefusalMs, withRetry } from '../upstream/retry.ts'
import type { DatasetCall, OpenDataset } from './definition/dataset.ts'
import { openPublisherIds, type PublisherLimits, publisherLimits } from './publisher-limits.ts'
import { claimPublisherCall, notePublisherAnswered, noteQuota, pausePublisher } from './publisher-pace-store.ts'
import { datasetRegistry } from './registry.ts'

export type OpenClientDeps = RetryDeps & {
  sql: Sql
  logger: Logger
  /** Base address of each publisher: its own, or that of a mirror or the demo upstream. */
  baseUrls: Readonly<Record<OpenPublisherId, URL>>
  /** Scales the gaps between calls: 1 with real publishers, 0 where the product's own demo upstream answers. */
  gapScale?: number
  /** Limits of each publisher; absent: those of the product. */
  limits?: Readonly<Record<OpenPublisherId, PublisherLimits>>
}

/** One answer of an open publisher; null where it says that it has nothing (yet) for what was asked. */
export type OpenPayload = { body: Uint8Array; origin: PayloadOrigin } | null

/** A call waits for the gap after the calls before it at most this long, ms. */
const maxGapWaitMs = 4 * 60_000
/** Where the gap is longer, a failed call is not repeated: the next planned time is the repetition. */
const maxRetryGapMs = 60_000
/** Shortest pause after a 429, ms, whatever it names. */
const minPauseMs = 30_000
/** What a quota of Opendatasoft says when it is used up. */
const quotaErrorCode = 10_002

/**
 * Client of the open publishers: one call of a publisher at a time with its gap between them, a budget per day, no redirects, and a pause for all programs
 * after a 429.
 */
export function createOpenClient(deps: OpenClientDeps) {
  const { sql, logger, baseUrls, gapScale = 1, limits = publisherLimits } = deps
  const lanes = new Map(openPublisherIds.map((id) => [id, createLane()]))
  /** Publishers whose last call failed in spite of retries. They are called once per poll until they answer: the budget has to last the day. */
  const dead = new Set<OpenPublisherId>()

  async function awaitTurn(publisher: OpenPublisherId, signal?: AbortSignal): Promise<void> {
    const { gapMs, callsPerDay } = limits[publisher]
    for (let waitedMs = 0; ; ) {
      const refusal = await claimPublisherCall(sql, publisher, { gapMs: gapMs * gapScale, callsPerDay })
      if (refusal === null) return
      if (refusal.kind !== 'gap' || waitedMs + refusal.waitMs > maxGapWaitMs) throw notCalled(publisher, refusal.kind)
      waitedMs += refusal.waitMs
      await deps.sleep(refusal.waitMs, signal)
    }
  }

  async function callOnce(dataset: OpenDataset, call: DatasetCall, signal?: AbortSignal): Promise<OpenPayload> {
    const publisher = dataset.publisher
    await awaitTurn(publisher, signal)
    const url = openUrl(baseUrls[publisher], call)
    try {
      const { timeoutMs } = limits[publisher]
      const answer = await fetchUsable({ url, headers: { accept: '*/*' }, timeoutMs, signal })
      if (isWebPage(answer.headers, answer.body)) {
        throw new UpstreamError('unusable', `${url.host}${url.pathname} answered with a web page`)
      }
      await notePublisherAnswered(sql, publisher)
      await noteQuota(sql, publisher, saysQuotaIsLow(answer.headers))
      return { body: answer.body, origin: originOf(answer.headers) }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      if (dataset.absentStatus !== undefined && error.status === dataset.absentStatus) {
        await notePublisherAnswered(sql, publisher)
        return null
      }
      if (error.kind === 'rate_limited' || error.status === 403) throw await paused(publisher, error)
      throw error
    }
  }

  /** Pauses the publisher for every program. The error says so once; retries of the same poll would only prolong the pause. */
  async function paused(publisher: OpenPublisherId, error: UpstreamError): Promise<UpstreamError> {
    const until = quotaResetOf(error)
    const waitMs = Math.max(minPauseMs, waitAfterRefusalMs(error))
    const pauseMs = await pausePublisher(sql, publisher, { until, waitMs, reason: error.message.slice(0, 200) })
    logger.warn({ publisher, pauseMs, err: error.message }, 'publisher paused: it refuses calls')
    return new UpstreamError('rejected', `${publisher} is paused for ${Math.round(pauseMs / 1000)} s: ${error.message}`)
  }

  return {
    /**
     * Makes one call of a dataset when no other of the same publisher runs, with retries of what may pass. Of those that wait, the one that the registry
     * names first is made first: at a cold start the price comes before flows and forecasts.
     *
     * @returns null where the publisher has nothing (yet) for what was asked
     * @throws UpstreamError `rejected` without a call while the publisher is paused or its budget of the day is used up
     */
    fetch(dataset: OpenDataset, call: DatasetCall, signal?: AbortSignal): Promise<OpenPayload> {
      const publisher = dataset.publisher
      const attempt = () => callOnce(dataset, call, signal)
      const mayRetry = () => limits[publisher].gapMs * gapScale <= maxRetryGapMs && !dead.has(publisher)
      const rank = datasetRegistry.findIndex(({ id }) => id === dataset.id)
      const work = async () => {
        try {
          const payload = await (mayRetry() ? withRetry(deps, attempt, signal) : attempt())
          dead.delete(publisher)
          return payload
        } catch (error) {
          if (error instanceof UpstreamError && error.kind === 'transient') dead.add(publisher)
          throw error
        }
      }
      return lanes.get(publisher)?.(rank, work) ?? work()
    },
  }
}
export type OpenClient = ReturnType<typeof createOpenClient>

/** One work at a time; of those that wait, the one with the least rank is next, and of equal ones the first that came. */
function createLane() {
  const waiting: { rank: number; run: () => Promise<void> }[] = []
  let isRunning = false

  async function drain(): Promise<void> {
    if (isRunning) return
    isRunning = true
    for (let next = takeFirst(); next !== undefined; next = takeFirst()) await next.run()
    isRunning = false
  }

  function takeFirst() {
    const least = Math.min(...waiting.map(({ rank }) => rank))
    const at = waiting.findIndex(({ rank }) => rank === least)
    return at === -1 ? undefined : waiting.splice(at, 1)[0]
  }

  return function inTurn<Result>(rank: number, work: () => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    waiting.push({ rank, run: () => work().then(resolve, reject) })
    void drain()
    return promise
  }
}

/** Address of a call below the publisher's own, which may have a path. */
export function openUrl(base: URL, { path, query }: DatasetCall): URL {
  const url = new URL(`${base.href.replace(/\/$/, '')}${path}`)
  url.search = new URLSearchParams(query).toString()
  return url
}

/** Base addresses from settings, each publisher's own where none is set. */
export function openBaseUrls(settings: Readonly<Partial<Record<OpenPublisherId, URL>>>): Record<OpenPublisherId, URL> {
  return Object.fromEntries(
    openPublisherIds.map((id) => [id, settings[id] ?? new URL(publisherLimits[id].baseUrl)]),
  ) as Record<OpenPublisherId, URL>
}

function notCalled(publisher: OpenPublisherId, kind: 'gap' | 'paused' | 'budget'): UpstreamError {
  const why = {
    gap: 'other calls of it take too long',
    paused: 'it asked for a pause',
    budget: 'its calls of today are used up',
  }
  return new UpstreamError('rejected', `${publisher} was not called: ${why[kind]}`)
}

/** Below a tenth of its quota a portal is asked once an hour (docs/operate/open-sources.md#calls). */
function saysQuotaIsLow(headers: Headers): boolean {
  const [limit, remaining] = ['x-ratelimit-limit', 'x-ratelimit-remaining'].map((name) =>
    Number(headers.get(name) ?? 'x'),
  )
  return limit !== undefined && remaining !== undefined && remaining < limit / 10
}

/** Portals answer with a page and status 200 when they are closed for maintenance. */
function isWebPage(headers: Headers, body: Uint8Array): boolean {
  return headers.get('content-type')?.includes('text/html') === true || body[0] === '<'.charCodeAt(0)
}

/** When a used-up quota of Opendatasoft is renewed; null when the error is another. */
function quotaResetOf({ body }: UpstreamError): Temporal.Instant | null {
  try {
    const json: unknown = JSON.parse(body ?? '')
    if (typeof json !== 'object' || json === null || !('errorcode' in json) || !('reset_time' in json)) return null
    if (json.errorcode !== quotaErrorCode || typeof json.reset_time !== 'string') return null
    return Temporal.Instant.from(json.reset_time)
  } catch {
    return null
  }
}
