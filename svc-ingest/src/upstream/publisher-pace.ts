import { type SourceName, sourceNames } from '@hexawatt/shared/grid/publishers'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import type { PublisherPolicies } from '../sources/publishers.ts'
import {
  claimPublisherCall,
  pausePublisher,
  type Refusal,
  recordPublisherAnswered,
  recordQuota,
} from './publisher-pace-store.ts'
import { type RetryDeps, waitAfterRefusalMs } from './retry.ts'

type PaceDeps = Pick<RetryDeps, 'sleep'> & {
  sql: Sql
  logger: Logger
  policies: PublisherPolicies
  /** Scales the gaps between calls: 1 with real publishers, 0 where the product's own demo upstream answers. */
  gapScale: number
}

/** A call waits for the gap after the calls before it at most this long, ms. */
const maxGapWaitMs = 4 * 60_000
/** Where the gap is longer, a failed call is not repeated: the next planned time is the repetition. */
const maxRetryGapMs = 60_000
/** Shortest pause after a 429, ms, whatever it names. */
const minPauseMs = 30_000
/** Answer of Opendatasoft when the quota is used up. */
const quotaErrorCode = 10_002

/**
 * The pace of the publishers that have one: one call of a publisher at a time with its gap between them, a budget per day, and a pause for all programs after a
 * refusal. Other publishers have no pace: {@link paceOf} gives null for them.
 */
export function createPublisherPace({ sql, logger, policies, gapScale, sleep }: PaceDeps) {
  async function awaitTurn(
    publisher: SourceName,
    pace: Pace,
    yieldsToFeeds: boolean,
    signal?: AbortSignal,
  ): Promise<void> {
    for (let waitedMs = 0; ; ) {
      const { gapMs, callsPerDay, feedCallsPerDay = 0 } = pace
      // Where the product's own upstream answers there is no day to save calls for.
      const keptCalls = yieldsToFeeds && gapScale > 0 ? feedCallsPerDay : 0
      const refusal = await claimPublisherCall(sql, publisher, { gapMs: gapMs * gapScale, callsPerDay, keptCalls })
      if (refusal === null) return
      if (refusal.kind !== 'gap' || waitedMs + refusal.waitMs > maxGapWaitMs)
        throw createNotCalledError(publisher, refusal.kind)
      waitedMs += refusal.waitMs
      await sleep(refusal.waitMs, signal)
    }
  }

  /** Pauses the publisher for every program. The error says so once; retries of the same poll would only prolong the pause. */
  async function pauseAfter(publisher: SourceName, error: UpstreamError): Promise<UpstreamError> {
    const until = readQuotaReset(error)
    const waitMs = Math.max(minPauseMs, waitAfterRefusalMs(error))
    const pauseMs = await pausePublisher(sql, publisher, { until, waitMs, reason: error.message.slice(0, 200) })
    logger.warn({ publisher, pauseMs, err: error.message }, 'publisher paused: it refuses calls')
    return new UpstreamError('rejected', `${publisher} is paused for ${Math.round(pauseMs / 1000)} s: ${error.message}`)
  }

  function createPaceOf(publisher: SourceName, pace: Pace) {
    /** Whether the last call failed in spite of retries. Then it is called once per poll until it answers: the budget has to last the day. */
    let isDead = false
    return {
      /** Runs calls one at a time; the waiting call with the least rank is next. */
      inTurn: createLane(),
      /** Waits for the gap and counts the call. @throws UpstreamError `rejected` while the publisher is paused or its budget of the day is used up */
      awaitTurn: (yieldsToFeeds: boolean, signal?: AbortSignal) => awaitTurn(publisher, pace, yieldsToFeeds, signal),
      /** Whether a failed call may be repeated at once. */
      mayRetry: () => pace.gapMs * gapScale <= maxRetryGapMs && !isDead,
      /** Records an answer, also an answer without content. */
      async noteAnswer(headers: Headers | null): Promise<void> {
        await recordPublisherAnswered(sql, publisher)
        if (headers !== null) await recordQuota(sql, publisher, isQuotaLowIn(headers))
      },
      /** The error of a failed call; a refusal pauses the publisher. */
      async errorOf(error: UpstreamError): Promise<UpstreamError> {
        return error.kind === 'rate_limited' || error.status === 403 ? pauseAfter(publisher, error) : error
      },
      /** Records how a call ended after all its retries. */
      noteOutcome(error: unknown): void {
        if (error === null) isDead = false
        else if (error instanceof UpstreamError && error.kind === 'transient') isDead = true
      },
    }
  }

  const paces = new Map<SourceName, ReturnType<typeof createPaceOf>>()
  for (const id of sourceNames) {
    const { pace } = policies[id]
    if (pace !== null) paces.set(id, createPaceOf(id, pace))
  }
  return function paceOf(publisher: SourceName): ReturnType<typeof createPaceOf> | null {
    return paces.get(publisher) ?? null
  }
}

type Pace = { gapMs: number; callsPerDay: number; feedCallsPerDay?: number }

/** One call at a time; the waiting call with the least rank is next, and of equal ranks the earliest call. */
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

function createNotCalledError(publisher: SourceName, kind: Refusal['kind']): UpstreamError {
  const why = {
    gap: 'other calls of it take too long',
    paused: 'it asked for a pause',
    budget: 'its calls of today are used up',
    kept: 'the rest of its calls of today is kept for the feeds',
  }
  return new UpstreamError('rejected', `${publisher} was not called: ${why[kind]}`)
}

/** Below a tenth of its quota a portal is asked once an hour (docs/operate/open-sources.md#calls). */
function isQuotaLowIn(headers: Headers): boolean {
  const [limit, remaining] = ['x-ratelimit-limit', 'x-ratelimit-remaining'].map((name) =>
    Number(headers.get(name) ?? 'x'),
  )
  return limit !== undefined && remaining !== undefined && remaining < limit / 10
}

/** When a used-up quota of Opendatasoft is renewed; null when the error is another. */
function readQuotaReset({ body }: UpstreamError): Temporal.Instant | null {
  try {
    const json: unknown = JSON.parse(body ?? '')
    if (typeof json !== 'object' || json === null || !('errorcode' in json) || !('reset_time' in json)) return null
    if (json.errorcode !== quotaErrorCode || typeof json.reset_time !== 'string') return null
    return Temporal.Instant.from(json.reset_time)
  } catch {
    return null
  }
}
