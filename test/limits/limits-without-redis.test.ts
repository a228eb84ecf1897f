import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type EmbeddedRedisOptions, startEmbeddedRedis } from '@hexawatt/dev/src/embedded/redis.ts'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import type { LimitSubject, Quota } from '@hexawatt/gateway/src/limits/quota/quota.ts'
import { withRedis } from '@hexawatt/shared/testing/redis-fixture'
import { until } from '@hexawatt/shared/testing/until'
import {
  account,
  passed,
  requestsOf as requestsIn,
  startLimiter as startLimiterOn,
  takeAtOnce,
} from './testing/limiter-on-redis.ts'

const folder = await makeTemporaryFolder()
const cacheDir = join(import.meta.dir, '../../.hexawatt/cache')

let options: EmbeddedRedisOptions

let server: Awaited<ReturnType<typeof startEmbeddedRedis>>
const closers: (() => Promise<void>)[] = []

beforeEach(async () => {
  // Each test has a Redis without the gateways of the one before.
  options = { dataDir: join(folder, crypto.randomUUID()), cacheDir }
  await mkdir(options.dataDir)
  server = await startEmbeddedRedis(options)
  // Counts survive a kill: the tests state exactly the counts left afterwards.
  await withRedis(server.url, (redis) => redis.config('SET', 'appendfsync', 'always'))
})
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
  await server.stop()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function startAgain(): Promise<void> {
  server = await startEmbeddedRedis({ ...options, port: server.port })
}

async function startLimiter() {
  const limiter = await startLimiterOn(server.url, { timeoutMs: 500 })
  closers.push(limiter.close)
  return limiter
}

const countOf = (quotas: readonly Quota[], isLocal: boolean) => passed(quotas, isLocal ? 'gateway' : 'redis')
const requestsOf = (subject: LimitSubject) => requestsIn(server.url, subject)

test('a Redis that dies during calls delays no request, and a request that may have been counted is not charged', async () => {
  const limiter = await startLimiter()
  const subject = account()
  expect(countOf(await takeAtOnce(limiter, subject, 20), false)).toBe(20)
  process.kill(server.pid, 'SIGSTOP')
  const underWay = takeAtOnce(limiter, subject, 500)
  // One turn later the calls lie with the server, which cannot read them any more.
  await new Promise((resolve) => setImmediate(resolve))
  process.kill(server.pid, 'SIGKILL')
  const quotas = await underWay
  // The rest of the limit of 400.
  expect([countOf(quotas, true), countOf(quotas, false)]).toEqual([380, 0])
  expect(await limiter.isLocal()).toBe(true)
  expect(await limiter.failedCalls('unknown')).toBe(5)
  await server.exited
  await startAgain()
  await until('exact decisions', async () => !(await limiter.isLocal()))
  expect((await limiter.take(subject)).isLocal).toBe(false)
  expect(await requestsOf(subject)).toBe(21)
})

test('responses served while Redis is away are added to the month when it is back, refunded ones are not', async () => {
  const limiter = await startLimiter()
  const [subject, other] = [account(), account()]
  await takeAtOnce(limiter, subject, 20)
  process.kill(server.pid, 'SIGKILL')
  await until('local decisions', limiter.isLocal)
  const quotas = await takeAtOnce(limiter, subject, 7)
  expect(countOf(quotas, true)).toBe(7)
  expect(quotas.at(-1)?.month?.remaining).toBe(1_000 - 27)
  const [first] = quotas
  if (first !== undefined) limiter.giveBackMonth(subject, first)
  // Never seen by this gateway: a day's share of the quota.
  expect(countOf(await takeAtOnce(limiter, other, 50), true)).toBe(34)
  await server.exited
  await startAgain()
  await until('what was owed added to the month', async () => (await limiter.reconciled()) === 6 + 34)
  expect((await limiter.take(subject)).month?.remaining).toBe(1_000 - 27)
  expect(await requestsOf(subject)).toBe(27)
  // Redis had never met it: the persisted part is fetched without a request, or this would never be flushed.
  await until('the count of the other account', async () => (await requestsOf(other)) === 34)
  // A second outage allows the same number again.
  process.kill(server.pid, 'SIGKILL')
  await until('local decisions', limiter.isLocal)
  expect(countOf(await takeAtOnce(limiter, other, 50), true)).toBe(34)
  await server.exited
})

test('a call that Redis answers late is decided locally, and does not count as an outage', async () => {
  const limiter = await startLimiter()
  const subject = account()
  await limiter.take(subject)
  process.kill(server.pid, 'SIGSTOP')
  expect((await limiter.take(subject)).isLocal).toBe(true)
  expect(await limiter.isLocal()).toBe(false)
  process.kill(server.pid, 'SIGCONT')
  expect(await limiter.take(subject)).toMatchObject({ isLocal: false, month: { remaining: 1_000 - 3 } })
  expect([await limiter.isLocal(), await limiter.failedCalls('unknown')]).toEqual([false, 1])
})

