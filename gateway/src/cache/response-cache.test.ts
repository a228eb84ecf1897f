import { beforeEach, expect, test } from 'bun:test'
import type { PlanId } from '@hexawatt/shared/contract/plans'
import { createChangePublisher } from '@hexawatt/shared/snapshot/data-changes'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { storeTestKey } from '@hexawatt/shared/testing/key-fixture'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { until } from '@hexawatt/shared/testing/until'
import { useTestGateway } from '../testing/use-gateway.ts'

const { gateway, service } = await useTestGateway({
  settings: { DEMO_API_KEY: `hxw_${'0'.repeat(32)}` },
})
const publishChange = createChangePublisher({ redis: gateway.redis, logger: createLogger('test', 'silent') })
const keys = new Map<PlanId | 'another pro', string>()
for (const plan of ['decouverte', 'pro', 'scale'] as const) keys.set(plan, (await storeTestKey(gateway, plan)).key)
keys.set('another pro', (await storeTestKey(gateway, 'pro')).key)

/** A body that tells its version, who was asked for and what. */
function answerWithVersion(version: () => number): void {
  service.answerWith((request) => {
    const { plan, keyId } = JSON.parse(request.headers.get('x-hexawatt-principal') ?? '{}')
    const body = { version: version(), plan, keyId, path: new URL(request.url).pathname + new URL(request.url).search }
    return Response.json(body, { headers: { etag: `W/"${version()}"`, 'x-data-mode': 'demo' } })
  })
}

/** Forgets what was kept, as a change of the data does: the message is on its way as soon as it is published. */
async function changeData(): Promise<void> {
  const before = service.requests.length
  await publishChange('carbon')
  while (service.requests.length === before) await ask('scale', '/v1/carbon/intensity')
}

const ask = (who: PlanId | 'another pro', path: string, headers: Record<string, string> = {}) =>
  fetch(`${gateway.url}${path}`, { headers: { 'x-api-key': keys.get(who) ?? '', ...headers } })

let version = 1
beforeEach(async () => {
  answerWithVersion(() => version)
  await changeData()
})

test('callers of one plan get the same bytes from one service call', async () => {
  const before = service.requests.length
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) => ask(i % 2 === 0 ? 'pro' : 'another pro', '/v1/grid/status')),
  )
  const bodies = new Set(await Promise.all(answers.map((answer) => answer.text())))
  expect([bodies.size, service.requests.length - before]).toEqual([1, 1])
})

test('plans never share a response, whichever asks first', async () => {
  const plans = ['decouverte', 'pro', 'scale'] as const
  for (const order of [plans, plans.toReversed()]) {
    await changeData()
    for (const plan of [...order, ...order]) {
      expect(await (await ask(plan, '/v1/score/forecast?hours=48')).json()).toMatchObject({ plan })
    }
  }
})

test('other parameters give another response', async () => {
  const paths = ['/v1/score', '/v1/score?profile=carbon', '/v1/score?profile=price', '/v1/score/forecast?profile=price']
  for (const path of [...paths, ...paths]) expect(await (await ask('pro', path)).json()).toMatchObject({ path })
})

test('every spelling of a query shares one cached response, and the service gets one spelling', async () => {
  const spelled = (text: string) => ask('pro', `/v1/score/forecast?${text}`).then((answer) => answer.json())
  const path = '/v1/score/forecast?hours=9&profile=price'
  expect(await spelled('profile=price&hours=9')).toMatchObject({ path })
  expect(await spelled('&&hours=9&&profile=%70rice&')).toMatchObject({ path })
  const before = service.requests.length
  for (const text of ['hours=9&profile=price', '%68ours=%39&profile=price', 'profile=price&&hours=9']) {
    expect(await spelled(text)).toMatchObject({ path })
  }
  expect(service.requests.length).toBe(before)
})

test('a change of the data is served at once, before the cached response is a second old', async () => {
  const served = async () => (await ask('pro', '/v1/tariff/today')).json()
  expect(await served()).toMatchObject({ version })
  version += 1
  await changeData()
  expect(await served()).toMatchObject({ version })
})

