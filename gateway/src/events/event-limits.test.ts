import { expect, test } from 'bun:test'
import { countedEverySeconds, defaultEventKinds, heartbeatSeconds } from '@hexawatt/shared/contract/formats/live-events'
import { getEvents } from '@hexawatt/shared/contract/operations/get-events'
import { revokeTestKey, setTestPlan, storeTestKey } from '@hexawatt/shared/testing/key-fixture'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { until } from '@hexawatt/shared/testing/until'
import { generousPlanTable } from '../testing/gateway-fixture.ts'
import { useTestGateway } from '../testing/use-gateway.ts'
import { maxListenersPerAccount } from './events-endpoint.ts'
import {
  countEndedStreams,
  createTestChangePublisher,
  type OpenEvents,
  openEvents,
  serveVersions,
} from './testing/events-fixture.ts'

/** Requests of a month of the smallest plan. */
const monthlyQuota = 6
const { decouverte } = generousPlanTable.plans
/** Time of the streams and of the response cache, ms. */
let nowMs = 0
const { gateway, startAnother, service } = await useTestGateway({
  eventTimeMs: () => nowMs,
  cacheTimeMs: () => nowMs,
  planTable: {
    ...generousPlanTable,
    plans: { ...generousPlanTable.plans, decouverte: { ...decouverte, monthlyQuota } },
  },
})
const versions = serveVersions(service)
const publishChange = createTestChangePublisher(gateway)

const monthLeft = async (key: string): Promise<number> => {
  const response = await fetch(`${gateway.url}/v1/score?hours=1`, { headers: { 'x-api-key': key } })
  return Number(response.headers.get('x-ratelimit-remaining-month'))
}
const listeners = async (): Promise<string | undefined> =>
  (await gateway.metrics.text()).match(/^gateway_event_listeners\S* (\d+)$/m)?.[1]
const whenIdle = () => until('all streams have ended', async () => (await listeners()) === '0')

/** The next comment, after events that came before it. */
async function nextComment(stream: OpenEvents) {
  for (;;) {
    const block = await stream.nextBlock()
    if (block === null || block.comment) return block
  }
}

test('a comment keeps every stream open each 15 s, from one timer', async () => {
  const streams = await Promise.all(
    (['scale', 'pro'] as const).map(async (plan) => openEvents(gateway.url, (await storeTestKey(gateway, plan)).key)),
  )
  for (const _ of [1, 2, 3]) {
    nowMs += heartbeatSeconds * 1_000
    for (const stream of streams) expect(await nextComment(stream)).toMatchObject({ data: '', comment: true })
  }
  for (const stream of streams) stream.leave()
  await whenIdle()
})

test('a stream counts as one request when it opens and one more every ten minutes, also in the month', async () => {
  const { key } = await storeTestKey(gateway, 'pro')
  const before = await monthLeft(key)
  const stream = await openEvents(gateway.url, key)
  await stream.take(defaultEventKinds.length)
  expect(await monthLeft(key)).toBe(before - 1)
  for (const counted of [2, 3]) {
    nowMs += countedEverySeconds * 1_000
    await until('it is counted', async () => (await monthLeft(key)) === before - counted)
  }
  stream.leave()
  await whenIdle()
  nowMs += 10 * countedEverySeconds * 1_000
  expect(await monthLeft(key)).toBe(before - 3)
})

test('at a limit the limit event carries the problem body, and the stream ends', async () => {
  const { key } = await storeTestKey(gateway, 'decouverte')
  const stream = await openEvents(gateway.url, key, { query: '?kinds=grid' })
  await stream.take(1)
  for (let used = 1; used < monthlyQuota; used += 1) {
    expect((await fetch(`${gateway.url}/v1/grid/status`, { headers: { 'x-api-key': key } })).status).toBe(200)
  }
  nowMs += countedEverySeconds * 1_000
  const event = await stream.next()
  const refused = await fetch(`${gateway.url}${getEvents.path}`, { headers: { 'x-api-key': key } })
  const { traceId: _own, ...problem } = await problemOf(refused)
  expect([event?.event, event?.id]).toEqual(['limit', null])
  expect(JSON.parse(event?.data ?? '')).toMatchObject({ ...problem, code: 'upgrade_required', status: 429 })
  expect(await stream.next()).toBeNull()
  await whenIdle()
})

