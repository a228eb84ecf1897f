import { expect, test } from 'bun:test'
import { defaultEventKinds, eventOperations } from '@hexawatt/shared/contract/formats/live-events'
import { getEvents } from '@hexawatt/shared/contract/operations/get-events'
import { defaultEventOutlookHours, eventOutlookHours } from '@hexawatt/shared/contract/query/event-parameters'
import { storeTestKey } from '@hexawatt/shared/testing/key-fixture'
import { productPlans } from '@hexawatt/shared/testing/plan-fixture'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { useTestGateway } from '../testing/use-gateway.ts'
import { getForwardedOperation } from '../upstream/service-request.ts'
import { topicFreshMs } from './event-topic.ts'
import { createTestChangePublisher, openEvents, serveVersions } from './testing/events-fixture.ts'

const demoKey = `hxw_${'d'.repeat(32)}`
/** Time of the streams and of the response cache, ms. */
let nowMs = 0
const { gateway, startAnother, service } = await useTestGateway({
  eventTimeMs: () => nowMs,
  cacheTimeMs: () => nowMs,
  settings: { DEMO_API_KEY: demoKey, UPGRADE_URL: 'https://example.org/account' },
})
const other = await startAnother()
const versions = serveVersions(service)
const publishChange = createTestChangePublisher(gateway)
const { key } = await storeTestKey(gateway)

const get = (path: string, apiKey: string) => fetch(`${gateway.url}${path}`, { headers: { 'x-api-key': apiKey } })

test('a new stream gets the newest event of each kind, byte for byte as GET responds to the same plan, uncompressed', async () => {
  for (const plan of productPlans) {
    const { key: ofPlan } = await storeTestKey(gateway, plan)
    const stream = await openEvents(gateway.url, ofPlan)
    const { headers, status } = stream.response
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/event-stream',
      'no-store',
    ])
    expect([headers.get('content-encoding'), headers.get('x-data-mode')]).toEqual([null, 'demo'])
    expect(headers.get('access-control-allow-origin')).toBe('*')
    for (const name of ['x-request-id', 'x-ratelimit-remaining-minute', 'x-ratelimit-remaining-month', 'ratelimit']) {
      expect([name, headers.has(name)]).toEqual([name, true])
    }
    const events = await stream.take(defaultEventKinds.length)
    expect(events.map(({ event }) => event)).toEqual([...defaultEventKinds])
    for (const [index, kind] of defaultEventKinds.entries()) {
      const { path } = getForwardedOperation(eventOperations[kind])
      expect(events[index]?.data).toBe(await (await get(path, ofPlan)).text())
      expect(events[index]?.data).toContain(`"plan":"${plan}"`)
    }
    stream.leave()
  }
})

test('a change reaches every listener of its kind once, and no other listener', async () => {
  const [all, some] = [
    await openEvents(gateway.url, key),
    await openEvents(gateway.url, key, { query: '?kinds=grid,score' }),
  ]
  await all.take(defaultEventKinds.length)
  expect((await some.take(2)).map(({ event }) => event)).toEqual(['score', 'grid'])
  versions.advance('tariff', '2')
  await publishChange('tariff')
  expect(await all.next()).toMatchObject({ event: 'tariff', data: expect.stringContaining('"version":"2"') })
  versions.advance('grid', '3')
  await publishChange('grid_status')
  for (const stream of [all, some]) {
    expect(await stream.next()).toMatchObject({ event: 'grid', data: expect.stringContaining('"version":"3"') })
    stream.leave()
  }
})

test('the intensity of consumption comes to streams that name it, byte for byte as GET responds, and to no others', async () => {
  const [named, others] = [
    await openEvents(gateway.url, key, { query: '?kinds=consumption' }),
    await openEvents(gateway.url, key),
  ]
  expect((await named.next())?.data).toBe(await (await get('/v1/carbon/consumption', key)).text())
  expect((await others.take(defaultEventKinds.length)).map(({ event }) => event)).not.toContain('consumption')
  versions.advance('consumption', '2')
  await publishChange('consumption')
  const changed = await named.next()
  expect(changed).toMatchObject({ event: 'consumption', data: expect.stringContaining('"version":"2"') })
  named.leave()
  others.leave()
  const resumed = await openEvents(gateway.url, key, { query: '?kinds=consumption', lastEventId: changed?.id ?? '' })
  versions.advance('consumption', '3')
  await publishChange('consumption')
  expect(await resumed.next()).toMatchObject({ data: expect.stringContaining('"version":"3"') })
  resumed.leave()
})

test('the outlook of a stream has the requested length, and other streams of the plan keep theirs', async () => {
  for (const hours of eventOutlookHours) {
    const stream = await openEvents(gateway.url, key, { query: `?kinds=outlook&outlookHours=${hours}` })
    const path = hours === defaultEventOutlookHours ? '/v1/outlook' : `/v1/outlook?hours=${hours}`
    const data = (await stream.next())?.data
    expect(data).toBe(await (await get(path, key)).text())
    expect(data).toContain(hours === defaultEventOutlookHours ? '"query":""' : `"query":"?hours=${hours}"`)
    stream.leave()
  }
})

test('a change is also seen without a notification', async () => {
  const stream = await openEvents(gateway.url, key, { query: '?kinds=outlook' })
  await stream.take(1)
  versions.advance('outlook', '4')
  nowMs += topicFreshMs
  expect(await stream.next()).toMatchObject({ event: 'outlook', data: expect.stringContaining('"version":"4"') })
  stream.leave()
})

