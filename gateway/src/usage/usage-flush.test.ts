import { expect, test } from 'bun:test'
import { defaultPlanTable, type PlanId } from '@hexawatt/shared/contract/plans'
import { createSql } from '@hexawatt/shared/postgres/client'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { usageFlushLock } from '@hexawatt/shared/redis/keys'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { readTestMonths, storeTestAccount } from '@hexawatt/shared/testing/key-fixture'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { until } from '@hexawatt/shared/testing/until'
import { useTestDatabase } from '@hexawatt/shared/testing/use-test-database'
import { type MonthCount, type MonthCounts, noOverage } from '@hexawatt/shared/usage/month-count'
import { createUsageDayStore } from '@hexawatt/shared/usage/usage-day-store'
import { createDayBatchStore } from './day-batch-store.ts'
import { createUsageFlush, type FlushPauses } from './usage-flush.ts'
import { createUsageStore } from './usage-store.ts'

const logger = createLogger('test', 'silent')
const { sql } = await useTestDatabase(10)
const store = createUsageStore(sql, defaultPlanTable.plans)
const days = { ...createUsageDayStore(sql), ...createDayBatchStore(sql) }
/** Requests that are stored of an account's month. */
const requestsOf = async (id: string, month: string) => (await store.restoreMonth(id, month)).requests
const { running, last } = await readTestMonths({ sql })
const never: FlushPauses = { start: 1e8, flushed: 1e8, elsewhere: 1e8, failed: 1e8 }

const newAccount = (plan: PlanId = 'pro') => storeTestAccount({ sql }, plan)

/** Pages that a scan yields: the counts as they are when it reaches them. */
function countsOf(...pages: MonthCount[][]): MonthCounts {
  return {
    async *scan() {
      yield* pages
    },
  }
}

/** A gateway's flush on a Redis that others may share. */
async function startFlush(counts: MonthCounts, { redisUrl = '', pausesMs = never, target = store } = {}) {
  const redis = createRedis(redisUrl === '' ? await createTestRedisUrl() : redisUrl, logger)
  await whenRedisReady(redis)
  closeAtEnd(() => redis.disconnect())
  const metrics = createMetrics('gateway')
  const realTimeMs = () => 1_795_000_000_000
  return {
    ...createUsageFlush({ counts, store: target, purges: [days.purge], redis, logger, metrics, realTimeMs, pausesMs }),
    metrics,
    redis,
  }
}

test('a flush stores every page of the running month and the month before', async () => {
  const [one, other] = [await newAccount(), await newAccount()]
  const flush = await startFlush(
    countsOf(
      [
        { accountId: one, month: running, requests: 3, overage: noOverage },
        { accountId: one, month: last, requests: 40, overage: noOverage },
      ],
      [],
      [{ accountId: other, month: last, requests: 5, overage: noOverage }],
    ),
  )
  expect(await flush.turn()).toBe('flushed')
  const found = [await requestsOf(one, running), await requestsOf(one, last)]
  expect([...found, await requestsOf(other, last)]).toEqual([3, 40, 5])
  const text = await flush.metrics.text()
  expect(text).toContain('gateway_usage_flushed_counts{program="gateway"} 3\n')
  expect(text).toContain('gateway_usage_last_flush_timestamp_seconds{program="gateway"} 1795000000\n')
  expect(text).toContain('gateway_usage_flushes_total{outcome="flushed",program="gateway"} 1\n')
})

test('a flush removes days of usage that are too old', async () => {
  const accountId = await newAccount()
  await sql`insert into usage_days select ${accountId}, current_date - age, 'key_1', 1, 0, 0, 0, 0 from unnest(array[399, 401]) age`
  const flush = await startFlush(countsOf())
  expect(await flush.turn()).toBe('flushed')
  const left = await sql<
    { age: number }[]
  >`select current_date - day as age from usage_days where account_id = ${accountId}`
  expect(left.map(({ age }) => age)).toEqual([399])
})

test('of two concurrent gateways one flushes and the other does not', async () => {
  const redisUrl = await createTestRedisUrl()
  const page = [{ accountId: await newAccount(), month: running, requests: 7, overage: noOverage }]
  const flushes = await Promise.all([0, 1].map(() => startFlush(countsOf(page), { redisUrl })))
  const outcomes = await Promise.all(flushes.map(({ turn }) => turn()))
  expect(outcomes.toSorted()).toEqual(['elsewhere', 'flushed'])
  expect(await Promise.all(flushes.map(({ turn }) => turn()))).toEqual(['elsewhere', 'elsewhere'])
})

