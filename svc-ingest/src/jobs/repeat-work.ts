import { rerunAfterCurrent } from '@hexawatt/shared/bounds/single-flight'
import { type Logger, runInBackground } from '@hexawatt/shared/telemetry/logger'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'

type RepeatedWork = {
  /** Name of the work, for the log of a failure. */
  label: string
  everyMs: number
  work: () => Promise<unknown>
  /** Longest that a stop waits for a run, ms: without its stores a run may not end. */
  stopTimeoutMs?: number
}

/** Below the time that a program has for its whole stop. */
const usualStopTimeoutMs = 4_000

/** Work that a program repeats until it stops. */
export type Repetition = {
  /** Runs the work now, or after the current run. */
  runNow: () => void
  /** Ends the repetition; a current run may finish. */
  stop: () => Promise<void>
}

/** Repeats work that needs no queue, one run at a time, the first after `everyMs`. A failed run is logged; the next run tries again. */
export function repeatWork(logger: Logger, { label, everyMs, work, stopTimeoutMs }: RepeatedWork): Repetition {
  let running: Promise<void> = Promise.resolve()
  let isStopped = false
  const run = rerunAfterCurrent(async () => {
    // A run that was requested during the current one begins after it, which may be after the stop.
    if (!isStopped) await work()
  })

  function runNow(): void {
    if (isStopped) return
    running = run()
    runInBackground(logger, label, running)
  }

  const timer = setInterval(runNow, everyMs)
  return {
    runNow,
    async stop(): Promise<void> {
      isStopped = true
      clearInterval(timer)
      await withTimeout(stopTimeoutMs ?? usualStopTimeoutMs, running).catch(() => undefined)
    },
  }
}
