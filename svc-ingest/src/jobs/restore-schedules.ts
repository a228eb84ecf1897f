import { openQueues } from '@hexawatt/shared/queue/read-queues'
import type { RedisConnection } from '@hexawatt/shared/redis/connect'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Queue } from 'bullmq'
import { repeatWork } from './repeat-work.ts'

/** Schedulers that a queue must hold. `restore` puts them back; several programs may call it at once. */
type DeclaredSchedules = { queue: string; schedulerIds: readonly string[]; restore: () => Promise<void> }

type RestoreDeps = {
  redis: RedisConnection
  logger: Logger
  declared: readonly DeclaredSchedules[]
  /** Called after a restore: jobs that were in Redis are lost too. */
  onRestored: () => void
  /** Interval of the check, ms. */
  everyMs?: number
}

/** Schedules and jobs are in Redis again within a minute of their loss. */
const checkEveryMs = 20_000
/** Time that a stop waits for a running check, ms: while Redis is away the check may not end. */
const stopTimeoutMs = 2_000

/**
 * Checks that Redis holds every declared schedule, and restores lost ones: a Redis that was flushed or comes back empty would never poll again.
 * While Redis is away it does nothing; the next check follows.
 */
export function restoreLostSchedules(deps: RestoreDeps): { stop: () => Promise<void> } {
  const { redis, logger, declared, onRestored, everyMs = checkEveryMs } = deps
  let queues: ReadonlyMap<string, Queue> | null = null

  async function isComplete({ queue: name, schedulerIds }: DeclaredSchedules): Promise<boolean> {
    const present = new Set((await queues?.get(name)?.getJobSchedulers())?.map(({ key }) => key))
    return schedulerIds.every((id) => present.has(id))
  }

  async function check(): Promise<void> {
    // Queues that are opened while Redis is away stay unusable when it is back.
    if (redis.status !== 'ready') return
    queues ??= new Map(openQueues(redis).map((queue) => [queue.name, queue]))
    const complete = await Promise.all(declared.map(isComplete))
    const lost = declared.filter((_, index) => complete[index] === false)
    if (lost.length === 0) return
    logger.warn({ queues: lost.map(({ queue }) => queue) }, 'restoring schedules that redis has lost')
    for (const { restore } of lost) await restore()
    onRestored()
  }

  const checks = repeatWork(logger, { label: 'check schedules', everyMs, work: check, stopTimeoutMs })
  // A Redis that is back may be another one, or an empty one.
  redis.on('ready', checks.runNow)
  return {
    async stop(): Promise<void> {
      redis.off('ready', checks.runNow)
      await checks.stop()
    },
  }
}
