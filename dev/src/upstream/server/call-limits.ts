import type { RequestSubject } from '../faults/fault.ts'

/** Longest wait that a limit asks for, ms. */
const maxWaitMs = 3_600_000

type Limit = { nextCallMs: number; refusedInRow: number }

/**
 * One call per period and subject. Limits use real time: an offset of the data's clock does not affect them. All tokens belong to one application, so
 * a new token does not reset a limit.
 *
 * @param readMs reads the real time, ms
 */
export function createCallLimits(readMs: () => number = Date.now) {
  const limits = new Map<RequestSubject, Limit>()
  return {
    /**
     * The wait before the next call, ms; 0 admits this one.
     *
     * @param refusedCalls `doubleTheWait`: each refused call postpones the next one further; `doNotCount`: it changes nothing
     */
    waitMs(subject: RequestSubject, periodMs: number, refusedCalls: 'doNotCount' | 'doubleTheWait'): number {
      const nowMs = readMs()
      const { nextCallMs, refusedInRow } = limits.get(subject) ?? { nextCallMs: nowMs, refusedInRow: 0 }
      if (nowMs >= nextCallMs) {
        limits.set(subject, { nextCallMs: nowMs + periodMs, refusedInRow: 0 })
        return 0
      }
      if (refusedCalls === 'doNotCount') return nextCallMs - nowMs
      const doubledMs = Math.min(maxWaitMs, periodMs * 2 ** Math.min(refusedInRow + 1, 20))
      limits.set(subject, { nextCallMs: nowMs + doubledMs, refusedInRow: refusedInRow + 1 })
      return doubledMs
    },
  }
}
export type CallLimits = ReturnType<typeof createCallLimits>
