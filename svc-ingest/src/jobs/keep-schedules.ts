import { background } from '@hexawatt/shared/telemetry/background'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { withinTime } from '@hexawatt/shared/time/within-time'
import type { Queue } from 'bullmq'
import { openQueues, type Redis } from './read-queues.ts'

/** Schedulers that must stand in a queue, and what puts them back: by several programs at once too. */
type DeclaredSchedules = { queue: string; schedulerIds: readonly string[]; restore: () => Promise<void> }

type KeepSchedulesDeps = {
  redis: Redis
  logger: Logger
  declared: readonly DeclaredSchedules[]
  /** Called when something was put back: jobs that stood in Redis are lost too. */
  onRestored: () => void
  /** Schedules are looked for so often, ms. */
  everyMs?: number
}

/** With what follows from it, everything that must be in Redis is there again within a minute of its loss. */
const checkEveryMs = 20_000
/** Longest a look is waited for when the program stops, ms: while Redis is away it may not come back. */
const stopTimeoutMs = 2_000

/**
 * Looks whether Redis still holds every declared schedule, and puts back what it has lost: a Redis that comes back empty, or was flushed,
 * would never poll again. Nothing is done while Redis is away; the next look follows.
 */
export function keepSchedules(deps: KeepSchedulesDeps): { stop: () => Promise<void> } {
  const { redis, logger, declared, onRestored, everyMs = checkEveryMs } = deps
  let queues: ReadonlyMap<string, Queue> | null = null
  let running: Promise<void> | null = null

  async function isComplete({ queue: name, schedulerIds }: DeclaredSchedules): Promise<boolean> {
    const present = new Set((await queues?.get(name)?.getJobSchedulers())?.map(({ key }) => key))
    return schedulerIds.every((id) => present.has(id))
  }

  async function check(): Promise<void> {
    // Queues that are opened while Redis is away stay of no use when it is back.
    if (redis.status !== 'ready') return
    queues ??= new Map(openQueues(redis).map((queue) => [queue.name, queue]))
    const complete = await Promise.all(declared.map(isComplete))
    const lost = declared.filter((_, index) => complete[index] === false)
    if (lost.length === 0) return
    logger.warn({ queues: lost.map(({ queue }) => queue) }, 'redis has lost schedules: they are put back')
    for (const { restore } of lost) await restore()
    onRestored()
  }

  const timer = setInterval(() => {
    // A look that takes long is not joined by another one.
    running ??= check().finally(() => {
      running = null
    })
    background(logger, 'look for schedules', running)
  }, everyMs)
  return {
    async stop(): Promise<void> {
      clearInterval(timer)
      if (running !== null) await withinTime(stopTimeoutMs, running).catch(() => undefined)
    },
  }
}
