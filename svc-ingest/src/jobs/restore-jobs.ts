import { openQueues } from '@hexawatt/shared/queue/read-queues'
import type { RedisConnection } from '@hexawatt/shared/redis/connect'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Queue } from 'bullmq'
import type { PollPlan } from './poll-plan.ts'
import { repeatWork } from './repeat-work.ts'

/** Schedulers that a queue must hold. `restore` puts them back; several programs may call it at once. */
type DeclaredSchedules = { queue: string; schedulerIds: readonly string[]; restore: () => Promise<void> }

type RestoreDeps = {
  redis: RedisConnection
  logger: Logger
  plan: Pick<PollPlan, 'findUnplanned' | 'planNext'>
  declared: readonly DeclaredSchedules[]
  /** Removes the queues of an earlier release when its programs have stopped. */
  removeFormerQueues: (redis: RedisConnection) => Promise<void>
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
 * Checks that Redis holds a job of every source and every declared schedule, and restores lost jobs: after a flush or an empty restart of Redis, nothing would
 * ever be polled again. A source whose job is lost is planned by its rhythm, so that only due sources are polled at once. While Redis is away the check does
 * nothing; the next one follows.
 */
export function restoreLostJobs(deps: RestoreDeps): { stop: () => Promise<void> } {
  const { redis, logger, plan, declared, removeFormerQueues, onRestored, everyMs = checkEveryMs } = deps
  let queues: ReadonlyMap<string, Queue> | null = null

  async function isComplete({ queue: name, schedulerIds }: DeclaredSchedules): Promise<boolean> {
    const present = new Set((await queues?.get(name)?.getJobSchedulers())?.map(({ key }) => key))
    return schedulerIds.every((id) => present.has(id))
  }

  async function check(): Promise<void> {
    if (redis.status !== 'ready') return
    // Queues that are opened while Redis is away stay unusable when it is back.
    queues ??= new Map(
      openQueues(
        redis,
        declared.map(({ queue }) => queue),
      ).map((queue) => [queue.name, queue]),
    )
    const complete = await Promise.all(declared.map(isComplete))
    const lost = declared.filter((_, index) => complete[index] === false)
    const unplanned = await plan.findUnplanned()
    if (lost.length > 0 || unplanned.length > 0) {
      const fields = { queues: lost.map(({ queue }) => queue), sources: unplanned.map(({ id }) => id) }
      logger.warn(fields, 'restoring jobs and schedules that redis has lost')
      for (const { restore } of lost) await restore()
      // A source whose state cannot be read must not keep the others from being polled.
      const planning = await Promise.allSettled(unplanned.map((source) => plan.planNext(source)))
      onRestored()
      for (const planned of planning) if (planned.status === 'rejected') throw planned.reason
    }
    await removeFormerQueues(redis)
  }

  const checks = repeatWork(logger, { label: 'check jobs and schedules', everyMs, work: check, stopTimeoutMs })
  // A Redis that is back may be another one, or an empty one.
  redis.on('ready', checks.runNow)
  return {
    async stop(): Promise<void> {
      redis.off('ready', checks.runNow)
      await checks.stop()
    },
  }
}
