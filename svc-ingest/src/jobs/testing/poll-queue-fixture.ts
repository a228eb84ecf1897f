import { pollQueueNameOf } from '@hexawatt/shared/queue/queue-names'
import { closeWorker, openQueue } from '@hexawatt/shared/queue/workers'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { createClock } from '@hexawatt/shared/time/clock'
import type { Queue } from 'bullmq'
import type { PollNeed } from '../../planning/poll-need.ts'
import { calmState } from '../../planning/testing/poll-state.ts'
import { getSource } from '../../sources/registry.ts'
import { createPollPlan } from '../poll-plan.ts'
import { startPollWorker } from '../poll-worker.ts'

type WorkerDeps = Parameters<typeof startPollWorker>[2]

const logger = createLogger('test', 'silent')

/** Poll queues on a Redis of the test; the test sets the state on which polls depend. */
export async function createPollQueueFixture(ids: readonly string[]) {
  const redisUrl = await createTestRedisUrl()
  const redis = createRedis(redisUrl, logger)
  await whenRedisReady(redis)
  const sources = ids.map(getSource)
  const clock = createClock()
  const leaving: (() => Promise<unknown>)[] = []
  /** Minutes since the last poll of a source; a source that is not named was polled at this moment. */
  const polledMinutesAgo = new Map<string, number>()
  /** Sources whose state Postgres does not give. */
  const unreadable = new Set<string>()
  const readNeed = async ({ id, fills }: { id: string; fills: PollNeed['feeds'] }): Promise<PollNeed> => {
    if (unreadable.has(id)) throw new Error('canceling statement due to statement timeout')
    const lastPollAt = clock.now().subtract({ minutes: polledMinutesAgo.get(id) ?? 0 })
    return { isWanted: true, feeds: fills, lastSuccess: lastPollAt, state: { ...calmState, lastPollAt } }
  }
  /** The plan as one more program has it. */
  const createPlan = () => createPollPlan({ redis, clock, sources, readNeed })
  const plan = createPlan()
  return {
    redis,
    redisUrl,
    logger,
    plan,
    createPlan,
    /** Starts polling every source, as one more program does. */
    async startPolls(): Promise<void> {
      for (const source of sources) await createPlan().planStart(source)
    },
    polledMinutesAgo,
    unreadable,
    getSource,
    async queueOf(publisher: Parameters<typeof pollQueueNameOf>[0]): Promise<Queue> {
      const queue = openQueue(pollQueueNameOf(publisher), { queueAddress: redisUrl, logger })
      leaving.push(() => queue.close())
      await queue.waitUntilReady()
      return queue
    },
    work(
      publisher: Parameters<typeof startPollWorker>[0],
      runPoll: WorkerDeps['runPoll'],
      changes: Partial<WorkerDeps> = {},
    ) {
      const worker = startPollWorker(publisher, publisher === 'rte' ? sources.length : 1, {
        queueAddress: redisUrl,
        logger,
        whenPostgresAnswers: async () => undefined,
        stopping: new AbortController().signal,
        sources,
        plan,
        runPoll,
        hasRoom: async () => true,
        ...changes,
      })
      leaving.push(() => closeWorker(worker, logger))
      return worker
    },
    async stop(): Promise<void> {
      await Promise.all(leaving.map((leave) => leave()))
      redis.disconnect()
    },
  }
}
export type PollQueueFixture = Awaited<ReturnType<typeof createPollQueueFixture>>

/** Counts the polls of each source; a poll has the given outcome, else it succeeds. */
export function countPolls(outcomes: Readonly<Record<string, () => Promise<unknown>>> = {}) {
  const polls: Record<string, number> = {}
  const runPoll = async ({ id }: { id: string }) => {
    polls[id] = (polls[id] ?? 0) + 1
    await outcomes[id]?.()
    return 'polled' as const
  }
  return { polls, runPoll }
}
