import { afterAll, expect, test } from 'bun:test'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { limitTagCount } from '@hexawatt/shared/redis/keys'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { createClientSubjects, parseTrustedProxies } from '../auth/client-subjects.ts'
import { createRequestContext } from '../http/request-context.ts'
import type { LimitSubject } from './quota/quota.ts'
import { startTestLimiter } from './testing/limiter-fixture.ts'

const logger = createLogger('test', 'silent')
const redisUrl = await createTestRedisUrl()
const redis = createRedis(redisUrl, logger)
await whenRedisReady(redis)
const maxAddresses = 300
const limiter = await startTestLimiter(redisUrl, { maxAddresses })
const roomy = await startTestLimiter(redisUrl)
afterAll(async () => {
  await Promise.all([limiter.close(), roomy.close()])
  redis.disconnect()
})

const subjects = createClientSubjects({
  trustedProxies: parseTrustedProxies(''),
  addressSecret: 'a secret that hashes client addresses',
  planTable: defaultPlanTable,
})
type Kind = 'anonymous' | 'demo'
const from = (kind: Kind, address: string) =>
  subjects[kind](createRequestContext(new Request('http://x/'), { requestIP: () => ({ address }) }))

const group = (number: number) => number.toString(16)

async function servedOf(asking: readonly LimitSubject[], by = limiter): Promise<number> {
  const quotas = await Promise.all(asking.map((subject) => by.take(subject)))
  return quotas.filter(({ refusedBy }) => refusedBy === null).length
}

test.each([
  ['anonymous', 60],
  ['demo', 3],
] as const)(
  '%s: all networks of a /56 together have four times the limit of one, those of a /48 sixteen times',
  async (kind, limit) => {
    const ofOne = Array.from({ length: 2 * limit }, () => from(kind, '2001:db8:1:0::1'))
    expect(await servedOf(ofOne, roomy)).toBe(limit)
    const of56 = Array.from({ length: 256 }, (_, i) => from(kind, `2001:db8:2:${group(i)}::1`))
    expect(await servedOf(of56, roomy)).toBe(Math.min(256, 4 * limit))
    await redis.flushdb()
    const of48 = Array.from({ length: 20 * limit }, (_, i) => from(kind, `2001:db8:3:${group(256 * (i % 97))}::1`))
    expect(await servedOf(of48, roomy)).toBe(16 * limit)
    await redis.flushdb()
  },
)

test('a flood of networks fills the bound: Redis stops growing, anonymous clients share states, accounts and queues are unaffected', async () => {
  const paid: LimitSubject = {
    kind: 'account',
    id: 'acc_paid',
    requestsPerMinute: 50,
    month: { quota: 40, cap: 40 },
  }
  await redis.lpush('{hexawatt}:feeds:wait', 'a job')
  expect(await servedOf(Array(10).fill(paid))).toBe(10)
  const flood = (kind: Kind, from48: number) =>
    Array.from({ length: 2_000 }, (_, i) => from(kind, `2001:${group(from48 + i)}:1::1`))
  const sizes: number[] = []
  for (const round of [0, 2_000, 4_000]) {
    expect(await servedOf([...flood('anonymous', round), ...flood('demo', round)])).toBeGreaterThan(2_000)
    sizes.push(await redis.dbsize())
  }
  // The states of both kinds in two spans, the shared ones of both kinds, the counts, the gateways, the account and the queue.
  const most = 3 * Math.ceil(maxAddresses / limitTagCount) * limitTagCount + 2 * 1_024 + limitTagCount + 3
  expect(Math.max(...sizes)).toBeLessThanOrEqual(most)
  // Shared states fill up by and by; then nothing is added at all.
  await servedOf([...flood('anonymous', 6_000), ...flood('demo', 6_000)])
  expect(await servedOf(Array(60).fill(paid))).toBe(30)
  expect(await redis.llen('{hexawatt}:feeds:wait')).toBe(1)
  const [first] = await Promise.all([limiter.take(from('demo', '2001:db8:9::1'))])
  expect(first.takenFrom?.id).toStartWith('shared-')
  const [key = ''] = await redis.keys(`*:limit:*:d:${first.takenFrom?.id}`)
  const countedBefore = (await redis.getBuffer(key))?.readUInt32BE(2) ?? 0
  limiter.giveBackMonth(from('demo', '2001:db8:9::1'), first)
  // A later call of the same connection.
  await limiter.take({ ...paid, id: 'acc_other' })
  expect((await redis.getBuffer(key))?.readUInt32BE(2)).toBe(countedBefore - 1)
  for (const name of await redis.keys('*:limit:*:[nd]:*')) {
    expect(await redis.ttl(name)).toBeLessThanOrEqual(name.includes(':n:') ? 120 : 31 * 86_400)
  }
})
