import { expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedRedis } from '@hexawatt/dev/src/embedded/redis.ts'
import { temporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { closeQueue } from '@hexawatt/shared/queue/close-queue'
import { producerConnection } from '@hexawatt/shared/queue/connection'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { Queue } from 'bullmq'

test('a program that stops while Redis is away leaves its queues without an error', async () => {
  const folder = await temporaryFolder()
  const redis = await startEmbeddedRedis({ dataDir: folder, cacheDir: join(import.meta.dir, '../.hexawatt/cache') })
  const queue = new Queue('test', { connection: producerConnection(redis.url) })
  queue.on('error', () => undefined)
  await queue.waitUntilReady()
  await redis.stop()
  expect(await closeQueue(queue, createLogger('test', 'silent'))).toBeUndefined()
  await rm(folder, { recursive: true, force: true })
})
