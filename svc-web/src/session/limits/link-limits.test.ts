import { afterAll, expect, test } from 'bun:test'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { clientBuckets } from './client-buckets.ts'
import { createLinkLimits, networkLimits } from './link-limits.ts'
import { createWindowCounts } from './window-counts.ts'

const redis = createRedis(await createTestRedisUrl(), createLogger('test', 'silent'))
await whenRedisReady(redis)
const limits = createLinkLimits({
  windows: createWindowCounts(redis),
  addressSecret: 'secret of this test',
  maxMailsPerDay: 1_000,
})
afterAll(() => redis.disconnect())

test('a network may request a limited number of links an hour, and is told when to try again', async () => {
  const waits: number[] = []
  for (let asked = 0; asked <= networkLimits.perHour; asked += 1) waits.push(await limits.takeNetwork(['one']))
  expect(waits.slice(0, -1).every((seconds) => seconds === 0)).toBe(true)
  expect(waits.at(-1)).toBeGreaterThan(3_500)
  expect(await limits.takeNetwork(['another'])).toBe(0)
})

test('any number of networks leaves a bounded number of counts in Redis', async () => {
  const networks = Array.from({ length: 3 * clientBuckets }, (_, index) => [`network ${index}`])
  // On a busy machine the last of a thousand calls at once waits longer than its time-out.
  const callsAtOnce = 100
  for (let start = 0; start < networks.length; start += callsAtOnce) {
    await Promise.all(networks.slice(start, start + callsAtOnce).map(limits.takeNetwork))
  }
  // An hour and a day for each bucket.
  expect(await redis.dbsize()).toBeLessThanOrEqual(2 * clientBuckets)
})
