import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { EmbeddedServer } from '@hexawatt/dev/src/embedded/processes.ts'
import { startEmbeddedRedis } from '@hexawatt/dev/src/embedded/redis.ts'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { isRefusedWithoutEffect } from '@hexawatt/gateway/src/limits/exact/limit-commands.ts'
import { withRedis } from '@hexawatt/shared/testing/redis-fixture'
import { until } from '@hexawatt/shared/testing/until'
import { account, passed, requestsOf, startLimiter, takeAtOnce } from './testing/limiter-on-redis.ts'

let folder: string
let server: EmbeddedServer
let close = async (): Promise<void> => undefined

beforeAll(async () => {
  folder = await makeTemporaryFolder()
  const cacheDir = join(import.meta.dir, '../../.hexawatt/cache')
  server = await startEmbeddedRedis({ dataDir: folder, cacheDir })
})
afterEach(() => close())
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a command on the server, given as words. */
const command = async (text: string): Promise<void> => {
  const [name = '', ...words] = text.split(' ')
  await withRedis(server.url, (redis) => redis.call(name, ...words))
}
/** Makes a replica of the server that keeps its data: no server answers there. */
const noMaster = 'REPLICAOF 127.0.0.1 1'

type Refusal = { name: string; begin: () => Promise<void>; end: () => Promise<void> }

const refusals: readonly Refusal[] = [
  {
    name: 'is demoted and keeps its connections (READONLY)',
    begin: () => command(noMaster),
    end: () => command('REPLICAOF NO ONE'),
  },
  {
    name: 'is full (OOM)',
    begin: () => command('CONFIG SET maxmemory 1'),
    end: () => command('CONFIG SET maxmemory 0'),
  },
  {
    name: 'has too few replicas (NOREPLICAS)',
    begin: () => command('CONFIG SET min-replicas-to-write 1'),
    end: () => command('CONFIG SET min-replicas-to-write 0'),
  },
  {
    name: 'takes the limiter’s right to run scripts away (NOPERM)',
    begin: () => command('ACL SETUSER default -eval -evalsha'),
    end: () => command('ACL SETUSER default +@all'),
  },
]

test.each(refusals)(
  'a Redis that $name is left once, and every response given meanwhile is billed',
  async (refusal) => {
    const limiter = await startLimiter(server.url)
    close = limiter.close
    const [subject, unknown] = [account(), account()]
    expect(passed(await takeAtOnce(limiter, subject, 20), 'redis')).toBe(20)
    await refusal.begin()
    expect(passed(await takeAtOnce(limiter, subject, 120), 'gateway')).toBe(120)
    expect([await limiter.failedCalls('unknown'), await limiter.failedCalls('unsent')]).toEqual([0, 2])
    // Attempts to connect go on, and none of them is an end of the outage: an account gets one day's share of its quota.
    let served = 0
    for (let turn = 0; turn < 10; turn += 1) {
      served += passed(await takeAtOnce(limiter, unknown, 10), 'gateway')
      expect(await limiter.isLocal()).toBe(true)
      await Bun.sleep(150)
    }
    expect(served).toBe(34)
    await refusal.end()
    await until('exact decisions', async () => !(await limiter.isLocal()))
    await until('what was owed added to the month', async () => (await limiter.reconciled()) === 120 + 34)
    expect(await requestsOf(server.url, subject)).toBe(140)
    expect(await requestsOf(server.url, unknown)).toBe(34)
  },
  20_000,
)

test('a replica never decides, not even on refusals, which change nothing', async () => {
  const limiter = await startLimiter(server.url)
  close = limiter.close
  const subject = { ...account(), requestsPerMinute: 2 }
  await takeAtOnce(limiter, subject, 5)
  await command(noMaster)
  // Another limit: the refusal that is kept is of no use.
  expect((await limiter.take({ ...subject, requestsPerMinute: 1 })).isLocal).toBe(true)
  const late = await startLimiter(server.url)
  expect((await late.take(subject)).isLocal).toBe(true)
  await late.close()
  await command('REPLICAOF NO ONE')
})

test.each([
  'READONLY You can’t write against a read only replica.',
  'LOADING Redis is loading the dataset in memory',
  'OOM command not allowed when used memory > ‘maxmemory’.',
  'NOREPLICAS Not enough good replicas to write.',
  'MISCONF Redis is configured to save RDB snapshots, but it’s currently unable to persist to disk.',
  'CLUSTERDOWN Hash slot not served',
  'MOVED 3999 127.0.0.1:6381',
  'ASK 3999 127.0.0.1:6381',
  'TRYAGAIN Multiple keys request during rehashing of slot',
  'CROSSSLOT Keys in request don’t hash to the same slot',
  'MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to ‘no’.',
  'BUSY Redis is busy running a script.',
  'NOAUTH Authentication required.',
  'EXECABORT Transaction discarded because of previous errors.',
])('%s: nothing was counted', (message) => {
  expect(isRefusedWithoutEffect(new Error(message))).toBe(true)
})

test.each(['ERR user_script:12: attempt to index a nil value', 'Connection closed', 'OOMPH', 'not in time'])(
  '%s: a count that may have been made is reported as unknown',
  (message) => {
    expect(isRefusedWithoutEffect(new Error(message))).toBe(false)
  },
)
