import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { maintenanceQueueName } from '@hexawatt/shared/queue/queue-names'
import { openQueue } from '@hexawatt/shared/queue/workers'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import type { Queue, Worker } from 'bullmq'
import { maintenanceTasks, maintenanceTimes } from './job-definitions.ts'
import { startMaintenanceWorker } from './maintenance-worker.ts'
import { registerMaintenance } from './schedules.ts'

const logger = createLogger('test', 'silent')
let redisUrl: string
let queue: Queue
let worker: Worker | null = null

beforeEach(async () => {
  redisUrl = await createTestRedisUrl()
  queue = openQueue(maintenanceQueueName, { queueAddress: redisUrl, logger })
  await queue.waitUntilReady()
})
afterEach(async () => {
  await worker?.close()
  worker = null
  await queue.close()
})

describe('maintenance', () => {
  test('has one scheduler per task, however many programs register it, and no other', async () => {
    await queue.upsertJobScheduler('of_an_older_release', { every: 1_000 }, { name: 'x', data: {} })
    await Promise.all([1, 2, 3].map(() => registerMaintenance({ queueAddress: redisUrl, logger })))
    const schedulers = await queue.getJobSchedulers()
    expect(schedulers.map(({ key, every }) => [key, every]).sort()).toEqual(
      maintenanceTasks.map((task) => [`maintain_${task}`, maintenanceTimes[task].everyMs]).sort(),
    )
    expect(await queue.getJobCounts('delayed')).toEqual({ delayed: maintenanceTasks.length })
  })

  test('runs its tasks one at a time, and a failing task does not stop the others', async () => {
    const done: string[] = []
    let running = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    worker = startMaintenanceWorker({
      queueAddress: redisUrl,
      logger,
      tracing: null,
      whenPostgresAnswers: async () => undefined,
      stopping: new AbortController().signal,
      maintain: async (task) => {
        expect(++running).toBe(1)
        await Bun.sleep(5)
        running--
        done.push(task)
        if (done.length === maintenanceTasks.length) resolve()
        if (task === 'make_partitions') throw new Error('no room')
      },
    })
    for (const task of maintenanceTasks) await queue.add(task, { v: 1, task }, { attempts: 1 })
    await promise
    expect(done).toEqual([...maintenanceTasks])
  })

  test('a task that meets a failover of Postgres is completed by the same job, which has only one attempt', async () => {
    let runs = 0
    worker = startMaintenanceWorker({
      queueAddress: redisUrl,
      logger,
      tracing: null,
      whenPostgresAnswers: async () => undefined,
      stopping: new AbortController().signal,
      maintain: async () => {
        runs++
        if (runs === 1)
          throw Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' })
      },
    })
    const job = await queue.add('make_partitions', { v: 1, task: 'make_partitions' }, { attempts: 1 })
    while ((await job.getState()) !== 'completed') await Bun.sleep(10)
    expect(runs).toBe(2)
  })
})
