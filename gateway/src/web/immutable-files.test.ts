import { expect, test } from 'bun:test'
import { useWebGateway } from './testing/use-web-gateway.ts'

const immutable = { 'cache-control': 'public, max-age=31536000, immutable', etag: 'W/"1"', vary: 'Accept-Encoding' }
const file = (headers: Record<string, string> = {}) =>
  new Response('x'.repeat(100_000), { headers: { ...immutable, 'content-type': 'text/css', ...headers } })

const { gateway, web } = await useWebGateway(() => file())

let lastFile = 0
const newPath = () => `/dashboard/${++lastFile}/style.css`

test('a file with a content-dependent path is fetched once per encoding and then served from memory', async () => {
  const path = newPath()
  const ask = (encoding: string, init: RequestInit = {}) =>
    gateway.ask(path, { ...init, headers: { 'accept-encoding': encoding, ...init.headers } })
  for (const encoding of ['br', 'br', 'gzip', 'br, gzip'])
    expect((await (await ask(encoding)).text()).length).toBe(100_000)
  expect(web.requests.map(({ headers }) => headers.get('accept-encoding'))).toEqual(['br', 'gzip'])
  const known = await ask('br', { headers: { 'if-none-match': immutable.etag } })
  expect([known.status, known.headers.get('etag'), known.headers.get('content-type')]).toEqual([304, 'W/"1"', null])
  const head = await ask('br', { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '100000'])
  expect(web.requests).toHaveLength(2)
})

test.each([
  ['that may change', { 'cache-control': 'public, max-age=3600' }],
  ['for one visitor', { 'cache-control': 'private, immutable' }],
  ['that depends on cookies', { vary: 'Accept-Encoding, Cookie' }],
  ['that sets a cookie', { 'set-cookie': 'a=b' }],
])('a response %s is fetched each time', async (_, headers) => {
  web.answerWith(() => file(headers))
  const path = newPath()
  for (let time = 0; time < 3; time++) await (await gateway.ask(path)).text()
  expect(web.requests).toHaveLength(3)
})

test('a query, a refusal and an oversized file are not cached', async () => {
  const path = newPath()
  for (let time = 0; time < 2; time++) await (await gateway.ask(`${path}?a=1`)).text()
  expect(web.requests).toHaveLength(2)
  web.answerWith(() => new Response('down', { status: 503, headers: immutable }))
  expect((await gateway.ask(path)).status).toBe(503)
  web.answerWith(() => new Response(new Uint8Array(3 * 1024 * 1024), { headers: immutable }))
  expect((await gateway.ask(path)).status).toBe(500)
  web.answerWith(() => file())
  expect((await gateway.ask(path)).status).toBe(200)
})

test('concurrent requests for a file wait for one fetch, and fetch themselves only if it fails', async () => {
  const path = newPath()
  const answers = await Promise.all(Array.from({ length: 20 }, () => gateway.ask(path)))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(web.requests).toHaveLength(1)
  const failing = newPath()
  let times = 0
  web.answerWith(() => (++times === 1 ? new Response('late', { status: 503 }) : file()))
  const statuses = (await Promise.all([gateway.ask(failing), gateway.ask(failing)])).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 503])
})
