import { HexawattConnectionError } from '../errors/hexawatt-connection-error.ts'
import { HexawattProblem } from '../errors/hexawatt-problem.ts'
import type { Settings } from './settings.ts'

/** Upper end of the first wait when the API does not say how long, ms; it doubles with each try. */
const firstBackOffMs = 500

export type RetrySettings = Pick<Settings, 'maxRetries' | 'maxWaitMs' | 'timers'>

/** Makes what tries a request again where that can help. */
export function createRetries({ maxRetries, maxWaitMs, timers }: RetrySettings) {
  /** Wait before the next try, ms; null when the error stands. */
  function waitMs(error: unknown, retry: number): number | null {
    if (retry >= maxRetries || !canPass(error)) return null
    if (error.retryAfterSeconds === null) {
      // Anywhere up to the limit ("full jitter"): clients that failed together must not come back together.
      return timers.random() * Math.min(maxWaitMs, firstBackOffMs * 2 ** retry)
    }
    const askedMs = error.retryAfterSeconds * 1_000
    return askedMs > maxWaitMs ? null : askedMs
  }

  /** Runs `attempt` until it succeeds; throws its last error, or the reason of the signal. */
  return async function withRetries<T>(attempt: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    for (let retry = 0; ; retry++) {
      try {
        return await attempt()
      } catch (error) {
        const ms = waitMs(error, retry)
        if (ms === null) throw error
        await timers.sleep(ms, signal)
      }
    }
  }
}

/** Refusals that pass within seconds, beside those of status 503. */
const passingCodes: ReadonlySet<string> = new Set(['rate_limited', 'too_many_streams'])

/** Whether the same request can succeed a little later. A limit of the month, a key or a parameter does not change by waiting. */
function canPass(error: unknown): error is HexawattProblem | HexawattConnectionError {
  if (error instanceof HexawattProblem) return passingCodes.has(error.code) || error.status === 503
  if (!(error instanceof HexawattConnectionError)) return false
  return error.kind !== 'unexpected_answer' || error.status === 503
}
