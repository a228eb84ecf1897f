import { expect, test } from 'bun:test'
import { createAdmitWebRequest } from '@hexawatt/shared/http/web-request'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { testInternalToken } from '../testing/gateway-fixture.ts'
import { useWebGateway } from './testing/use-web-gateway.ts'
import { sendRaw } from './testing/web-fixture.ts'

const apiKey = `hxw_${'0123456789abcdef'.repeat(2)}`
const page = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })

const { gateway, web } = await useWebGateway(page)

const arrived = () => web.requests.map(({ method, url }) => `${method} ${url.slice(web.url.length)}`)

test('method, path and query arrive unchanged, with only allowed headers and those of the gateway', async () => {
  const passed = {
    accept: 'text/html',
    'accept-encoding': 'br',
    'accept-language': 'en',
    cookie: 'lang=en; hexawatt-session=abc',
    'if-modified-since': 'Thu, 26 Nov 2026 20:00:00 GMT',
    'if-none-match': 'W/"1"',
    origin: 'http://localhost:8080',
    'sec-fetch-dest': 'document',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-site': 'same-origin',
    'sec-fetch-user': '?1',
    'stripe-signature': 't=1,v1=2',
    'user-agent': 'a browser',
  }
  const dropped = {
    'x-api-key': apiKey,
    authorization: `Bearer ${apiKey}`,
    'auth-token': apiKey,
    'x-internal-token': 'forged',
    'x-hexawatt-principal': '{}',
    'x-client-subject': 'f'.repeat(32),
    'x-client-connection': 'private',
    'x-client-host': 'forged',
    'x-count-client': '1',
    'x-forwarded-for': '192.0.2.1',
    'x-forwarded-proto': 'https',
    te: 'trailers',
    'x-anything': '1',
  }
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const sent = { ...passed, ...dropped, traceparent, 'x-request-id': 'request-of-a-test' }
  await gateway.ask('/account/keys?a=%20b&c', { headers: sent })
  expect(arrived()).toEqual(['GET /account/keys?a=%20b&c'])
  const { headers } = web.requests[0] ?? { headers: new Headers() }
  expect(headers.toJSON()).toEqual({
    ...passed,
    connection: 'keep-alive',
    host: new URL(web.url).host,
    traceparent: expect.stringMatching(/^00-0af7651916cd43dd8448eb211c80319c-/),
    'x-request-id': 'request-of-a-test',
    'x-internal-token': testInternalToken,
    'x-client-subject': expect.stringMatching(/^[0-9a-f]{32}$/),
    'x-client-connection': 'private',
    'x-client-host': `127.0.0.1:${gateway.port}`,
  })
})

test('svc-web gets the address blocks of a client as keyed hashes, and whether its connection is private', async () => {
  const admit = createAdmitWebRequest([testInternalToken])
  const askFrom = async (address: string) => {
    await gateway.ask('/plans', { headers: { 'x-forwarded-for': address, host: 'public.example' } })
    return admit(web.requests.at(-1)?.headers ?? new Headers())
  }
  const [first, second] = [await askFrom('2001:db8:1:2::1'), await askFrom('2001:db8:1:3::1')]
  expect(first.wider).toHaveLength(2)
  expect(second.id).not.toBe(first.id)
  expect(second.wider).toEqual(first.wider)
  expect(first).toMatchObject({ isPrivateConnection: false, host: 'public.example' })
})

test.each(['/docs/../metrics', '/docs/%2e%2e/metrics', '/account/..\\metrics', '/account/a#b'])(
  'a path that could be rewritten is not forwarded: %s',
  async (target) => {
    // Without a valid host the server does not resolve dots itself.
    for (const host of ['localhost', 'no valid host']) {
      expect(await sendRaw(gateway, target, { host })).toBe('HTTP/1.1 404 Not Found')
    }
    expect(arrived()).toEqual([])
  },
)

test('an API key in the address does not leave the gateway', async () => {
  await gateway.ask(`/account?return=/account/keys&api_key=${apiKey}`)
  expect(arrived()).toEqual(['GET /account?return=%2Faccount%2Fkeys'])
})

