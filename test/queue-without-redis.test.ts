import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { EmbeddedServer } from '@hexawatt/dev/src/embedded/processes.ts'
import { startEmbeddedRedis } from '@hexawatt/dev/src/embedded/redis.ts'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { closeQueue, closeWorker, openQueue, startWorker } from '@hexawatt/shared/queue/workers'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import type { Queue, Worker } from 'bullmq'
import * as v from 'valibot'

const logger = createLogger('test', 'silent')
const cacheDir = join(import.meta.dir, '../.hexawatt/cache')
let folder: string
let redis: EmbeddedServer
let queue: Queue
let worker: Worker

beforeAll(async () => {
  folder = await makeTemporaryFolder()
  redis = await startEmbeddedRedis({ dataDir: folder, cacheDir })
  const deps = { queueAddress: redis.url, logger }
  queue = openQueue('test', deps)
  worker = startWorker(deps, {
    queueName: 'test',
    activity: 'test job',
    schema: v.unknown(),
    work: async () => undefined,
  })
  await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()])
  const lost = new Promise<void>((resolve) => worker.once('ioredis:close', () => resolve()))
  await redis.stop()
  await lost
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

test('a program that stops while Redis is away closes its queues without an error', async () => {
  expect(await closeQueue(queue, logger)).toBeUndefined()
})

test('a program that stops while Redis is away closes its workers without an error and without waiting for Redis', async () => {
  expect(await closeWorker(worker, logger)).toBeUndefined()
})

test('closed queues and workers stay closed when Redis returns', async () => {
  redis = await startEmbeddedRedis({ dataDir: folder, cacheDir, port: redis.port })
  const watcher = openQueue('test', { queueAddress: redis.url, logger })
  await watcher.waitUntilReady()
  // BullMQ's longest pause between two attempts after so short an absence is 1 s.
  await Bun.sleep(2_500)
  expect(await watcher.getWorkersCount()).toBe(0)
  await watcher.close()
  await redis.stop()
})