test('without the lock two concurrent flushes still count once', async () => {
  const accountId = await newAccount()
  const counts = countsOf([{ accountId, month: running, requests: 11, overage: noOverage }])
  const flushes = await Promise.all([startFlush(counts), startFlush(counts)])
  expect(await Promise.all(flushes.map(({ turn }) => turn()))).toEqual(['flushed', 'flushed'])
  expect(await requestsOf(accountId, running)).toBe(11)
})

test('the lock always expires: soon while a flush runs, before the next flush when it is done', async () => {
  const { key, runningTtlMs, doneTtlMs } = usageFlushLock
  const ttlsMs: number[] = []
  const flush = await startFlush({
    async *scan() {
      ttlsMs.push(await flush.redis.pttl(key))
      yield []
    },
  })
  await flush.turn()
  ttlsMs.push(await flush.redis.pttl(key))
  const [whileRunningMs = 0, whenDoneMs = 0] = ttlsMs
  expect([whileRunningMs > 0 && whileRunningMs <= runningTtlMs, whenDoneMs > 0 && whenDoneMs <= doneTtlMs]).toEqual([
    true,
    true,
  ])
})

test('a flush that fails midway keeps what it stored, frees the lock, and is completed by the next flush', async () => {
  const [one, other] = [await newAccount(), await newAccount()]
  let isBroken = true
  const flush = await startFlush({
    async *scan() {
      yield [{ accountId: one, month: running, requests: 1, overage: noOverage }]
      if (isBroken) throw new Error('connection lost')
      yield [{ accountId: other, month: running, requests: 2, overage: noOverage }]
    },
  })
  expect(await flush.turn()).toBe('failed')
  expect([await requestsOf(one, running), await requestsOf(other, running)]).toEqual([1, 0])
  isBroken = false
  expect(await flush.turn()).toBe('flushed')
  expect(await requestsOf(other, running)).toBe(2)
  expect(await flush.metrics.text()).toContain('gateway_usage_flushes_total{outcome="failed",program="gateway"} 1\n')
})

test('without Postgres a flush fails without an exception, and stopping still ends', async () => {
  const awaySql = createSql('postgres://nobody@127.0.0.1:1/none', 'usage-flush test', 1)
  closeAtEnd(() => awaySql.end({ timeout: 1 }))
  const flush = await startFlush(countsOf([]), { target: createUsageStore(awaySql, defaultPlanTable.plans) })
  expect(await flush.turn()).toBe('failed')
  await flush.stop()
})

test('without Redis a flush fails without an exception and is counted', async () => {
  const flush = await startFlush(countsOf([]))
  flush.redis.disconnect()
  expect(await flush.turn()).toBe('failed')
  expect(await flush.metrics.text()).toContain('gateway_usage_flushes_total{outcome="failed",program="gateway"} 1\n')
})

test('a started flush repeats, and retries after a failure at its own pace', async () => {
  const accountId = await newAccount()
  let scans = 0
  const counts: MonthCounts = {
    async *scan() {
      scans += 1
      if (scans === 1) throw new Error('not yet')
      yield [{ accountId, month: running, requests: scans, overage: noOverage }]
    },
  }
  const flush = await startFlush(counts, { pausesMs: { start: 1, flushed: 1, elsewhere: 1, failed: 1 } })
  flush.start()
  await until('the flush after the failed one', async () => (await requestsOf(accountId, running)) >= 2)
  // The lock of the flush that went well would keep this gateway from the next one for most of an hour.
  await until('the flush after that', async () => {
    await flush.redis.del(usageFlushLock.key)
    return (await requestsOf(accountId, running)) >= 3
  })
  await flush.stop()
  const scansAtStop = scans
  await flush.redis.del(usageFlushLock.key)
  await Bun.sleep(20)
  expect(scans).toBe(scansAtStop)
})

test('stopping flushes the last counts, also when another gateway holds the lock', async () => {
  const accountId = await newAccount()
  const page = [{ accountId, month: running, requests: 5, overage: noOverage }]
  const flush = await startFlush(countsOf(page))
  await flush.turn()
  page[0] = { accountId, month: running, requests: 6, overage: noOverage }
  expect(await flush.turn()).toBe('elsewhere')
  await flush.stop()
  expect(await requestsOf(accountId, running)).toBe(6)
})
