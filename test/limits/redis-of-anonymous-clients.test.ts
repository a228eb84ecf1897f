import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { EmbeddedServer } from '@hexawatt/dev/src/embedded/processes.ts'
import { startEmbeddedRedis } from '@hexawatt/dev/src/embedded/redis.ts'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import type { LimitSubject } from '@hexawatt/gateway/src/limits/quota/quota.ts'
import { withRedis } from '@hexawatt/shared/testing/redis-fixture'
import { until } from '@hexawatt/shared/testing/until'
import { account, passed, startLimiter, type TestLimiter, takeAtOnce } from './testing/limiter-on-redis.ts'

let folder: string
let accounts: EmbeddedServer
let anonymous: EmbeddedServer
let limiter: TestLimiter

beforeAll(async () => {
  folder = await makeTemporaryFolder()
  const cacheDir = join(import.meta.dir, '../../.hexawatt/cache')
  const start = (name: string) => startEmbeddedRedis({ dataDir: join(folder, name), cacheDir })
  ;[accounts, anonymous] = await Promise.all([start('accounts'), start('anonymous')])
  limiter = await startLimiter(accounts.url, { anonymous: anonymous.url })
})
afterEach(() => configure(anonymous, 'maxmemory', '0'))
afterAll(async () => {
  await limiter.close()
  await Promise.all([accounts.stop(), anonymous.stop()])
  await rm(folder, { recursive: true, force: true })
})

const configure = (server: EmbeddedServer, name: string, value: string) =>
  withRedis(server.url, (redis) => redis.config('SET', name, value))
const keysOf = (server: EmbeddedServer) => withRedis(server.url, (redis) => redis.keys('*:limit:*'))

const client = (kind: 'anonymous' | 'demo'): LimitSubject => {
  const month = kind === 'demo' ? { quota: 100, cap: 100 } : null
  return { kind, id: crypto.randomUUID(), requestsPerMinute: 50, month }
}
const isAnonymousLocal = async () => (await limiter.metric(/^gateway_limits_strangers_local\{[^}]*\} (\d)/m)) === 1

test('accounts are counted in one Redis, client addresses and the demo key in the other', async () => {
  await Promise.all([account(), client('anonymous'), client('demo')].map((subject) => limiter.take(subject)))
  expect((await keysOf(accounts)).map((key) => key.split(':')[4])).toEqual(['a'])
  expect((await keysOf(anonymous)).map((key) => key.split(':')[4]).toSorted()).toEqual(['d', 'n'])
})

test('when the Redis of anonymous clients is full, accounts stay exact and the gateway decides on anonymous clients', async () => {
  const paid = account()
  await configure(anonymous, 'maxmemory', '1')
  for (const kind of ['anonymous', 'demo'] as const) {
    expect(passed(await takeAtOnce(limiter, client(kind), 200), 'gateway')).toBe(kind === 'demo' ? 4 : 50)
  }
  expect(await isAnonymousLocal()).toBe(true)
  expect(passed(await takeAtOnce(limiter, paid, 500), 'redis')).toBe(400)
  expect(await limiter.isLocal()).toBe(false)
  await configure(anonymous, 'maxmemory', '0')
  await until('exact decisions on anonymous clients', async () => !(await isAnonymousLocal()))
  expect((await limiter.take(client('demo'))).isLocal).toBe(false)
})

test('a full Redis of anonymous clients that may evict keys goes on, within its memory limit', async () => {
  await configure(anonymous, 'maxmemory-policy', 'volatile-ttl')
  const used = await withRedis(anonymous.url, (redis) => redis.info('memory'))
  const limit = Number(used.match(/used_memory:(\d+)/)?.[1]) + 500_000
  await configure(anonymous, 'maxmemory', String(limit))
  for (let turn = 0; turn < 10; turn += 1) {
    const quotas = await Promise.all(Array.from({ length: 500 }, () => limiter.take(client('anonymous'))))
    expect(quotas.every(({ refusedBy, isLocal }) => refusedBy === null && !isLocal)).toBe(true)
  }
  await configure(anonymous, 'maxmemory-policy', 'noeviction')
})

test('when the Redis of anonymous clients is gone, accounts stay exact', async () => {
  const paid = account()
  process.kill(anonymous.pid, 'SIGKILL')
  await until('local decisions on anonymous clients', isAnonymousLocal)
  expect((await limiter.take(client('anonymous'))).isLocal).toBe(true)
  expect(passed(await takeAtOnce(limiter, paid, 500), 'redis')).toBe(400)
  await anonymous.exited
  anonymous = await startEmbeddedRedis({
    dataDir: join(folder, 'anonymous'),
    cacheDir: join(import.meta.dir, '../../.hexawatt/cache'),
    port: anonymous.port,
  })
})
