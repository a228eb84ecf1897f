import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { EmbeddedServer } from '@hexawatt/dev/src/embedded/processes.ts'
import { startEmbeddedRedis } from '@hexawatt/dev/src/embedded/redis.ts'
import { temporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import type { LimitSubject } from '@hexawatt/gateway/src/limits/quota.ts'
import { withRedis } from '@hexawatt/shared/testing/redis-fixture'
import { until } from '@hexawatt/shared/testing/until'
import { account, passed, startLimiter, type TestLimiter, takeAtOnce } from './testing/limiter-on-redis.ts'

let folder: string
let accounts: EmbeddedServer
let strangers: EmbeddedServer
let limiter: TestLimiter

beforeAll(async () => {
  folder = await temporaryFolder()
  const cacheDir = join(import.meta.dir, '../../.hexawatt/cache')
  const start = (name: string) => startEmbeddedRedis({ dataDir: join(folder, name), cacheDir })
  ;[accounts, strangers] = await Promise.all([start('accounts'), start('strangers')])
  limiter = await startLimiter(accounts.url, { strangers: strangers.url })
})
afterEach(() => configure(strangers, 'maxmemory', '0'))
afterAll(async () => {
  await limiter.close()
  await Promise.all([accounts.stop(), strangers.stop()])
  await rm(folder, { recursive: true, force: true })
})

const configure = (server: EmbeddedServer, name: string, value: string) =>
  withRedis(server.url, (redis) => redis.config('SET', name, value))
const keysOf = (server: EmbeddedServer) => withRedis(server.url, (redis) => redis.keys('*:limit:*'))

const client = (kind: 'anonymous' | 'demo'): LimitSubject => {
  const month = kind === 'demo' ? { quota: 100, cap: 100 } : null
  return { kind, id: crypto.randomUUID(), requestsPerMinute: 50, month }
}
const strangersLocal = async () => (await limiter.metric(/^gateway_limits_strangers_local\{[^}]*\} (\d)/m)) === 1

test('accounts are counted in one Redis, client addresses and the demo key in the other', async () => {
  await Promise.all([account(), client('anonymous'), client('demo')].map((subject) => limiter.take(subject)))
  expect((await keysOf(accounts)).map((key) => key.split(':')[4])).toEqual(['a'])
  expect((await keysOf(strangers)).map((key) => key.split(':')[4]).toSorted()).toEqual(['d', 'n'])
})

test('when the Redis of strangers is full, accounts stay exact and strangers are decided by the gateway', async () => {
  const paid = account()
  await configure(strangers, 'maxmemory', '1')
  for (const kind of ['anonymous', 'demo'] as const) {
    expect(passed(await takeAtOnce(limiter, client(kind), 200), 'gateway')).toBe(kind === 'demo' ? 4 : 50)
  }
  expect(await strangersLocal()).toBe(true)
  expect(passed(await takeAtOnce(limiter, paid, 500), 'redis')).toBe(400)
  expect(await limiter.isLocal()).toBe(false)
  await configure(strangers, 'maxmemory', '0')
  await until('exact decisions on strangers', async () => !(await strangersLocal()))
  expect((await limiter.take(client('demo'))).isLocal).toBe(false)
})

test('a full Redis of strangers that may forget serves on, and holds no more than it may', async () => {
  await configure(strangers, 'maxmemory-policy', 'volatile-ttl')
  const used = await withRedis(strangers.url, (redis) => redis.info('memory'))
  const limit = Number(used.match(/used_memory:(\d+)/)?.[1]) + 500_000
  await configure(strangers, 'maxmemory', String(limit))
  for (let turn = 0; turn < 10; turn += 1) {
    const quotas = await Promise.all(Array.from({ length: 500 }, () => limiter.take(client('anonymous'))))
    expect(quotas.every(({ refusedBy, isLocal }) => refusedBy === null && !isLocal)).toBe(true)
  }
  await configure(strangers, 'maxmemory-policy', 'noeviction')
})

test('when the Redis of strangers is gone, accounts stay exact', async () => {
  const paid = account()
  process.kill(strangers.pid, 'SIGKILL')
  await until('local decisions on strangers', strangersLocal)
  expect((await limiter.take(client('anonymous'))).isLocal).toBe(true)
  expect(passed(await takeAtOnce(limiter, paid, 500), 'redis')).toBe(400)
  await strangers.exited
  strangers = await startEmbeddedRedis({
    dataDir: join(folder, 'strangers'),
    cacheDir: join(import.meta.dir, '../../.hexawatt/cache'),
    port: strangers.port,
  })
})