test('after four time-outs in a row all decisions are local until Redis answers again', async () => {
  const limiter = await startLimiter()
  const subject = account()
  await limiter.take(subject)
  process.kill(server.pid, 'SIGSTOP')
  expect((await limiter.take(subject)).isLocal).toBe(true)
  await until('local decisions', limiter.isLocal)
  const failed = await limiter.failedCalls('unknown')
  expect(countOf(await takeAtOnce(limiter, subject, 9), true)).toBe(9)
  expect(await limiter.failedCalls('unknown')).toBe(failed)
  process.kill(server.pid, 'SIGCONT')
  await until('exact decisions', async () => !(await limiter.isLocal()))
  await until('what was owed added to the month', async () => (await limiter.reconciled()) === 9)
  const { month } = await limiter.take(subject)
  // The call that hung was read when the server went on, and counts the request that was served meanwhile.
  expect(month?.remaining).toBe(1_000 - 12)
})

test('when Redis’s late answer arrives, a local refusal is refunded and a served request counts once', async () => {
  const [elsewhere, limiter] = [await startLimiter(), await startLimiter()]
  const subject = { ...account(), requestsPerMinute: 10 }
  await takeAtOnce(elsewhere, subject, 6)
  process.kill(server.pid, 'SIGSTOP')
  // Redis has four places left in this minute, this gateway five as its share: one is served that Redis will refuse.
  const [first, second] = [await takeAtOnce(limiter, subject, 5), await takeAtOnce(limiter, subject, 3)]
  expect([countOf(first, true), countOf(second, true)]).toEqual([5, 0])
  process.kill(server.pid, 'SIGCONT')
  await until('the count of what was served', async () => (await requestsOf(subject)) === 6 + 5)

  const other = { ...account(), requestsPerMinute: 4 }
  await limiter.take(account())
  process.kill(server.pid, 'SIGSTOP')
  const quotas = await takeAtOnce(limiter, other, 4)
  expect([countOf(quotas, true), quotas.filter(({ refusedBy }) => refusedBy === 'minute').length]).toEqual([2, 2])
  process.kill(server.pid, 'SIGCONT')
  await until('the credit', async () => (await requestsOf(other)) === 2)
  await until('exact decisions', async () => !(await limiter.isLocal()))
  expect((await limiter.take({ ...other, requestsPerMinute: 400 })).month?.remaining).toBe(1_000 - 3)
})

test('requests admitted locally count in Redis’s minute before its next decision', async () => {
  const limiter = await startLimiter()
  const subject = { ...account(), requestsPerMinute: 50 }
  expect(countOf(await takeAtOnce(limiter, subject, 20), false)).toBe(20)
  process.kill(server.pid, 'SIGKILL')
  await until('local decisions', limiter.isLocal)
  expect(countOf(await takeAtOnce(limiter, subject, 20), true)).toBe(20)
  await server.exited
  await startAgain()
  let quotas: Quota[] = []
  await until('exact decisions', async () => {
    quotas = quotas.concat(await takeAtOnce(limiter, subject, 1))
    return quotas.at(-1)?.isLocal === false
  })
  quotas = quotas.concat(await takeAtOnce(limiter, subject, 50))
  expect(quotas.filter(({ refusedBy }) => refusedBy === null).length).toBe(10)
})

test('while Redis is away four gateways together admit no more than it had left in the minute', async () => {
  const limiters = [await startLimiter(), await startLimiter(), await startLimiter(), await startLimiter()]
  const subject = { ...account(), requestsPerMinute: 100 }
  const everywhere = async (times: number) =>
    (await Promise.all(limiters.map((limiter) => takeAtOnce(limiter, subject, times)))).flat()
  await until('each knows of the others', async () => {
    const counts = await Promise.all(
      limiters.map((limiter) => limiter.metric(/^gateway_limits_live_gateways\{[^}]*\} (\d)/m)),
    )
    return counts.every((count) => count === 4)
  })
  expect(countOf(await everywhere(15), false)).toBe(60)
  process.kill(server.pid, 'SIGKILL')
  for (const limiter of limiters) await until('local decisions', limiter.isLocal)
  const local = countOf(await everywhere(100), true)
  expect(local).toBeGreaterThan(30)
  expect(local).toBeLessThanOrEqual(40)
  await server.exited
})

test('a gateway that starts without Redis serves, and is exact as soon as Redis is back', async () => {
  const { port } = server
  await server.stop()
  const limiter = await startLimiter()
  const subject = account()
  expect((await limiter.take(subject)).isLocal).toBe(true)
  server = await startEmbeddedRedis({ ...options, port })
  await until('exact decisions', async () => !(await limiter.isLocal()))
  await until('what was owed added to the month', async () => (await limiter.reconciled()) === 1)
  expect(await limiter.take(subject)).toMatchObject({ isLocal: false, month: { remaining: 998 } })
})
