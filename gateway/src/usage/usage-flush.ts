import type { RedisConnection } from '@hexawatt/shared/redis/connect'
import { usageFlushLock } from '@hexawatt/shared/redis/keys'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { hourMs, minuteMs } from '@hexawatt/shared/time/instant'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import type { MonthCounts } from '@hexawatt/shared/usage/month-count'
import type { UsageStore } from './usage-store.ts'

/** `elsewhere`: another gateway flushes, or did within the hour. */
export type FlushOutcome = 'flushed' | 'elsewhere' | 'failed'

/**
 * Pauses before the first turn, and after a turn by its outcome, ms. Each is varied by a tenth, so that gateways started together drift apart. A gateway that
 * left the flush to another one tries again soon, because that one may have stopped.
 */
export type FlushPauses = Readonly<Record<'start' | FlushOutcome, number>>

const defaultPausesMs: FlushPauses = {
  start: minuteMs,
  flushed: hourMs,
  elsewhere: 10 * minuteMs,
  failed: 5 * minuteMs,
}

/** Time-out of one turn, ms; the next turn stores the rest. */
const turnTimeoutMs = 2 * minuteMs
/** Longest time the last flush may delay the stop of the program, ms. */
const stopTimeoutMs = 4_000

export type UsageFlushDeps = FlushDeps & {
  /** Remove what is too old. */
  purges: readonly (() => Promise<void>)[]
  redis: Pick<RedisConnection, 'set' | 'del'>
  logger: Logger
  metrics: Metrics
  realTimeMs: () => number
  pausesMs?: FlushPauses
}

/**
 * Writes the usage of all accounts to Postgres: a minute after the start, then hourly, and when the program stops. A lock in Redis avoids duplicate work of
 * several gateways; correctness does not depend on it.
 */
export function createUsageFlush(deps: UsageFlushDeps) {
  const { redis, logger, purges, pausesMs = defaultPausesMs } = deps
  const observe = createFlushMetrics(deps)
  let timer: Timer | undefined
  let running: Promise<void> = Promise.resolve()
  let isStopped = false

  async function flush(timeoutMs: number): Promise<FlushOutcome> {
    try {
      const flushed = await withTimeout(timeoutMs, flushUsage(deps))
      observe.flushed(flushed)
      if (flushed.withUnknownPlan > 0) {
        logger.warn(flushed, 'usage: Redis counts requests of a plan that the plan table lacks; they have no price')
      }
      return 'flushed'
    } catch (error) {
      logger.warn({ err: error }, 'usage was not flushed')
      observe.failed()
      return 'failed'
    }
  }

  /** One turn: flushes unless another gateway does, or did. Never throws. */
  async function turn(): Promise<FlushOutcome> {
    try {
      const { key, runningTtlMs, doneTtlMs } = usageFlushLock
      if ((await redis.set(key, 'running', 'PX', runningTtlMs, 'NX')) === null) return 'elsewhere'
      const outcome = await flush(turnTimeoutMs)
      for (const purge of purges) {
        await purge().catch((error: unknown) => logger.warn({ err: error }, 'old usage was not removed'))
      }
      if (outcome === 'flushed') await redis.set(key, 'done', 'PX', doneTtlMs)
      else await redis.del(key)
      return outcome
    } catch (error) {
      logger.warn({ err: error }, 'usage was not flushed: the lock in Redis could not be read')
      observe.failed()
      return 'failed'
    }
  }

  function plan(pauseMs: number): void {
    if (isStopped) return
    timer = setTimeout(() => {
      running = turn().then((outcome) => plan(pausesMs[outcome]))
    }, vary(pauseMs))
  }

  return {
    turn,
    start: (): void => plan(pausesMs.start),
    /** Ends the turns and flushes once more, without the lock. Never throws, and returns in bounded time. */
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      // A running turn may have read an account before its last requests: it may end, but one more flush follows.
      const turnEnded = withTimeout(stopTimeoutMs, running).catch(() => undefined)
      await Promise.all([turnEnded, flush(stopTimeoutMs)])
    },
  }
}

/** A pause, made a tenth longer or shorter at random. */
function vary(pauseMs: number): number {
  return pauseMs * (0.9 + 0.2 * Math.random())
}

export type FlushDeps = {
  counts: MonthCounts
  store: Pick<UsageStore, 'flush' | 'openMonth'>
}

/** How many counts a flush read, and how many of them have requests of a plan that the plan table lacks: these are not stored by plan. */
export type Flushed = { counts: number; withUnknownPlan: number }

/**
 * Opens the month and writes the current counts to Postgres. Idempotent, also in several gateways at once: the greatest count stays.
 * @throws what Redis or Postgres throws; earlier pages are stored
 */
export async function flushUsage({ counts, store }: FlushDeps): Promise<Flushed> {
  await store.openMonth()
  const flushed: Flushed = { counts: 0, withUnknownPlan: 0 }
  for await (const page of counts.scan()) {
    if (page.length > 0) await store.flush(page)
    flushed.counts += page.length
    flushed.withUnknownPlan += page.filter(({ hasUnknownPlan }) => hasUnknownPlan).length
  }
  return flushed
}

/** Metrics of the flush of usage: its last success in this gateway, how much it stored, and how often it failed. */
function createFlushMetrics({ metrics, realTimeMs }: { metrics: Metrics; realTimeMs: () => number }) {
  const flushes = metrics.counter('gateway_usage_flushes_total', 'Usage flushes to Postgres, by outcome', ['outcome'])
  const counts = metrics.gauge('gateway_usage_flushed_counts', 'Account counts that the last flush read')
  const unknownPlans = metrics.gauge(
    'gateway_usage_unknown_plan_counts',
    'Account counts of the last flush with requests of a plan that the plan table lacks',
  )
  const lastFlush = metrics.gauge(
    'gateway_usage_last_flush_timestamp_seconds',
    'Time of the last usage flush by this gateway; 0 before the first',
  )
  return {
    flushed(flushed: Flushed): void {
      flushes.inc({ outcome: 'flushed' })
      counts.set(flushed.counts)
      unknownPlans.set(flushed.withUnknownPlan)
      lastFlush.set(realTimeMs() / 1_000)
    },
    failed(): void {
      flushes.inc({ outcome: 'failed' })
    },
  }
}
