import { afterAll, expect, test } from 'bun:test'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { clientBuckets } from '../../session/limits/client-buckets.ts'
import { createWindowCounts } from '../../session/limits/window-counts.ts'
import { createPageLimits } from './page-limits.ts'

const logger = createLogger('test', 'silent')
const redis = createRedis(await createTestRedisUrl(), logger)
await whenRedisReady(redis)
afterAll(() => redis.disconnect())

const requestsPerMinute = 5
let nowMs = 0
const settings = { requestsPerMinute, addressSecret: 'secret of this test', monotonicMs: () => nowMs, logger }
const newLimits = () => createPageLimits({ ...settings, windows: createWindowCounts(redis) })
/** Limits of a process whose Redis does not answer. */
const limitsWithoutRedis = () =>
  createPageLimits({ ...settings, windows: { count: async () => Promise.reject(new Error('no connection')) } })

let members = 0
const newMember = () => {
  members += 1
  return { memberId: `mem_${members}`, accountId: 'acc_1', address: 'a@example.org', sessionId: 'ses_1' }
}

/** How many of some requests are admitted, one after the other, and the wait that the last refusal names. */
async function admitted(times: number, take: () => Promise<void>): Promise<{ count: number; waitSeconds: number }> {
  let [count, waitSeconds] = [0, 0]
  for (let asked = 0; asked < times; asked += 1) {
    const refusal = await take().then(
      () => null,
      (error) => error,
    )
    if (refusal === null) count += 1
    else waitSeconds = refusal.options.retryAfterSeconds
  }
  return { count, waitSeconds }
}

test('a member’s page requests per minute are limited over all processes, independently of other members', async () => {
  const [one, two] = [newLimits(), newLimits()]
  const member = newMember()
  let asked = 0
  const take = () => {
    asked += 1
    return (asked % 2 === 0 ? one : two).takeMember(member)
  }
  const { count, waitSeconds } = await admitted(requestsPerMinute + 3, take)
  expect(count).toBe(requestsPerMinute)
  expect(waitSeconds).toBeGreaterThan(50)
  await one.takeMember(newMember())
})

test('sign-in link uses per minute are limited per address, and four times as many per wider block', async () => {
  const { takeLinkUse } = newLimits()
  expect((await admitted(requestsPerMinute + 1, () => takeLinkUse(['address', 'block']))).count).toBe(requestsPerMinute)
  let addresses = 0
  const take = () => {
    addresses += 1
    return takeLinkUse([`address ${addresses}`, 'block'])
  }
  // The refused one was counted in neither.
  expect((await admitted(4 * requestsPerMinute, take)).count).toBe(3 * requestsPerMinute)
})

test('any number of clients leaves a bounded number of counts in Redis', async () => {
  const { takeLinkUse } = newLimits()
  const clients = Array.from({ length: 3 * clientBuckets }, (_, index) => [`client ${index}`])
  for (let start = 0; start < clients.length; start += 1_000) {
    await Promise.allSettled(clients.slice(start, start + 1_000).map((blocks) => takeLinkUse(blocks)))
  }
  // The other windows of this file are a few.
  expect(await redis.dbsize()).toBeLessThanOrEqual(clientBuckets + 100)
})

test('without Redis each process enforces the limits itself, until their minute ends', async () => {
  const { takeMember, takeLinkUse } = limitsWithoutRedis()
  const member = newMember()
  const { count, waitSeconds } = await admitted(requestsPerMinute + 3, () => takeMember(member))
  expect([count, waitSeconds]).toEqual([requestsPerMinute, 60])
  const used = await admitted(requestsPerMinute + 3, () => takeLinkUse(['address', 'block']))
  expect(used.count).toBe(requestsPerMinute)
  nowMs += 60_000
  expect((await admitted(1, () => takeMember(member))).count).toBe(1)
})
