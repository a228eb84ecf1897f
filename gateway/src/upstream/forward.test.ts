import { afterAll, afterEach, expect, test } from 'bun:test'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores'
import { problemOf } from '../testing/problem-of.ts'
import { startStandInService } from '../testing/stand-in-service.ts'
import { startTestGateway, storeTestKey, testInternalToken } from '../testing/test-gateway.ts'

const database = await createTestDatabase()
const redisUrl = await createTestRedisUrl()
const service = startStandInService()
const gateway = await startTestGateway({
  databaseUrl: database.url,
  redisUrl,
  serviceUrl: service.url,
  serviceTimeoutMs: 200,
})
const { key } = await storeTestKey(gateway)

const okAnswer = () => Response.json({ from: 'service' })

afterEach(() => service.answerWith(okAnswer))

afterAll(async () => {
  await Promise.all([gateway.stop(), service.stop()])
  await database.drop()
})

function ask(headers: Record<string, string> = {}, url = gateway.url): Promise<Response> {
  return fetch(`${url}/v1/carbon/intensity`, { headers: { 'x-api-key': key, ...headers }, decompress: false })
}

async function expectUnavailable(response: Response): Promise<void> {
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await problemOf(response)).code).toBe('service_unavailable')
}

const problem = (status: number, code: string, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ status, code }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  })

test('of the customer’s headers only harmless ones reach the service, and internal ones are the gateway’s', async () => {
  await ask({
    'x-internal-token': 'forged',
    'x-hexawatt-principal': '{"v":1,"plan":"forged"}',
    'x-forwarded-for': '1.2.3.4',
    cookie: 'a=b',
    authorization: 'Bearer x',
    'if-none-match': 'W/"7"',
    'accept-encoding': 'gzip',
    accept: 'text/plain',
  })
  const headers = Object.fromEntries(service.requests.at(-1)?.headers ?? [])
  expect(Object.keys(headers).sort()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'if-none-match',
    'traceparent',
    'user-agent',
    'x-hexawatt-principal',
    'x-internal-token',
    'x-request-id',
  ])
  expect(headers).toMatchObject({ 'x-internal-token': testInternalToken, 'if-none-match': 'W/"7"' })
  expect(headers['x-hexawatt-principal']).not.toContain('forged')
})

test('of the service’s headers only public ones reach the customer', async () => {
  service.answerWith(() =>
    Response.json(
      {},
      {
        headers: {
          'set-cookie': 'a=b',
          server: 'secret/1.0',
          'x-internal-token': 'leak',
          'access-control-allow-origin': 'https://service.internal',
          etag: 'W/"1"',
          'cache-control': 'private, max-age=60',
          'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
          vary: 'accept, Accept-Encoding',
          'x-data-mode': 'demo',
          'x-service-confidence': 'degraded',
        },
      },
    ),
  )
  const { headers } = await ask()
  for (const name of ['set-cookie', 'server', 'x-internal-token']) expect(headers.get(name)).toBeNull()
  expect(Object.fromEntries(headers)).toMatchObject({
    'access-control-allow-origin': '*',
    etag: 'W/"1"',
    'cache-control': 'private, max-age=60',
    'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
    vary: 'Accept, Accept-Encoding',
    'x-data-mode': 'demo',
    'x-service-confidence': 'degraded',
  })
})

test('a compressed body passes as it is, and nothing is compressed that was not asked for', async () => {
  service.answerWith((request) => {
    if (!request.headers.get('accept-encoding')?.includes('gzip')) return Response.json({ plain: true })
    const body = Bun.gzipSync(JSON.stringify({ plain: false }))
    return new Response(body, { headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } })
  })
  const compressed = await ask({ 'accept-encoding': 'gzip' })
  expect(compressed.headers.get('content-encoding')).toBe('gzip')
  expect(new TextDecoder().decode(Bun.gunzipSync(await compressed.arrayBuffer()))).toBe('{"plain":false}')
  // With `decompress: false` this client says nothing about encodings by itself.
  expect(await (await ask()).json()).toEqual({ plain: true })
  expect(service.requests.at(-1)?.headers.get('accept-encoding')).toBe('identity')
})

test('304 passes without a body', async () => {
  service.answerWith(() => new Response(null, { status: 304, headers: { etag: 'W/"1"' } }))
  const response = await ask({ 'if-none-match': 'W/"1"' })
  expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([304, 'W/"1"', ''])
})

test('503 insufficient_data passes unchanged with its Retry-After', async () => {
  service.answerWith(() => problem(503, 'insufficient_data', { 'retry-after': '300' }))
  const response = await ask()
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '300'])
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(await response.json()).toEqual({ status: 503, code: 'insufficient_data' })
})

test.each([401, 404, 405])('a %d of the service is our fault and becomes 503', async (status) => {
  service.answerWith(() => problem(status, 'not_found'))
  await expectUnavailable(await ask())
})

test.each([
  ['a bare 500', () => new Response('stack trace', { status: 500 })],
  ['a bare 400', () => new Response('bad', { status: 400 })],
  ['a redirect', () => new Response(null, { status: 302, headers: { location: 'http://internal/' } })],
  ['an empty 204', () => new Response(null, { status: 204 })],
] as const)('%s of the service becomes 503 and is not shown', async (_name, answer) => {
  service.answerWith(answer)
  await expectUnavailable(await ask())
})

test('a service that is late is 503', async () => {
  service.answerWith(async () => {
    await Bun.sleep(1_000)
    return okAnswer()
  })
  await expectUnavailable(await ask())
})

test('a service that stops in the middle of a body is 503, not half an answer', async () => {
  service.answerWith(
    () =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue('{"from":')
          },
        }),
      ),
  )
  await expectUnavailable(await ask())
})

test('a body above the cap is 503, declared or not', async () => {
  const large = new Uint8Array(5 * 1024 * 1024)
  service.answerWith(() => new Response(large))
  await expectUnavailable(await ask())
  service.answerWith(
    () =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(large)
            controller.close()
          },
        }),
      ),
  )
  await expectUnavailable(await ask())
})

test('a chunked body arrives whole', async () => {
  service.answerWith(
    () =>
      new Response(
        new ReadableStream({
          async start(controller) {
            controller.enqueue('{"a":')
            await Bun.sleep(1)
            controller.enqueue('1}')
            controller.close()
          },
        }),
        { headers: { 'content-type': 'application/json' } },
      ),
  )
  expect(await (await ask()).json()).toEqual({ a: 1 })
})

test('a service that is down is 503', async () => {
  const down = startStandInService()
  await down.stop()
  const lonely = await startTestGateway({ databaseUrl: database.url, redisUrl, serviceUrl: down.url })
  await expectUnavailable(await ask({}, lonely.url))
  await lonely.stop()
})
