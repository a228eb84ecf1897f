import { rerunAfterCurrent } from '@hexawatt/shared/bounds/single-flight'
import { background, type Logger } from '@hexawatt/shared/telemetry/logger'
import { type ReviseDeps, revisePoints } from '../points/revise-points.ts'

/** Interval of revisions, ms: without requests each is one small query. */
const reviseEveryMs = 5_000

/**
 * Revises stored points in the background: neither a poll nor a live snapshot waits for it. Every program tries; a lock in the database admits
 * one at a time.
 */
export function startRevisions(deps: ReviseDeps & { logger: Logger }): { stop: () => Promise<void> } {
  const { logger } = deps
  let running: Promise<void> = Promise.resolve()
  const revise = rerunAfterCurrent(async () => {
    const revision = await revisePoints(deps)
    if (revision.points > 0) logger.info(revision, 'points revised')
  })
  const timer = setInterval(() => {
    running = revise()
    background(logger, 'revise points', running)
  }, reviseEveryMs)
  return {
    async stop(): Promise<void> {
      clearInterval(timer)
      await running.catch(() => undefined)
    },
  }
}
