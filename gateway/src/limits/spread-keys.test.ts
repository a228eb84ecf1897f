import { afterAll, expect, test } from 'bun:test'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { accountKeyOfLayout2, limitTagCount } from '@hexawatt/shared/redis/keys'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { createClientSubjects, parseTrustedProxies } from '../auth/client-subjects.ts'
import { createRequestContext } from '../http/request-context.ts'
import { noOverage } from '../usage/month-count.ts'
import { changeOperation, restoreOperation, stateKey, takeAddressOperations, takeOperation } from './limit-operation.ts'
import { createMonthCounts, createRestoreMonth } from './month-counts.ts'
import { type LimitSubject, monthAt, monthName } from './quota.ts'
import { subjectOf, useLimitScript } from './testing/limit-script-fixture.ts'
import { startTestLimiter } from './testing/limiter-fixture.ts'

const redisUrl = await createTestRedisUrl()
const { run } = await useLimitScript(redisUrl)
const redis = createRedis(redisUrl, createLogger('test', 'silent'))
await whenRedisReady(redis)
afterAll(() => redis.disconnect())

const placeOf = (key: string) => key.match(/^\{hexawatt:\d+\}/)?.[0]

test('accounts are spread evenly over 64 hash tags', () => {
  const places = Map.groupBy(
    Array.from({ length: 6_400 }, (_, i) => stateKey({ kind: 'account', id: `acc_${i}` })),
    placeOf,
  )
  expect(places.size).toBe(limitTagCount)
  for (const keys of places.values()) {
    expect(keys.length).toBeGreaterThan(60)
    expect(keys.length).toBeLessThan(150)
  }
})

test('the tag of an account never changes: another one would be another count', () => {
  expect(stateKey({ kind: 'account', id: 'acc_1' })).toBe('{hexawatt:21}:limit:v3:a:acc_1')
})

test('all operations of an account lie under one tag, and so do a client address and the blocks around it', () => {
  const account = subjectOf('account', 10)
  const month = monthAt(Date.now() / 1_000).index
  const ofAccount = [
    takeOperation(account),
    changeOperation(account, month, 1),
    restoreOperation(account, month, { requests: 1, overage: noOverage }),
  ]
  expect(new Set(ofAccount.map(({ key }) => key)).size).toBe(1)
  const subjects = createClientSubjects({
    trustedProxies: parseTrustedProxies(''),
    addressSecret: 'a secret that hashes client addresses',
    planTable: defaultPlanTable,
  })
  for (let network = 0; network < 50; network += 1) {
    const address = `2001:db8:${network.toString(16)}:1::1`
    const subject = subjects.demo(createRequestContext(new Request('http://x/'), { requestIP: () => ({ address }) }))
    const operations = takeAddressOperations(subject)
    expect(operations).toHaveLength(3)
    expect(new Set(operations.map(({ key }) => placeOf(key))).size).toBe(1)
    expect(operations.every(({ key, tag }) => placeOf(key) === `{hexawatt:${tag}}`)).toBe(true)
  }
})

test('one call serves many tags, and each tag has a bound of addresses of its own', async () => {
  const now = Date.UTC(2096, 10, 1) / 1_000
  const address = (placedBy: string): LimitSubject => ({ ...subjectOf('anonymous', 5), placedBy })
  const places = ['a', 'b', 'c']
  const asking = places.flatMap((place) => [address(place), address(place), address(place)])
  const readings = await run(
    now,
    asking.map((subject) => takeOperation(subject)),
    2,
  )
  expect(readings.map(({ verdict }) => verdict)).toEqual([0, 0, 4, 0, 0, 4, 0, 0, 4])
})

/** The state of an account as gateways of layout 2 have left it: the layout of the text is the same. */
async function countedInLayout2(subject: LimitSubject, requests: number): Promise<void> {
  const month = monthAt(Date.now() / 1_000)
  await run(Date.now() / 1_000, [
    takeOperation(subject, false),
    restoreOperation(subject, month.index, { requests: requests - 1, overage: noOverage }),
  ])
  await redis.rename(stateKey(subject), accountKeyOfLayout2(subject.id))
}

test('what gateways of layout 2 counted after the last flush goes on, is flushed, and is counted once', async () => {
  const subject = subjectOf('account', 100)
  await countedInLayout2(subject, 40)
  const counts = createMonthCounts(redis)
  const store = { restoreMonth: async () => ({ requests: 25, overage: noOverage }) }
  const requests = async () => {
    const pages = (await Array.fromAsync(counts.scan())).flat()
    return pages.filter(({ accountId }) => accountId === subject.id).map((count) => [count.month, count.requests])
  }
  const month = monthName(monthAt(Date.now() / 1_000).index)
  // Before the first request: the flush stores what only the old key holds.
  expect(await requests()).toEqual([[month, 40]])
  expect(await counts.ofAccount(subject.id)).toMatchObject([{ month, requests: 40 }])
  const limiter = await startTestLimiter(redisUrl, { restoreMonth: createRestoreMonth({ counts, store }) })
  expect((await limiter.take(subject)).month?.remaining).toBe(1_000_000 - 41)
  await limiter.close()
  // Both keys are read; the flush keeps the greater count.
  expect((await requests()).toSorted()).toEqual([
    [month, 40],
    [month, 41],
  ])
  expect((await counts.ofAccount(subject.id)).map((count) => count.requests).toSorted()).toEqual([40, 41])
})

test('what is stored counts when layout 2 has less', async () => {
  const subject = subjectOf('account', 100)
  await countedInLayout2(subject, 3)
  const store = { restoreMonth: async () => ({ requests: 25, overage: noOverage }) }
  const restoreMonth = createRestoreMonth({ counts: createMonthCounts(redis), store })
  expect((await restoreMonth(subject.id, monthName(monthAt(Date.now() / 1_000).index))).requests).toBe(25)
  expect((await restoreMonth('acc_nobody', '2026-01')).requests).toBe(25)
})
