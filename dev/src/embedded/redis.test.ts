import { afterAll, expect, test } from 'bun:test'
import { chmod, readdir, readFile, rm, stat, truncate } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import type { RedisConnection } from '@hexawatt/shared/redis/connect'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { type EmbeddedServer, processFacts } from './processes.ts'
import { startEmbeddedRedis } from './redis.ts'
import { temporaryFolder } from './test-servers.ts'

const folder = await temporaryFolder()
const dataDir = join(folder, 'data')
const cacheDir = resolve(import.meta.dir, '../../../.hexawatt/cache')
afterAll(() => rm(folder, { recursive: true, force: true }))

async function withRedis<Result>(
  server: EmbeddedServer,
  work: (redis: RedisConnection) => Promise<Result>,
): Promise<Result> {
  const redis = createRedis(server.url, createLogger('test', 'silent'))
  await whenRedisReady(redis)
  return work(redis).finally(() => redis.disconnect())
}

test('data survive a restart, and nothing is evicted', async () => {
  const first = await startEmbeddedRedis({ dataDir, cacheDir })
  await withRedis(first, (redis) => redis.set('kept', 'yes'))
  await first.stop()
  const second = await startEmbeddedRedis({ dataDir, cacheDir })
  expect(await withRedis(second, (redis) => redis.get('kept'))).toBe('yes')
  expect(await withRedis(second, (redis) => redis.config('GET', 'maxmemory-policy'))).toEqual([
    'maxmemory-policy',
    'noeviction',
  ])
  await second.stop()
})

test('the password is not in the process list', async () => {
  const server = await startEmbeddedRedis({ dataDir, cacheDir })
  const { password } = new URL(server.url)
  expect(password.length).toBeGreaterThan(40)
  expect((await processFacts(server.pid))?.commandLine).not.toContain(password)
  await server.stop()
})

test('other users cannot enter the folder of the data, also one that an earlier version made for everybody', async () => {
  const workingDir = join(dataDir, 'redis')
  const rights = async () => (await stat(workingDir)).mode & 0o777
  expect(await rights()).toBe(0o700)
  await chmod(workingDir, 0o755)
  const server = await startEmbeddedRedis({ dataDir, cacheDir })
  expect(await rights()).toBe(0o700)
  await server.stop()
})

test('a server left running by a killed launcher is stopped and replaced, with its data', async () => {
  const leftover = await startEmbeddedRedis({ dataDir, cacheDir })
  await withRedis(leftover, (redis) => redis.set('late', 'yes'))
  const next = await startEmbeddedRedis({ dataDir, cacheDir })
  await leftover.exited
  expect(await withRedis(next, (redis) => redis.get('late'))).toBe('yes')
  await next.stop()
})

test('a file whose last command is incomplete after a power cut does not block the start', async () => {
  const server = await startEmbeddedRedis({ dataDir, cacheDir })
  await withRedis(server, (redis) => redis.set('cut', 'x'.repeat(100)))
  await server.stop()
  const appendDir = join(dataDir, 'redis/appendonlydir')
  const newest = (await readdir(appendDir)).find((name) => name.endsWith('.incr.aof')) ?? ''
  const { length } = await readFile(join(appendDir, newest))
  await truncate(join(appendDir, newest), length - 20)
  const next = await startEmbeddedRedis({ dataDir, cacheDir })
  expect(await withRedis(next, (redis) => redis.get('kept'))).toBe('yes')
  await next.stop()
})