test('a client that has the version gets 304 without a body from the cache', async () => {
  const etag = (await ask('pro', '/v1/score')).headers.get('etag') ?? ''
  const before = service.requests.length
  const again = await ask('pro', '/v1/score', { 'if-none-match': etag })
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  expect(service.requests.length).toBe(before)
})

test('a refusal is not cached, and each client gets its own trace', async () => {
  const problem = {
    type: 'x',
    title: 'x',
    status: 503,
    instance: '/',
    code: 'insufficient_data',
    error: 'insufficient_data',
  }
  service.answerWith(() =>
    Response.json(
      { ...problem, detail: 'No value.', traceId: 'theirs', confidence: 12 },
      { status: 503, headers: { 'content-type': 'application/problem+json', 'retry-after': '300' } },
    ),
  )
  const traceparents = [1, 2].map((i) => `00-${String(i).repeat(32)}-${'b'.repeat(16)}-01`)
  const answers = await Promise.all(
    traceparents.map((traceparent) => ask('pro', '/v1/score?profile=grid', { traceparent })),
  )
  const bodies = await Promise.all(answers.map(problemOf))
  expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
    [503, '300'],
    [503, '300'],
  ])
  expect(bodies.map(({ traceId }) => traceId)).toEqual(['1'.repeat(32), '2'.repeat(32)])
  expect(bodies[0]).toMatchObject({ code: 'insufficient_data', detail: 'No value.', confidence: 12 })
  answerWithVersion(() => version)
  expect((await ask('pro', '/v1/score?profile=grid')).status).toBe(200)
})

test.each(['/v1/score?wPrice=1&wCarbon=0&wGrid=0&wAdequacy=0', '/v1/score/history'])(
  'a client that disconnects before the response to %s is not charged',
  async (path) => {
    const { key } = await storeTestKey(gateway, 'scale')
    const headers = { 'x-api-key': key }
    const silence = Promise.withResolvers<void>()
    service.answerWith(() => silence.promise.then(() => Response.json({ from: 'service' })))
    const before = service.requests.length
    const leaving = new AbortController()
    const left = fetch(`${gateway.url}${path}`, { headers, signal: leaving.signal })
    await until('the service is asked', () => service.requests.length > before)
    leaving.abort()
    await expect(left).rejects.toThrow()
    // The gateway learns of it with the next bytes that it reads; then the answer comes.
    await fetch(`${gateway.url}/api/plans`)
    silence.resolve()
    await until('nothing is charged', async () => {
      // A parameter that does not exist counts against the minute only.
      const refused = await fetch(`${gateway.url}/v1/score?typo=1`, { headers })
      return refused.headers.get('x-ratelimit-remaining-month') === refused.headers.get('x-ratelimit-limit-month')
    })
  },
)

test('a translated response is cached per chosen language, and the service receives only the language', async () => {
  service.answerWith((request) => {
    const language = request.headers.get('accept-language') ?? 'none'
    return Response.json({ language }, { headers: { 'content-language': language, etag: `W/"${language}"` } })
  })
  const path = '/v1/schedule?durationMinutes=75'
  const inLanguage = async (header: string) => {
    const response = await ask('scale', path, { 'accept-language': header })
    return [response.headers.get('content-language'), Object(await response.json()).language]
  }
  // The first request of a query is not cached.
  await Promise.all([inLanguage('fr'), inLanguage('en')])
  await Promise.all([inLanguage('fr'), inLanguage('en')])
  const before = service.requests.length
  const [english, french] = [
    ['en', 'en-GB', 'de, en;q=0.3', 'EN-us;q=0.9, fr;q=0.8'],
    ['fr', 'fr-CA, en;q=0.3', 'de', ''],
  ]
  const answers = await Promise.all([...english, ...french].map(inLanguage))
  expect(answers).toEqual([...english.map(() => ['en', 'en']), ...french.map(() => ['fr', 'fr'])])
  expect(service.requests.length - before).toBeLessThanOrEqual(2)
  expect(new Set(service.requests.slice(-2).map(({ headers }) => headers.get('accept-language'))).size).toBe(2)
})
