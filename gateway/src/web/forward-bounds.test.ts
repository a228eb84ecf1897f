import { expect, test } from 'bun:test'
import { maxRequestBodyBytes } from '@hexawatt/shared/http/web-request'
import { until } from '@hexawatt/shared/testing/until'
import { maxForwards, maxForwardsPerAddress, maxForwardsPerBlock } from './forward-places.ts'
import { useWebGateway } from './testing/use-web-gateway.ts'
import { sendRaw } from './testing/web-fixture.ts'

const page = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })

const { gateway, web } = await useWebGateway(page)

test('a large body is streamed, and its place is free after it was read', async () => {
  const body = crypto
    .getRandomValues(new Uint8Array(64 * 1024))
    .toHex()
    .repeat(16)
  web.answerWith(() => new Response(body))
  for (let round = 0; round * maxForwardsPerAddress < 2 * maxForwards; round++) {
    const answers = await Promise.all(Array.from({ length: maxForwardsPerAddress }, () => gateway.ask('/docs')))
    for (const answer of answers) expect((await answer.text()) === body).toBe(true)
  }
})

test('a request body up to 64 KiB arrives unchanged; a larger one is refused', async () => {
  const bodies: Uint8Array[] = []
  web.answerWith(async (request) => {
    bodies.push(await request.bytes())
    return page()
  })
  const body = crypto.getRandomValues(new Uint8Array(maxRequestBodyBytes))
  const post = (sent: Uint8Array<ArrayBuffer>) => gateway.ask('/billing/webhook', { method: 'POST', body: sent })
  expect((await post(body)).status).toBe(200)
  expect(bodies).toEqual([body])
  expect((await post(new Uint8Array(maxRequestBodyBytes + 1))).status).toBe(413)
  expect(bodies).toHaveLength(1)
})

test(`at most ${maxForwards} pages are forwarded at once; further ones are refused until one has ended`, async () => {
  const hold = Promise.withResolvers<void>()
  web.answerWith(async () => {
    await hold.promise
    return page()
  })
  const held = Array.from({ length: maxForwards }, (_, client) =>
    sendRaw(gateway, '/plans', { address: `192.0.2.${client}` }),
  )
  await until('all pages are asked for', () => web.requests.length === maxForwards)
  const refused = await gateway.ask('/plans')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(web.requests).toHaveLength(maxForwards)
  hold.resolve()
  expect(new Set(await Promise.all(held))).toEqual(new Set(['HTTP/1.1 200 OK']))
  expect((await gateway.ask('/plans')).status).toBe(200)
})

test.each([
  ['address', () => '192.0.2.1', maxForwardsPerAddress],
  ['block of IPv6 addresses', (client: number) => `2001:db8:1:${client}::1`, maxForwardsPerBlock],
])('only some pages of one client %s are forwarded at once, so that others get theirs', async (_, addressOf, most) => {
  const hold = Promise.withResolvers<void>()
  web.answerWith(async () => {
    await hold.promise
    return page()
  })
  const flood = Array.from({ length: 2 * maxForwards }, (_, client) =>
    sendRaw(gateway, '/plans', { address: addressOf(client) }),
  )
  await until('as many are asked for as may be', () => web.requests.length === most)
  const other = sendRaw(gateway, '/plans', { address: '203.0.113.1' })
  await until('the other client is asked for too', () => web.requests.length === most + 1)
  hold.resolve()
  expect(await other).toBe('HTTP/1.1 200 OK')
  const statuses = await Promise.all(flood)
  expect(statuses.filter((line) => line === 'HTTP/1.1 200 OK')).toHaveLength(most)
  expect(new Set(statuses)).toEqual(new Set(['HTTP/1.1 200 OK', 'HTTP/1.1 429 Too Many Requests']))
  // All places are free again.
  expect(await sendRaw(gateway, '/plans', { address: addressOf(0) })).toBe('HTTP/1.1 200 OK')
})

test('a disconnected reader ends its request at svc-web; a submitted form is still processed', async () => {
  const aborted: string[] = []
  const started: string[] = []
  web.answerWith(async (request) => {
    started.push(request.method)
    request.signal.addEventListener('abort', () => aborted.push(request.method))
    await Bun.sleep(300)
    return page()
  })
  const leaving = new AbortController()
  const asked = ['GET', 'POST'].map((method) => gateway.ask('/account', { method, signal: leaving.signal }))
  await until('both are asked for', () => started.length === 2)
  leaving.abort()
  await Promise.allSettled(asked)
  await until('the reader is gone', () => aborted.includes('GET'))
  await Bun.sleep(400)
  expect(aborted).toEqual(['GET'])
})