test('an account has a bounded number of streams over all its keys; other accounts and other requests are served', async () => {
  const account = `account ${crypto.randomUUID()}`
  const [one, two] = [await storeTestKey(gateway, 'scale', account), await storeTestKey(gateway, 'scale', account)]
  const streams = await Promise.all(
    Array.from({ length: maxListenersPerAccount }, () => openEvents(gateway.url, one.key, { query: '?kinds=grid' })),
  )
  expect(streams.map(({ response }) => response.status)).toEqual(streams.map(() => 200))
  const refused = await fetch(`${gateway.url}${getEvents.path}`, { headers: { 'x-api-key': two.key } })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
  expect((await problemOf(refused)).code).toBe('too_many_streams')
  const other = await openEvents(gateway.url, (await storeTestKey(gateway)).key)
  expect(other.response.status).toBe(200)
  const past = await fetch(`${gateway.url}/v1/score/history`, { headers: { 'x-api-key': two.key } })
  expect(past.status).not.toBe(429)
  await past.body?.cancel()
  for (const stream of [...streams, other]) stream.leave()
  await whenIdle()
  const again = await openEvents(gateway.url, two.key, { query: '?kinds=grid' })
  expect(again.response.status).toBe(200)
  again.leave()
  await whenIdle()
})

test('a request that is refused after reserving a stream releases it', async () => {
  const { key } = await storeTestKey(gateway)
  for (let asked = 0; asked <= maxListenersPerAccount; asked += 1) {
    const refused = await fetch(`${gateway.url}${getEvents.path}?kinds=none`, { headers: { 'x-api-key': key } })
    expect(refused.status).toBe(400)
    const head = await fetch(`${gateway.url}${getEvents.path}`, { method: 'HEAD', headers: { 'x-api-key': key } })
    expect(head.status).toBe(200)
  }
})

test('a revoked key ends its streams at once, also without a notification', async () => {
  const created = await storeTestKey(gateway)
  const stream = await openEvents(gateway.url, created.key, { query: '?kinds=grid' })
  await stream.take(1)
  await revokeTestKey(gateway, created)
  expect(await stream.next()).toBeNull()
  expect(await countEndedStreams(gateway, 'key')).toBeGreaterThan(0)
})

test('after a plan change a stream continues with the responses of the new plan', async () => {
  const created = await storeTestKey(gateway, 'pro')
  const stream = await openEvents(gateway.url, created.key, { query: '?kinds=grid' })
  expect((await stream.next())?.data).toContain('"plan":"pro"')
  await setTestPlan(gateway, created, 'scale')
  expect((await stream.next())?.data).toContain('"plan":"scale"')
  versions.advance('grid', '50')
  await publishChange('grid_status')
  expect((await stream.next())?.data).toContain('"version":"50"')
  stream.leave()
  await whenIdle()
})

test('after a plan change the streams beyond the limit of the new plan end with the limit event', async () => {
  const requestsPerMinute = 3
  const plans = { ...generousPlanTable.plans, decouverte: { ...decouverte, requestsPerMinute } }
  const strict = await startAnother({
    redisUrl: await createTestRedisUrl(),
    planTable: { ...generousPlanTable, plans },
  })
  const created = await storeTestKey(strict, 'scale')
  // More streams than the new plan admits, also in the minute of the change: their openings count in that minute.
  const streams = await Promise.all(
    Array.from({ length: 8 }, () => openEvents(strict.url, created.key, { query: '?kinds=tariff' })),
  )
  for (const stream of streams) expect((await stream.next())?.data).toContain('"plan":"scale"')
  await setTestPlan(strict, created, 'decouverte')
  const last = await Promise.all(
    streams.map(async (stream) => {
      const event = await stream.next()
      return event?.event === 'limit' ? event : stream.next()
    }),
  )
  for (const event of last) expect(JSON.parse(event?.data ?? '')).toMatchObject({ code: 'rate_limited', status: 429 })
})

test('after a plan change an admitted stream continues and is counted once, then every ten minutes', async () => {
  const created = await storeTestKey(gateway, 'pro')
  const stream = await openEvents(gateway.url, created.key, { query: '?kinds=tariff' })
  await stream.take(1)
  await setTestPlan(gateway, created, 'scale')
  expect((await stream.next())?.data).toContain('"plan":"scale"')
  const { monthlyQuota: quota } = generousPlanTable.plans.scale
  await until('it is counted again', async () => (await monthLeft(created.key)) === quota - 2)
  nowMs += countedEverySeconds * 1_000
  await until('it is counted', async () => (await monthLeft(created.key)) === quota - 3)
  stream.leave()
  await whenIdle()
})
