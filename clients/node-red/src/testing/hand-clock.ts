import type { Timers } from '../timing/timers.ts'

const maxPlatformTimerMs = 2 ** 31 - 1

/** Clock and timers controlled by the test; work started by a timer is done before `moveTo` returns. */
export function createHandClock(start: string) {
  let nowMs = Date.parse(start)
  const pending = new Set<{ dueMs: number; run: () => void }>()
  const timers: Timers = {
    nowMs: () => nowMs,
    after(ms, run) {
      if (ms > maxPlatformTimerMs) throw new RangeError(`the platform would run a timer of ${ms} ms at once`)
      const timer = { dueMs: nowMs + ms, run }
      pending.add(timer)
      return () => pending.delete(timer)
    },
  }
  return {
    timers,
    /** Timers that wait. */
    pendingCount: () => pending.size,
    /** Advances to an instant, and stops at each timer on the way. */
    async moveTo(instant: string): Promise<void> {
      const endMs = Date.parse(instant)
      for (;;) {
        const next = [...pending].filter(({ dueMs }) => dueMs <= endMs).sort((one, other) => one.dueMs - other.dueMs)[0]
        if (next === undefined) break
        nowMs = Math.max(nowMs, next.dueMs)
        pending.delete(next)
        next.run()
        await waitUntilSettled()
      }
      nowMs = endMs
    },
  }
}

/** Ends when pending work is done: real requests are not awaited. */
export function waitUntilSettled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
