import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { type ReviseDeps, revisePoints } from '../points/revise-points.ts'
import { type Repetition, repeatWork } from './repeat-work.ts'

/** Interval of revisions, ms: without requests each is one small query. */
const reviseEveryMs = 5_000
/** A revision writes in one transaction: a stop waits for it longer than for other work. */
const stopTimeoutMs = 8_000

/**
 * Revises stored points in the background: neither a poll nor a live snapshot waits for it. Every program tries; a lock in the database admits
 * one at a time.
 */
export function startRevisions(deps: ReviseDeps & { logger: Logger }): Repetition {
  const { logger } = deps
  return repeatWork(logger, {
    label: 'revise points',
    everyMs: reviseEveryMs,
    stopTimeoutMs,
    async work() {
      const revision = await revisePoints(deps)
      if (revision.points > 0) logger.info(revision, 'points revised')
    },
  })
}
