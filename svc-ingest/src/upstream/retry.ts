import { setTimeout as delay } from 'node:timers/promises'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'

export type RetryDeps = {
  /** Waits; rejects when the job is aborted. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** 0–1; jitter that spreads clients which failed together. */
  random: () => number
}

/** Attempts of one request before the job fails. */
const maxTries = 4
const firstBackoffMs = 500
/** A job does not wait longer than this: its queue is paused instead. */
const maxWaitInJobMs = 20_000
/** Wait after a 429 that names no time, ms: publishers count calls by the minute or longer. */
const unstatedRetryAfterMs = 60_000

/** Wait before the next call after a `rate_limited` answer, ms: the upstream's `Retry-After`, else a minute. */
export function waitAfterRefusalMs({ retryAfterMs }: Pick<UpstreamError, 'retryAfterMs'>): number {
  return retryAfterMs ?? unstatedRetryAfterMs
}

/**
 * Retries a request: `transient` failures with exponential backoff and jitter, `rate_limited` after {@link waitAfterRefusalMs}.
 * Every other failure, and a wait above 20 s, is thrown to the caller.
 */
export async function callWithRetry<Result>(
  deps: RetryDeps,
  attempt: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const waitMs = waitBeforeRetryMs(error, tries, deps.random())
      if (waitMs === null || tries === maxTries || signal?.aborted) throw error
      await deps.sleep(waitMs, signal)
    }
  }
}

/** Wait before the next attempt, ms; null when another attempt is useless or too late. */
function waitBeforeRetryMs(error: unknown, tries: number, random: number): number | null {
  if (!(error instanceof UpstreamError) || (error.kind !== 'transient' && error.kind !== 'rate_limited')) return null
  const backoffMs = firstBackoffMs * 2 ** (tries - 1) * (0.5 + random)
  const waitMs = error.kind === 'rate_limited' ? waitAfterRefusalMs(error) : (error.retryAfterMs ?? backoffMs)
  return waitMs > maxWaitInJobMs ? null : waitMs
}

/** Waits `ms`; rejects at once when the signal aborts. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, signal ? { signal } : {})
}