test('only allowed response headers reach the client, each cookie separately', async () => {
  const headers = new Headers({
    'content-type': 'text/html',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'",
    etag: 'W/"1"',
    server: 'secret',
    'x-internal': 'secret',
    'x-request-id': 'of svc-web',
  })
  headers.append('set-cookie', 'a=1; Path=/')
  headers.append('set-cookie', 'b=2; Path=/')
  web.answerWith(() => new Response('page', { headers }))
  const response = await gateway.ask('/account', { headers: { 'x-request-id': 'request-of-a-test' } })
  expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; Path=/'])
  response.headers.delete('set-cookie')
  expect(response.headers.toJSON()).toEqual({
    'cache-control': 'no-store',
    'content-length': '4',
    'content-security-policy': "default-src 'none'",
    'content-type': 'text/html',
    date: expect.any(String),
    etag: 'W/"1"',
    'x-request-id': 'request-of-a-test',
  })
})

test.each<[method: string, answer: () => Response, expected: (string | number | null)[]]>([
  ['GET', () => new Response(null, { status: 304, headers: { etag: 'W/"1"' } }), [304, 'W/"1"', null, null]],
  [
    'POST',
    () => new Response(null, { status: 303, headers: { location: '/account/keys' } }),
    [303, null, '/account/keys', '0'],
  ],
  ['HEAD', () => new Response(null, { headers: { 'content-length': '1234' } }), [200, null, null, '1234']],
  ['GET', () => new Response('late', { status: 503 }), [503, null, null, '4']],
])('%s: status, validators, location and length come from svc-web', async (method, answer, expected) => {
  web.answerWith(answer)
  const { status, headers } = await gateway.ask('/account', { method })
  expect([status, headers.get('etag'), headers.get('location'), headers.get('content-length')]).toEqual(expected)
})

test('a compressed body is forwarded unchanged', async () => {
  const body = Bun.gzipSync(new TextEncoder().encode('page'.repeat(1_000)))
  web.answerWith(() => new Response(body, { headers: { 'content-encoding': 'gzip' } }))
  const response = await gateway.ask('/', { headers: { 'accept-encoding': 'gzip' } })
  expect(response.headers.get('content-encoding')).toBe('gzip')
  expect(await response.bytes()).toEqual(body)
})

test('methods that a page does not have are refused without svc-web; OPTIONS is forwarded', async () => {
  for (const path of ['/plans', '/account/keys']) {
    const response = await gateway.ask(path, { method: 'DELETE' })
    expect([response.status, (await problemOf(response)).code]).toEqual([405, 'method_not_allowed'])
  }
  expect((await gateway.ask('/plans', { method: 'POST' })).headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  expect(arrived()).toEqual([])
  web.answerWith(() => new Response(null, { status: 204, headers: { allow: 'GET, HEAD, OPTIONS' } }))
  expect((await gateway.ask('/account/usage', { method: 'OPTIONS' })).headers.get('allow')).toBe('GET, HEAD, OPTIONS')
})

test('nothing is cached: every request is forwarded', async () => {
  web.answerWith(() => new Response('page', { headers: { 'cache-control': 'public, max-age=3600', etag: 'W/"1"' } }))
  for (let time = 0; time < 3; time++) await (await gateway.ask('/plans')).text()
  expect(arrived()).toEqual(Array(3).fill('GET /plans'))
})

test('a 404 of svc-web becomes the gateway’s 404; at an exact path it means that the two programs do not match', async () => {
  web.answerWith(() => Response.json({}, { status: 404, headers: { 'content-type': 'application/problem+json' } }))
  expect((await problemOf(await gateway.ask('/account/nothing'))).code).toBe('not_found')
  // Accounts are closed without a mail server.
  expect((await problemOf(await gateway.ask('/account'))).code).toBe('not_found')
  const moved = await gateway.ask('/docs/')
  expect([moved.status, moved.headers.get('location')]).toEqual([308, '/docs'])
  expect((await gateway.ask('/plans')).status).toBe(503)
})

test('a path with a trailing slash and a key in its query is refused with the reason, neither forwarded nor redirected', async () => {
  const problem = await problemOf(await gateway.ask(`/problems/?key=${apiKey}`))
  expect([problem.code, problem.detail]).toEqual(['not_found', expect.stringContaining('send it in a header')])
  expect((await gateway.ask(`/problems/not_found/?key=${apiKey}`)).status).toBe(404)
  expect(arrived()).toEqual([])
})

test('an HTML page of svc-web with status 404 is shown', async () => {
  web.answerWith(() => new Response('no such alert', { status: 404, headers: { 'content-type': 'text/html' } }))
  expect(await (await gateway.ask('/account/alerts')).text()).toBe('no such alert')
})
