import { describe, expect, test } from 'bun:test'
import { until } from '@hexawatt/shared/testing/until'
import { createServiceAddresses, lookUpAddresses } from '../client/service-addresses.ts'
import { decodeBody, formatOk, startServer, stops } from '../testing/service-client-fixture.ts'
import { createHttp1Client, requestHead } from './http1-client.ts'

function clientOf(port: number, timeoutMs = 2_000) {
  return clientAt(`http://127.0.0.1:${port}`, { maxBodyBytes: 100_000, timeoutMs })
}

type ClientOptions = { basePath?: string; maxBodyBytes?: number; timeoutMs?: number; monotonicMs?: () => number }

function clientAt(url: string, options: ClientOptions) {
  const deps = { basePath: '', maxBodyBytes: 100, timeoutMs: 2_000, monotonicMs: () => performance.now(), ...options }
  const origin = new URL(url)
  const addresses = createServiceAddresses({ origin, lookUp: lookUpAddresses, monotonicMs: deps.monotonicMs })
  return createHttp1Client({ origin, addresses, ...deps })
}

const call = (target = '/', signal: AbortSignal | null = null, mayShare = false) => ({
  target,
  headers: { accept: 'x/y' },
  signal,
  mayShare,
})

describe('connections', () => {
  test('are reused, one request at a time on each', async () => {
    const server = startServer((socket, target) => socket.write(formatOk(target)))
    const ask = clientOf(server.port)
    for (const round of [1, 2]) {
      const targets = Array.from({ length: 10 }, (_, index) => `/${round}/${index}`)
      expect((await Promise.all(targets.map((target) => ask(call(target))))).map(decodeBody)).toEqual(targets)
    }
    expect(server.seen.connections).toBe(10)
    expect(server.seen.texts[0]).toBe(`GET /1/0 HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\naccept: x/y\r\n\r\n`)
  })

  test.each([
    ['that the service announces to close', formatOk('a', 'connection: close\r\n')],
    ['that bring more than was said', `${formatOk('a')}HTTP/1.1 200 OK\r\n`],
  ])('%s are not reused', async (_name, answer) => {
    const server = startServer((socket) => socket.write(answer))
    const ask = clientOf(server.port)
    for (let count = 0; count < 3; count++) expect(decodeBody(await ask(call()))).toBe('a')
    expect(server.seen.connections).toBe(3)
  })

  test('that receive bytes without a request are closed, and no caller reads those bytes', async () => {
    const server = startServer((socket, _target, requestNumber) => {
      socket.write(formatOk('asked'))
      if (requestNumber === 1) setTimeout(() => socket.write(formatOk('forged')), 5)
    })
    const ask = clientOf(server.port)
    await ask(call())
    await until('a closed connection', () => server.seen.closed === 1)
    expect(decodeBody(await ask(call()))).toBe('asked')
    expect(server.seen.connections).toBe(2)
  })

  test('that were closed while idle are replaced without a failure', async () => {
    const server = startServer((socket, _target, requestNumber) =>
      requestNumber === 2 ? socket.end() : socket.write(formatOk(`${requestNumber}`)),
    )
    const ask = clientOf(server.port)
    expect(decodeBody(await ask(call()))).toBe('1')
    expect(decodeBody(await ask(call()))).toBe('3')
    expect(server.seen.connections).toBe(2)
  })

  test('that are idle are closed after four seconds', async () => {
    let aheadMs = 0
    const server = startServer((socket) => socket.write(formatOk('a')))
    const monotonicMs = () => performance.now() + aheadMs
    const ask = clientAt(`http://127.0.0.1:${server.port}`, { timeoutMs: 60_000, monotonicMs })
    await Promise.all([ask(call()), ask(call())])
    aheadMs += 3_900
    expect(decodeBody(await ask(call()))).toBe('a')
    aheadMs += 200
    // The one that was just used stays.
    await until('a closed connection', () => server.seen.closed === 1)
    await ask(call())
    expect(server.seen.connections).toBe(2)
    aheadMs += 4_000
    await until('the other connection closed', () => server.seen.closed === 2)
  })

  test('in constant use are replaced after half a minute', async () => {
    let aheadMs = 0
    const server = startServer((socket) => socket.write(formatOk('a')))
    const monotonicMs = () => performance.now() + aheadMs
    const ask = clientAt(`http://127.0.0.1:${server.port}`, { timeoutMs: 60_000, monotonicMs })
    async function askUntil(endMs: number): Promise<void> {
      for (; aheadMs <= endMs; aheadMs += 3_000) await ask(call())
    }
    await askUntil(21_000)
    expect([server.seen.connections, server.seen.closed]).toEqual([1, 0])
    await askUntil(42_000)
    expect(server.seen.connections).toBe(2)
    await until('a closed connection', () => server.seen.closed === 1)
  })
})

test('a response that has begun is not requested again, also on a reused connection', async () => {
  const server = startServer((socket, _target, requestNumber) => {
    if (requestNumber === 1) socket.write(formatOk('first'))
    else socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf')
  })
  const ask = clientOf(server.port)
  await ask(call())
  await expect(ask(call())).rejects.toMatchObject({ reason: 'broken_off' })
  expect(server.seen.texts).toHaveLength(2)
})

test('a client that disconnects after its response does not affect the next call on the connection', async () => {
  const server = startServer(
    (socket, _target, requestNumber) => void (requestNumber === 1 && socket.write(formatOk('first'))),
  )
  const ask = clientOf(server.port)
  const leaving = new AbortController()
  expect(decodeBody(await ask(call('/1', leaving.signal)))).toBe('first')
  const next = ask(call('/2'))
  await until('the next request at the service', () => server.seen.texts.length === 2)
  leaving.abort()
  await expect(Promise.race([next, Bun.sleep(50)])).resolves.toBeUndefined()
  expect([server.seen.connections, server.seen.closed]).toEqual([1, 0])
})

test('a request cannot contain a second request', () => {
  const line = 'a\r\nx-internal-token: forged'
  expect(() => requestHead(`/${line}`, 'h', {})).toThrow(TypeError)
  expect(() => requestHead('/a b', 'h', {})).toThrow(TypeError)
  for (const value of [line, 'a\nb', 'a\0b', 'é']) {
    expect(() => requestHead('/', 'h', { etag: value })).toThrow(TypeError)
  }
})

test('bodies stay unchanged while thousands more arrive on the same connections', async () => {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) => new Response(new URL(url).pathname.repeat(200)),
  })
  stops.push(() => server.stop(true))
  const ask = clientOf(server.port ?? 0, 10_000)
  const bodies: { body: Uint8Array }[] = []
  for (let round = 0; round < 100; round += 1) {
    const targets = Array.from({ length: 30 }, (_, index) => `/${round}-${index}`)
    const answers = await Promise.all(targets.map((target) => ask(call(target, null, true))))
    bodies.push(...answers)
  }
  const texts = bodies.map(decodeBody)
  const changed = texts.filter((text, at) => text !== `/${Math.floor(at / 30)}-${at % 30}`.repeat(200))
  expect({ kept: texts.length, changed }).toEqual({ kept: 3_000, changed: [] })
})
