import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { hourMs } from '@hexawatt/shared/time/instant'
import { type Repetition, repeatWork } from '../jobs/repeat-work.ts'
import { requestHoursBehindMixes } from './hour-request-store.ts'
import { type HoursDeps, refreshHours } from './refresh-hours.ts'

/** Interval of the computation, ms: without requests each is one small query. */
const refreshEveryMs = 5_000
/** Pieces of one run; the points of a tick are computed in between. */
const piecesPerRun = 4
/** A piece writes in one transaction: a stop waits for it longer than for other work. */
const stopTimeoutMs = 8_000

/** Interval at which hours are compared with the mixes of neighbours, ms. */
const compareEveryMs = 6 * hourMs

/** Computes the requested hours in the background: neither a poll nor a point waits for it. */
export function startHours(deps: HoursDeps & { logger: Logger; stopping: AbortSignal }): Repetition {
  const { sql, clock, logger, stopping } = deps
  let comparedAtMs: number | null = null

  async function compareWithMixes(): Promise<void> {
    const now = clock.now()
    // A replay may set the clock back.
    if (comparedAtMs !== null && Math.abs(now.epochMilliseconds - comparedAtMs) < compareEveryMs) return
    await requestHoursBehindMixes(sql, now)
    comparedAtMs = now.epochMilliseconds
  }

  return repeatWork(logger, {
    label: 'compute hours',
    everyMs: refreshEveryMs,
    stopTimeoutMs,
    async work() {
      await compareWithMixes()
      for (let piece = 0; piece < piecesPerRun && !stopping.aborted; piece += 1) {
        const { computed, changed, isDone } = await refreshHours(deps)
        if (changed > 0) logger.debug({ computed, changed }, 'hours computed')
        if (isDone) return
      }
    },
  })
}
