/** Time and chance: real ones, unless a test brings its own. */
export type Timers = {
  /** Resolves after `ms`; rejects with the reason of the signal as soon as it aborts. */
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** A number from 0 up to, not including, 1. */
  random: () => number
  /** Milliseconds since 1970. */
  nowMs: () => number
}

export const realTimers: Timers = { sleep, random: Math.random, nowMs: Date.now }

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
