/** Clock and timer; tests replace them. */
export type Timers = {
  /** Milliseconds since 1970. */
  nowMs(): number
  /** Runs `run` after `ms` unless the returned function is called before. */
  after(ms: number, run: () => void): () => void
}

export const realTimers: Timers = {
  nowMs: Date.now,
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Returned by {@link waitUntil} before anything waits. */
export const ignoreCancel = (): void => undefined

/** Longest single timer, ms: after it a machine that slept, or a clock that was set, is noticed. The platform's own limit is 24.8 days. */
const maxTimerMs = 10 * 60_000

/** Runs `run` at an instant, ms since 1970 (never before it returns), with one timer at a time. The returned function cancels it. */
export function waitUntil(timers: Timers, atMs: number, run: () => void): () => void {
  function startTimer(): () => void {
    const restMs = Math.max(0, atMs - timers.nowMs())
    return timers.after(Math.min(restMs, maxTimerMs), () => {
      if (timers.nowMs() >= atMs) run()
      else cancel = startTimer()
    })
  }
  let cancel = startTimer()
  return () => cancel()
}
