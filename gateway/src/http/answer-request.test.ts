import { describe, expect, test } from 'bun:test'
import { storeTestKey } from '@hexawatt/shared/testing/key-fixture'
import { useTestGateway } from '../testing/use-gateway.ts'

const { gateway, service } = await useTestGateway()

const scaleKey = storeTestKey(gateway).then(({ key }) => key)

/** What the gateway answers to a request written by hand, until it closes the connection. */
async function answerTo(request: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let answer = ''
  await Bun.connect({
    hostname: '127.0.0.1',
    port: Number(new URL(gateway.url).port),
    socket: {
      open: (socket) => void socket.write(Buffer.from(request, 'latin1')),
      data: (_, chunk) => {
        answer += chunk.toString('latin1')
      },
      close: () => resolve(answer),
    },
  })
  return promise
}

const statusOf = (answer: string): number => Number(answer.slice('HTTP/1.1 '.length).split(' ', 1)[0])

test.each(['', 'a b', 'x/api/status', 'x?y', 'x#y', '[', '%', 'x:99999', '<>|^', '\xff', 'user@x'])(
  'an invalid Host (%p) does not change the response of known and unknown paths',
  async (host) => {
    const ask = (target: string) => answerTo(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    expect(statusOf(await ask('/api/plans'))).toBe(200)
    expect(statusOf(await ask('/api/profiles?x=http://y/api/plans'))).toBe(400)
    const nothing = await ask('/nothing')
    expect([statusOf(nothing), nothing.includes('"code":"not_found"')]).toEqual([404, true])
    const tooLong = await ask(`/${'x'.repeat(8_192)}`)
    expect([statusOf(tooLong), tooLong.includes('"code":"uri_too_long"')]).toEqual([414, true])
  },
)

describe.each(['a b', 'x:99999', '[', '\xff', 'localhost', null])('with the Host %p', (host) => {
  const begin = host === null ? 'HTTP/1.0\r\n' : `HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n`
  const ask = async (target: string) => answerTo(`GET ${target} ${begin}X-Api-Key: ${await scaleKey}\r\n\r\n`)

  test('a service response is forwarded', async () => {
    for (const path of ['/v1/carbon/intensity', '/v1/score?profile=carbon', '/v1/score/history', '/api/coverage']) {
      expect([path, statusOf(await ask(path))]).toEqual([path, 200])
    }
  })

  test('bytes that are not part of an address are 400, and no service is called', async () => {
    const before = service.requests.length
    for (const path of ['/v1/score', '/v1/score/history', '/v1/score/analytics', '/api/coverage', '/nothing']) {
      for (const byte of ['\xe9', '\xff\xfe', '\xc3']) {
        const answer = await ask(`${path}?profile=a${byte}b`)
        expect([path, statusOf(answer), answer.includes('"code":"invalid_parameter"')]).toEqual([path, 400, true])
        expect(answer).toContain('The request target contains')
      }
    }
    expect(service.requests.length).toBe(before)
  })
})

test.each(['http', 'https', 'HTTP'])('a request target with a host and %s: is answered by its path', async (scheme) => {
  const ask = (path: string) =>
    answerTo(`GET ${scheme}://evil.example${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  expect([statusOf(await ask('/api/plans')), statusOf(await ask('/api/plans/x'))]).toEqual([200, 404])
})

test('HTTP/1.0 without a Host is accepted', async () => {
  expect(statusOf(await answerTo('GET /api/plans HTTP/1.0\r\n\r\n'))).toBe(200)
})

test.each(['/api/plans', '/problems', '/nothing', '/v1/carbon/intensity'])(
  'HEAD of %s gives the length of the body and sends none',
  async (path) => {
    const ask = (method: string) =>
      answerTo(`${method} ${path} HTTP/1.1\r\nHost: x\r\nX-Request-Id: same-for-both\r\nConnection: close\r\n\r\n`)
    const [head = '', body] = (await ask('HEAD')).split('\r\n\r\n')
    const [gotHead = '', gotBody = ''] = (await ask('GET')).split('\r\n\r\n')
    const lengthIn = (text: string) => Number(text.match(/^content-length: (\d+)$/im)?.[1])
    expect(body).toBe('')
    expect([lengthIn(head), lengthIn(head)]).toEqual([lengthIn(gotHead), Buffer.byteLength(gotBody, 'latin1')])
  },
)

test('a key sent as the request id is neither used nor forwarded', async () => {
  const { key } = await storeTestKey(gateway)
  const headers = { 'x-api-key': key, 'x-request-id': key }
  const answer = await fetch(`${gateway.url}/v1/score/analytics`, { headers })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(service.requests.at(-1)?.headers.get('x-request-id')).toBe(answer.headers.get('x-request-id'))
})

test('concurrent callers of one cached response each get their own request id and limits', async () => {
  const keys = await Promise.all([storeTestKey(gateway, 'pro'), storeTestKey(gateway, 'pro')])
  const asked = Array.from({ length: 60 }, (_, i) => ({
    id: `request-${i}`,
    key: keys[i % 4 === 0 ? 0 : 1]?.key ?? '',
  }))
  const answers = await Promise.all(
    asked.map(async ({ id, key }) => {
      const headers = { 'x-api-key': key, 'x-request-id': id }
      return { key, id, got: (await fetch(`${gateway.url}/v1/grid/status`, { headers })).headers }
    }),
  )
  for (const { id, got } of answers) expect(got.get('x-request-id')).toBe(id)
  for (const { key } of keys) {
    const left = answers.filter((answer) => answer.key === key).map(({ got }) => got.get('x-ratelimit-remaining-month'))
    expect(left.map(Number).toSorted((a, b) => b - a)).toEqual(left.map((_, i) => 29_999 - i))
  }
})

test('the limit headers of one caller do not reach the next caller', async () => {
  const limitOf = async (method: string) =>
    (await fetch(`${gateway.url}/api/plans`, { method })).headers.get('ratelimit-policy')
  expect(await limitOf('GET')).toContain('"minute"')
  expect(await limitOf('HEAD')).toBeNull()
  expect(await limitOf('GET')).toContain('"minute"')
})

test.each(['identity', 'zstd', 'br', 'gzip'])(
  'HEAD of a streamed body (%s) gives its headers, sends nothing, and ends the stream at the service',
  async (encoding) => {
    const { key } = await storeTestKey(gateway)
    const ended = Promise.withResolvers<void>()
    service.answerWith(() => {
      const endless = { pull: (to: ReadableStreamDefaultController) => to.enqueue(new Uint8Array(5_000)) }
      return new Response(new ReadableStream({ ...endless, cancel: () => ended.resolve() }))
    })
    const headers = { 'x-api-key': key, 'accept-encoding': encoding }
    const answer = await fetch(`${gateway.url}/v1/score/history`, { method: 'HEAD', headers })
    await ended.promise
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect(answer.headers.get('content-length')).toBeNull()
    expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
  },
)
