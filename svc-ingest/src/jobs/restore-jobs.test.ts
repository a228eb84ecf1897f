import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { maintenanceQueueName } from '@hexawatt/shared/queue/queue-names'
import { openQueue, startWorker } from '@hexawatt/shared/queue/workers'
import { until } from '@hexawatt/shared/testing/until'
import type { Job } from 'bullmq'
import * as v from 'valibot'
import { createFormerQueueRemoval } from './former-queues.ts'
import { restoreLostJobs } from './restore-jobs.ts'
import { registerMaintenance } from './schedules.ts'
import { createPollQueueFixture, type PollQueueFixture } from './testing/poll-queue-fixture.ts'

let fixture: PollQueueFixture
const leaving: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  fixture = await createPollQueueFixture(['physical_flows', 'generation_by_type', 'odre_national'])
})
afterEach(async () => {
  await Promise.all(leaving.splice(0).map((leave) => leave()))
  await fixture.stop()
})

/** Starts the check of a program; counts the restored jobs. */
function startCheck() {
  const { redis, redisUrl, logger, createPlan } = fixture
  const restored: string[] = []
  const registerTasks = () => registerMaintenance({ queueAddress: redisUrl, logger })
  const check = restoreLostJobs({
    redis,
    logger,
    plan: createPlan(),
    declared: [{ queue: maintenanceQueueName, schedulerIds: ['maintain_repair_gaps'], restore: registerTasks }],
    removeFormerQueues: createFormerQueueRemoval(logger),
    onRestored: () => restored.push('restored'),
    everyMs: 50,
  })
  leaving.push(check.stop)
  return restored
}

describe('jobs that redis has lost', () => {
  test('are planned again by one of many programs, each source once: only due sources are polled at once', async () => {
    const { redis, queueOf, polledMinutesAgo } = fixture
    const [rte, odre] = [await queueOf('rte'), await queueOf('odre')]
    polledMinutesAgo.set('physical_flows', 60)
    startCheck()
    startCheck()
    for (let round = 0; round < 3; round++) {
      await redis.flushdb()
      const sourcesOf = (jobs: Job[]) => jobs.map((job) => job?.data.source)
      const isRestored = async () =>
        Bun.deepEquals(sourcesOf(await rte.getWaiting()), ['physical_flows']) &&
        Bun.deepEquals(sourcesOf(await rte.getDelayed()), ['generation_by_type']) &&
        (await odre.count()) === 1
      await until('the jobs', isRestored)
    }
  })

  test('are noticed one by one: the job of one source that is gone is put back', async () => {
    const { plan, queueOf, getSource } = fixture
    const rte = await queueOf('rte')
    for (const id of ['physical_flows', 'generation_by_type', 'odre_national']) await plan.planNext(getSource(id))
    const restored = startCheck()
    await until('the first check', () => restored.length > 0)
    const [lost] = (await rte.getDelayed()).filter(({ data }) => data.source === 'physical_flows')
    await lost?.remove()
    await until('its job', async () => (await rte.getDelayed()).length === 2)
  })
})

describe('a source whose state cannot be read', () => {
  test('does not keep the jobs of other sources from being restored', async () => {
    const { queueOf, unreadable } = fixture
    unreadable.add('physical_flows')
    const restored = startCheck()
    const [rte, odre] = [await queueOf('rte'), await queueOf('odre')]
    await until('the other jobs', async () => (await rte.getDelayed()).length === 1 && (await odre.count()) === 1)
    expect(restored.length).toBeGreaterThan(0)
    unreadable.clear()
    await until('its own job', async () => (await rte.getDelayed()).length === 2)
  })
})

describe('queues of a release with one queue per source', () => {
  test('are removed with their schedules, but not while a worker of that release is connected', async () => {
    const { redisUrl, logger } = fixture
    const deps = { queueAddress: redisUrl, logger }
    const openFormer = async (source: string) => {
      const queue = openQueue(`poll_${source}`, deps)
      leaving.push(() => queue.close())
      await queue.waitUntilReady()
      await queue.upsertJobScheduler(`every_${source}`, { every: 60_000 }, { name: 'poll', data: {} })
      return queue
    }
    const former = await openFormer('physical_flows')
    // It comes after the other in the order of the removal.
    const unused = await openFormer('imbalance')
    const worker = startWorker(deps, {
      queueName: 'poll_physical_flows',
      activity: 'poll',
      schema: v.unknown(),
      work: async () => undefined,
    })
    await worker.waitUntilReady()
    startCheck()
    await until('the removal of the unused queue', async () => (await unused.getJobSchedulersCount()) === 0)
    expect(await former.getJobSchedulersCount()).toBe(1)
    await worker.close()
    await until('the removal', async () => (await former.getJobSchedulersCount()) === 0)
    expect(await former.count()).toBe(0)
  })
})
