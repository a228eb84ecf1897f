import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { EmbeddedServer } from '@hexawatt/dev/src/embedded/processes.ts'
import { startEmbeddedRedis } from '@hexawatt/dev/src/embedded/redis.ts'
import { temporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { closeQueue, closeWorker, producerConnection, workerConnection } from '@hexawatt/shared/queue/connection'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { Queue, Worker } from 'bullmq'

const logger = createLogger('test', 'silent')
const cacheDir = join(import.meta.dir, '../.hexawatt/cache')
let folder: string
let redis: EmbeddedServer
let queue: Queue
let worker: Worker

beforeAll(async () => {
  folder = await temporaryFolder()
  redis = await startEmbeddedRedis({ dataDir: folder, cacheDir })
  queue = new Queue('test', { connection: producerConnection(redis.url) })
  worker = new Worker('test', async () => undefined, { connection: workerConnection(redis.url) })
  queue.on('error', () => undefined)
  worker.on('error', () => undefined)
  await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()])
  const lost = new Promise<void>((resolve) => worker.once('ioredis:close', () => resolve()))
  await redis.stop()
  await lost
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

test('a program that stops while Redis is away leaves its queues without an error', async () => {
  expect(await closeQueue(queue, logger)).toBeUndefined()
})

test('a program that stops while Redis is away leaves its workers without an error, and does not wait for Redis', async () => {
  expect(await closeWorker(worker, logger)).toBeUndefined()
})

test('neither comes back when Redis does', async () => {
  redis = await startEmbeddedRedis({ dataDir: folder, cacheDir, port: redis.port })
  const watcher = new Queue('test', { connection: producerConnection(redis.url) })
  await watcher.waitUntilReady()
  // BullMQ's longest pause between two attempts after so short an absence is 1 s.
  await Bun.sleep(2_500)
  expect(await watcher.getWorkersCount()).toBe(0)
  await watcher.close()
  await redis.stop()
})