test('another gateway resumes a stream with exactly the newer versions, ignoring a service that lags behind', async () => {
  const stream = await openEvents(gateway.url, key)
  const lastEventId = (await stream.take(defaultEventKinds.length)).at(-1)?.id ?? ''
  stream.leave()
  versions.advance('score', '10')
  versions.set('carbon', { version: 'older', modifiedMs: 0 })
  await publishChange('score')
  nowMs += topicFreshMs
  const resumed = await openEvents(other.url, key, { lastEventId })
  const [score] = await resumed.take(1)
  expect(score).toMatchObject({ event: 'score', data: expect.stringContaining('"version":"10"') })
  versions.advance('tariff', '11')
  await publishChange('tariff')
  const next = await resumed.next()
  expect(next?.event).toBe('tariff')
  resumed.leave()
  const again = await openEvents(gateway.url, key, { lastEventId: next?.id ?? '', query: '?kinds=score,tariff,grid' })
  versions.advance('grid', '12')
  await publishChange('grid_status')
  expect((await again.next())?.event).toBe('grid')
  again.leave()
  versions.advance('carbon', '13')
})

test('an event id from elsewhere resumes nothing, so that every kind is sent', async () => {
  for (const lastEventId of ['7', 'score=,carbon', 'x'.repeat(2_000), 'score=1-a,score=1-b,__proto__=1-c']) {
    const stream = await openEvents(gateway.url, key, { lastEventId, query: '?kinds=carbon,grid' })
    expect((await stream.take(2)).map(({ event }) => event)).toEqual(['carbon', 'grid'])
    stream.leave()
  }
})

test('a kind that GET refuses is left out until it is available', async () => {
  versions.set('carbon', { problem: 500 })
  nowMs += topicFreshMs
  const stream = await openEvents(gateway.url, key, { query: '?kinds=carbon,tariff' })
  expect((await stream.next())?.event).toBe('tariff')
  versions.advance('carbon', '20')
  await publishChange('carbon')
  expect(await stream.next()).toMatchObject({ event: 'carbon', data: expect.stringContaining('"version":"20"') })
  stream.leave()
})

test('each stream gets a random retry pause', async () => {
  const hints = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const stream = await openEvents(gateway.url, key, { query: '?kinds=grid' })
      const hint = await stream.nextBlock()
      stream.leave()
      return hint?.retryMs ?? 0
    }),
  )
  expect(Math.min(...hints)).toBeGreaterThanOrEqual(2_000)
  expect(Math.max(...hints)).toBeLessThanOrEqual(10_000)
  expect(new Set(hints).size).toBeGreaterThan(1)
})

test('HEAD has the headers and no stream', async () => {
  const response = await fetch(`${gateway.url}${getEvents.path}`, {
    method: 'HEAD',
    headers: { 'x-api-key': key },
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  expect(await response.text()).toBe('')
})

test('the key may be a Bearer token, and Vary names Authorization', async () => {
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(`${gateway.url}${getEvents.path}`, { method: 'HEAD', headers })
  expect([response.status, response.headers.get('vary')]).toEqual([200, 'Accept, X-Api-Key, Authorization'])
})

test('a browser may send the key and the last event id from any page', async () => {
  const response = await fetch(`${gateway.url}${getEvents.path}`, { method: 'OPTIONS' })
  expect([response.status, response.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
  const allowed = response.headers.get('access-control-allow-headers')?.split(', ') ?? []
  expect(allowed).toEqual(
    expect.arrayContaining(['X-Api-Key', 'Authorization', 'Last-Event-ID', 'Cache-Control', 'Accept']),
  )
})

test('an invalid request is refused as by other operations', async () => {
  const asked: [query: string, headers: Record<string, string>, status: number, code: string, detail: string][] = [
    ['?kinds=score,wind', { 'x-api-key': key }, 400, 'invalid_parameter', 'score,wind'],
    ['?kinds=', { 'x-api-key': key }, 400, 'invalid_parameter', 'score, carbon, outlook, grid, tariff'],
    ['?kinds=score&kinds=grid', { 'x-api-key': key }, 400, 'invalid_parameter', 'more than once'],
    ['?kind=score', { 'x-api-key': key }, 400, 'unknown_parameter', 'accepted are: kinds'],
    ['', { 'x-api-key': key, accept: 'application/json' }, 406, 'not_acceptable', 'text/event-stream'],
    ['', {}, 401, 'missing_api_key', 'X-Api-Key'],
    [`?api_key=${key}`, {}, 401, 'missing_api_key', 'X-Api-Key'],
    ['', { 'x-api-key': demoKey }, 403, 'plan_capability_required', getEvents.path],
  ]
  for (const [query, headers, status, code, detail] of asked) {
    const response = await fetch(`${gateway.url}${getEvents.path}${query}`, { headers })
    const problem = await problemOf(response)
    expect([query, response.status, problem.code]).toEqual([query, status, code])
    expect(problem.detail).toContain(detail)
    if (status === 403) expect(problem).toMatchObject({ upgradeUrl: 'https://example.org/account?plan=decouverte' })
  }
  const post = await fetch(`${gateway.url}${getEvents.path}`, { method: 'POST', headers: { 'x-api-key': key } })
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
})
