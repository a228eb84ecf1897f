import { expect, test } from 'bun:test'
import { problemTable } from '@hexawatt/shared/contract/problem'
import { storeTestKey } from '@hexawatt/shared/testing/key-fixture'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { testPublicBaseUrl } from './testing/gateway-fixture.ts'
import { useTestGateway } from './testing/use-gateway.ts'

const { gateway, service } = await useTestGateway()
const { key } = await storeTestKey(gateway)

const carbon = '/v1/carbon/intensity'

function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return fetch(`${gateway.url}${path}`, { method, headers, redirect: 'manual' })
}

const askWithKey = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  ask(path, { 'x-api-key': key, ...headers }, method)

test.each(['/v1/carbon%2Fintensity', '/%zz', '//x/y'])(
  'the unknown path %s is 404 before a key is required',
  async (path) => {
    const response = await ask(path)
    expect([response.status, (await problemOf(response)).code]).toEqual([404, 'not_found'])
  },
)

test('a missing key is refused before parameters and media types are checked', async () => {
  expect((await ask(`${carbon}?hour=12`, { accept: 'image/png' })).status).toBe(401)
})

test('a problem has all members, and its type is the address of a page of svc-web', async () => {
  const response = await ask(carbon)
  const problem = await problemOf(response)
  expect(problem).toEqual({
    type: `${testPublicBaseUrl}/problems/missing_api_key`,
    title: problemTable.missing_api_key.title,
    status: 401,
    detail:
      'The API key is missing. Send the key in the header X-Api-Key or as Authorization: Bearer <key>; http://localhost:8080/plans says how to get a key.',
    instance: carbon,
    code: 'missing_api_key',
    error: 'missing_api_key',
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  expect((await ask(new URL(problem.type).pathname)).status).toBe(200)
})

test('the caller’s trace continues in the service and is named in errors', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const traceparent = `00-${traceId}-b7ad6b7169203331-01`
  // Passed on for each request: what is kept is asked for by the first of many.
  await askWithKey('/v1/score/analytics', { traceparent, 'x-request-id': 'my-request-0002' })
  const seen = service.requests.at(-1)?.headers
  expect(seen?.get('traceparent')).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`))
  expect(seen?.get('traceparent')).not.toBe(traceparent)
  await askWithKey('/v1/score/analytics', { traceparent: traceparent.replace(/01$/, '00') })
  expect(service.requests.at(-1)?.headers.get('traceparent')).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`))
  expect(seen?.get('x-request-id')).toBe('my-request-0002')
  expect((await problemOf(await ask(carbon, { traceparent }))).traceId).toBe(traceId)
})

test('HEAD is answered like GET without a body, also for errors', async () => {
  const [got, head] = [await askWithKey(carbon), await askWithKey(carbon, {}, 'HEAD')]
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, 'W/"1"', ''])
  expect(head.headers.get('content-type')).toBe(got.headers.get('content-type'))
  expect(service.requests.at(-1)?.method).toBe('GET')
  const refused = await ask(carbon, {}, 'HEAD')
  expect([refused.status, refused.headers.get('content-type'), await refused.text()]).toEqual([
    401,
    'application/problem+json',
    '',
  ])
})

test('OPTIONS needs no key, lists the allowed methods, and exists on known paths only', async () => {
  const response = await ask(carbon, { origin: 'https://example.org' }, 'OPTIONS')
  expect([response.status, response.headers.get('allow'), await response.text()]).toEqual([
    204,
    'GET, HEAD, OPTIONS',
    '',
  ])
  expect(response.headers.get('access-control-allow-headers')).toContain('X-Api-Key')
  expect((await ask('/nothing', {}, 'OPTIONS')).status).toBe(404)
})

test('every response can be read from any origin, also errors', async () => {
  const answers = [await askWithKey(carbon), await ask(carbon), await ask('/nothing'), await ask(carbon, {}, 'OPTIONS')]
  for (const { headers } of answers) {
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-expose-headers')).toContain('Retry-After')
  }
})
