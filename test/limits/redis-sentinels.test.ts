import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { haproxy, redisServer } from '@hexawatt/dev/src/embedded/packages/debian-programs.ts'
import { parseRedisTarget } from '@hexawatt/shared/redis/settings'
import { until } from '@hexawatt/shared/testing/until'
import { findDrillPrograms } from '../distributed/testing/drill-programs.ts'
import { createProcesses, type Processes } from '../distributed/testing/processes.ts'
import { readMonths } from '../distributed/testing/redis-months.ts'
import { type ReplicatedRedis, startReplicatedRedis } from '../distributed/testing/redis-replicated.ts'
import { account, passed, startLimiter, type TestLimiter, takeAtOnce } from './testing/limiter-on-redis.ts'

const { programs, missing } = await findDrillPrograms({ redis: redisServer, haproxy })

let processes: Processes
let redis: ReplicatedRedis
let limiter: TestLimiter

describe.skipIf(missing !== null)('limits by Sentinels', () => {
  beforeAll(async () => {
    if (programs === null) return
    processes = await createProcesses()
    redis = await startReplicatedRedis({ processes, ...programs })
  }, 60_000)
  afterEach(() => limiter?.close())
  afterAll(() => processes?.stop())

  async function start(): Promise<TestLimiter> {
    const { REDIS_URL = '', REDIS_MASTER_NAME = '', REDIS_SENTINEL_PASSWORD = '' } = redis.sentinelStores
    const [first = '', ...others] = REDIS_URL.split(',')
    const nodes = [new URL(first), ...others.map((url) => new URL(url))] as const
    return startLimiter({
      ...parseRedisTarget(first),
      mode: 'sentinel',
      nodes,
      masterName: REDIS_MASTER_NAME,
      sentinelPassword: REDIS_SENTINEL_PASSWORD,
    })
  }

  test('a planned failover keeps the minute exact and the month whole, and the gateway continues with the new master', async () => {
    limiter = await start()
    const subject = { ...account(), requestsPerMinute: 200 }
    let served = passed(await takeAtOnce(limiter, subject, 100), 'redis')
    expect(served).toBe(100)
    const old = await redis.master()
    let isOver = false
    const failover = redis
      .failOverInOrder()
      .then(() => redis.untilPromoted(old))
      .finally(() => {
        isOver = true
      })
    do {
      const quotas = await takeAtOnce(limiter, subject, 1)
      served += quotas.filter(({ refusedBy }) => refusedBy === null).length
      await Bun.sleep(20)
    } while (!isOver)
    const promoted = await failover
    await until('exact decisions', async () => !(await limiter.isLocal()))
    const quotas = await takeAtOnce(limiter, subject, 300)
    served += quotas.filter(({ refusedBy }) => refusedBy === null).length
    await until('a decision of Redis', async () => !(await limiter.take({ ...subject, id: 'acc_last' })).isLocal)
    // A 60th of the limit, rounded up, may be of the second that is leaving.
    expect(served).toBeGreaterThanOrEqual(199)
    expect(served).toBeLessThanOrEqual(204)
    await until('nothing pending', async () => (await limiter.owed()) === 0)
    const forgiven = await limiter.forgiven()
    const month = (await readMonths([promoted])).get(subject.id) ?? 0
    expect(month).toBeLessThanOrEqual(served)
    expect(month + forgiven).toBeGreaterThanOrEqual(served)
  }, 60_000)

  test('when the master dies, the gateway decides locally until a Sentinel names another', async () => {
    limiter = await start()
    const subject = account()
    expect(passed(await takeAtOnce(limiter, subject, 50), 'redis')).toBe(50)
    const old = await redis.master()
    await old.kill()
    await until('local decisions', limiter.isLocal)
    expect(passed(await takeAtOnce(limiter, subject, 10), 'gateway')).toBe(10)
    await redis.untilPromoted(old)
    await until('exact decisions', async () => !(await limiter.isLocal()))
    // A new master takes no changes before a replica hears it.
    await until('a decision of Redis', async () => !(await limiter.take(subject)).isLocal)
    await until('nothing pending', async () => (await limiter.owed()) === 0)
  }, 60_000)
})
