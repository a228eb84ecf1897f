import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { EmbeddedServer } from '@hexawatt/dev/src/embedded/processes.ts'
import { startEmbeddedRedis } from '@hexawatt/dev/src/embedded/redis.ts'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { withRedis } from '@hexawatt/shared/testing/redis-fixture'
import { until } from './testing/servers-fixture.ts'

const cacheDir = join(import.meta.dir, '../../.hexawatt/cache')
const logger = createLogger('test', 'silent')

let folder: string
let server: EmbeddedServer
let newMaster: EmbeddedServer

beforeAll(async () => {
  folder = await makeTemporaryFolder()
  server = await startEmbeddedRedis({ dataDir: join(folder, 'old'), cacheDir })
  newMaster = await startEmbeddedRedis({ dataDir: join(folder, 'new'), cacheDir })
  await withRedis(server.url, (redis) => redis.config('SET', 'masterauth', new URL(newMaster.url).password))
})
afterAll(async () => {
  await Promise.all([server.stop(), newMaster.stop()])
  await rm(folder, { recursive: true, force: true })
})

/** The server becomes a replica as by a failover, and keeps its connections. */
function demote(): Promise<unknown> {
  const { hostname, port } = new URL(newMaster.url)
  return withRedis(server.url, (redis) => redis.replicaof(hostname, port))
}
const promote = () => withRedis(server.url, (redis) => redis.replicaof('NO', 'ONE'))

test('readers leave a server that became a replica and kept its connections, and use it again once it is the master', async () => {
  const redis = createRedis(server.url, logger)
  await whenRedisReady(redis)
  await redis.set('snapshot', 'of the old master')
  await demote()
  let departures = 0
  redis.on('close', () => {
    departures += 1
  })
  await until('the replica is left, and left again', async () => departures >= 2)
  await promote()
  await until('the master is used', () =>
    redis.set('snapshot', 'of the master').then(
      () => true,
      () => false,
    ),
  )
  const before = departures
  // Longer than the interval of the check.
  await Bun.sleep(2_500)
  expect({ departures, status: redis.status }).toEqual({ departures: before, status: 'ready' })
  redis.disconnect()
})

test('a write refused by a replica makes the connection look for the master at once', async () => {
  const redis = createRedis(server.url, logger)
  await whenRedisReady(redis)
  const closed = Promise.withResolvers<void>()
  await demote()
  redis.once('close', () => closed.resolve())
  expect(await redis.set('snapshot', 'late').catch((error: Error) => error.message)).toStartWith('READONLY')
  await closed.promise
  await promote()
  redis.disconnect()
})
