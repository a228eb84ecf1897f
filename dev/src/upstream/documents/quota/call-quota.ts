import { OperatorError } from '../../operator/operator-error.ts'

/** Milliseconds in one second. */
const secondMs = 1_000

/**
 * The least time between two answered calls of one application. It passes in real time: an offset of the data's clock does
 * not concern quotas. A call that is refused costs nothing. All tokens of this upstream belong to its one application,
 * so that a new token gives no new call.
 *
 * @param minIntervalMs least time between two calls, ms
 * @param readMs the real time, ms
 */
export function createCallQuota(minIntervalMs: number, readMs: () => number = Date.now) {
  let nextCallMs = Number.NEGATIVE_INFINITY
  return {
    /** Counts a call. @throws OperatorError 429 with the seconds to wait */
    admit(): void {
      const nowMs = readMs()
      if (nowMs < nextCallMs) {
        const seconds = Math.ceil((nextCallMs - nowMs) / secondMs)
        throw new OperatorError(429, 'COMMON_ERROR_T05', 'Too many calls in the time window.', {
          'retry-after': String(seconds),
        })
      }
      nextCallMs = nowMs + minIntervalMs
    },
  }
}
