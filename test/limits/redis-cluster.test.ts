import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { redisServer } from '@hexawatt/dev/src/embedded/packages/debian-programs.ts'
import type { LimitSubject } from '@hexawatt/gateway/src/limits/quota/quota.ts'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import type { RedisTarget } from '@hexawatt/shared/redis/settings'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { until } from '@hexawatt/shared/testing/until'
import { createMonthCounts } from '@hexawatt/shared/usage/month-counts'
import { findDrillPrograms } from '../distributed/testing/drill-programs.ts'
import { createProcesses, type Processes } from '../distributed/testing/processes.ts'
import { type RedisCluster, startRedisCluster } from '../distributed/testing/redis-cluster.ts'
import { account, passed, startLimiter, type TestLimiter, takeAtOnce } from './testing/limiter-on-redis.ts'

const { programs, missing } = await findDrillPrograms({ redis: redisServer })

let processes: Processes
let cluster: RedisCluster
let target: RedisTarget
const limiters: TestLimiter[] = []

async function start(): Promise<TestLimiter> {
  const limiter = await startLimiter(target, { timeoutMs: 500 })
  limiters.push(limiter)
  await until('exact decisions', async () => !(await limiter.isLocal()))
  return limiter
}

/** The counts of these accounts, as a flush reads them. */
async function countsOf(subjects: readonly LimitSubject[]): Promise<number[]> {
  const redis = createRedis(target, createLogger('test', 'silent'))
  await whenRedisReady(redis)
  const pages = await Array.fromAsync(createMonthCounts(redis, defaultPlanTable.plans).scan()).finally(() =>
    redis.disconnect(),
  )
  const counts = new Map(pages.flat().map(({ accountId, requests }) => [accountId, requests]))
  return subjects.map(({ id }) => counts.get(id) ?? 0)
}

describe.skipIf(missing !== null)('limits in a Redis Cluster', () => {
  beforeAll(async () => {
    if (programs === null) return
    processes = await createProcesses()
    cluster = await startRedisCluster(processes, programs.redis)
    const [first, ...others] = cluster.nodes.map(({ url }) => new URL(url))
    if (first === undefined) throw new Error('a cluster without nodes')
    target = { mode: 'cluster', nodes: [first, ...others], masterName: '', sentinelPassword: null }
  }, 60_000)
  afterEach(async () => {
    await Promise.all(limiters.splice(0).map((limiter) => limiter.close()))
  })
  afterAll(() => processes?.stop())

  test('in a Redis Cluster two gateways admit exactly the limit of each account on any shard, and a flush reads all shards', async () => {
    const [one, other] = [await start(), await start()]
    const subjects = Array.from({ length: 90 }, () => ({ ...account(), requestsPerMinute: 10 }))
    const quotas = await Promise.all(
      subjects.map(async (subject) =>
        (await Promise.all([takeAtOnce(one, subject, 9), takeAtOnce(other, subject, 9)])).flat(),
      ),
    )
    expect(quotas.map((each) => passed(each, 'redis'))).toEqual(subjects.map(() => 10))
    expect(await countsOf(subjects)).toEqual(subjects.map(() => 10))
  })

  test('in a Redis Cluster a client address and its address blocks are decided in one call', async () => {
    const limiter = await start()
    const of = (id: string, requestsPerMinute: number): LimitSubject => ({
      kind: 'anonymous',
      id,
      placedBy: 'block',
      requestsPerMinute,
      month: null,
    })
    const clients = ['a', 'b', 'c'].map((id) => ({ ...of(id, 3), wider: [of('block', 5)] }))
    const quotas = await Promise.all(clients.map((client) => takeAtOnce(limiter, client, 3)))
    expect(passed(quotas.flat(), 'redis')).toBe(5)
  })

  test('while a slot of a Redis Cluster moves, no count is lost or doubled', async () => {
    const limiter = await start()
    const subjects = Array.from({ length: 30 }, account)
    const served = subjects.map(() => 0)
    const [from, to] = await cluster.masters()
    if (from === undefined || to === undefined) throw new Error('a cluster without masters')
    const slots = await Promise.all(Array.from({ length: 64 }, (_, tag) => cluster.slotOf(`{hexawatt:${tag}}`)))
    const owners = await Promise.all(slots.map((slot) => cluster.ownerOf(slot)))
    const slot = slots[owners.indexOf(from)] ?? 0
    let isMoved = false
    const moving = cluster.moveSlot(slot, to, 1_000).finally(() => {
      isMoved = true
    })
    do {
      const quotas = await Promise.all(subjects.map((subject) => limiter.take(subject)))
      for (const [i, { refusedBy }] of quotas.entries()) served[i] = (served[i] ?? 0) + (refusedBy === null ? 1 : 0)
      await Bun.sleep(20)
    } while (!isMoved)
    await moving
    await until('exact decisions', async () => !(await limiter.isLocal()))
    await until('nothing pending', async () => (await limiter.owed()) === 0)
    expect(await limiter.failedCalls('unknown')).toBe(0)
    expect(await countsOf(subjects)).toEqual(served)
  }, 60_000)

  test('when a master dies, accounts on other shards stay exact, and those on its shard are exact after the replica has taken over', async () => {
    const limiter = await start()
    const subjects = Array.from({ length: 60 }, account)
    await Promise.all(subjects.map((subject) => limiter.take(subject)))
    const [victim] = await cluster.masters()
    if (victim === undefined) throw new Error('a cluster without masters')
    await Bun.sleep(300)
    await victim.kill()
    await until('local decisions', limiter.isLocal)
    let exact = 0
    for (let turn = 0; turn < 5; turn += 1) {
      const quotas = await Promise.all(subjects.map((subject) => limiter.take(subject)))
      exact = quotas.filter(({ isLocal }) => !isLocal).length
      // About two thirds of the keys lie on the other masters.
      expect(exact).toBeGreaterThan(25)
      expect(exact).toBeLessThan(55)
      await Bun.sleep(100)
    }
    await cluster.untilWhole(victim)
    await until('exact decisions', async () => !(await limiter.isLocal()))
    await until('nothing pending', async () => (await limiter.owed()) === 0)
    const quotas = await Promise.all(subjects.map((subject) => limiter.take(subject)))
    expect(quotas.every(({ isLocal }) => !isLocal)).toBe(true)
    expect(await countsOf(subjects)).toEqual(subjects.map(() => 7))
  }, 60_000)
})
