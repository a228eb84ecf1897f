import { afterAll, describe, expect, test } from 'bun:test'
import { until } from '@hexawatt/shared/testing/until'
import { startStandInService } from '../testing/stand-in-service.ts'
import { serviceClientNames } from './service-client.ts'
import { createServiceRequest, startForwardFixture } from './testing/forward-fixture.ts'
import {
  bothClients,
  createCall,
  createTestClient,
  decodeBody,
  formatOk,
  noEvents,
  startServer,
  stops,
} from './testing/service-client-fixture.ts'

describe.each(bothClients)('the %s client', (_name, createClient) => {
  test('sends the target below the path of the service, the headers, and the service name as Host', async () => {
    const { seen, port } = startServer((socket) => socket.write(formatOk('')))
    const lookUp = () => Promise.resolve(['127.0.0.1'])
    const { askWhole } = createTestClient(createClient, port, { url: `http://service.test:${port}/inner`, lookUp })
    await askWhole(createCall({ target: '/v1?a=1', headers: { accept: 'x/y', 'if-none-match': 'W/"7"' } }))
    const [line, ...headers] = (seen.texts[0] ?? '').toLowerCase().split('\r\n')
    expect(line).toBe('get /inner/v1?a=1 http/1.1')
    expect(headers).toContain(`host: service.test:${port}`)
    expect(headers).toContain('accept: x/y')
    expect(headers).toContain('if-none-match: w/"7"')
  })

  test.each([true, false])('gives each concurrent call its own response, shared connections: %p', async (mayShare) => {
    const { port } = startServer((socket, target) => socket.write(formatOk(target)))
    const { askWhole } = createTestClient(createClient, port)
    for (const round of [1, 2, 3]) {
      const targets = Array.from({ length: 40 }, (_, index) => `/${round}/${index}`)
      const responses = await Promise.all(targets.map((target) => askWhole(createCall({ target, mayShare }))))
      expect(responses.map(decodeBody)).toEqual(targets)
    }
  })

  test('reuses a connection', async () => {
    const { seen, port } = startServer((socket, target) => socket.write(formatOk(target)))
    const { askWhole } = createTestClient(createClient, port)
    for (const target of ['/1', '/2', '/3']) expect(decodeBody(await askWhole(createCall({ target })))).toBe(target)
    expect(seen.connections).toBe(1)
  })

  test('returns status, body and visible headers, with repeated headers joined', async () => {
    const hidden = 'set-cookie: a=b\r\nserver: x\r\nx-internal-token: leak\r\n'
    const shown = 'ETag: W/"1"\r\nVary: Accept\r\nvary: Accept-Encoding\r\n'
    const { port } = startServer((socket) => socket.write(formatOk('{"a":1}', hidden + shown)))
    const response = await createTestClient(createClient, port).askWhole(createCall())
    expect([response.status, response.headers, decodeBody(response)]).toEqual([
      200,
      { etag: 'W/"1"', vary: 'Accept, Accept-Encoding' },
      '{"a":1}',
    ])
  })

  test.each([204, 304, 302, 404, 503])('returns a %d unchanged', async (status) => {
    const length = status === 204 || status === 304 ? '' : 'content-length: 0\r\n'
    const { port } = startServer((socket) => socket.write(`HTTP/1.1 ${status} x\r\n${length}etag: "1"\r\n\r\n`))
    const response = await createTestClient(createClient, port).askWhole(createCall())
    expect([response.status, response.headers, decodeBody(response)]).toEqual([status, { etag: '"1"' }, ''])
  })

  test('reads a chunked body, and one that ends with the connection', async () => {
    const chunked = startServer((socket) =>
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n'),
    )
    expect(decodeBody(await createTestClient(createClient, chunked.port).askWhole(createCall()))).toBe('abc')
    const ending = startServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nabc'))
    expect(decodeBody(await createTestClient(createClient, ending.port).askWhole(createCall()))).toBe('abc')
  })

  test('sends a request larger than the socket buffers completely', async () => {
    let received = 0
    const value = 'v'.repeat(2_000_000)
    const server = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: {
        data(socket, bytes) {
          received += bytes.byteLength
          if (bytes.toString().endsWith('\r\n\r\n')) socket.write(formatOk('whole'))
        },
      },
    })
    stops.push(() => server.stop(true))
    const { askWhole } = createTestClient(createClient, server.port, { timeoutMs: 10_000 })
    expect(decodeBody(await askWhole(createCall({ headers: { large: value } })))).toBe('whole')
    expect(received).toBeGreaterThan(value.length)
  })

  describe('refuses a response', () => {
    test.each([
      ['with a declared length above the limit', formatOk('x'.repeat(1_001)), 'too_large'],
      ['that is compressed', formatOk('x', 'content-encoding: gzip\r\n'), 'malformed'],
    ])('%s', async (_, response, reason) => {
      const { port } = startServer((socket) => socket.write(response))
      await expect(createTestClient(createClient, port).askWhole(createCall())).rejects.toMatchObject({
        name: 'ServiceCallError',
        reason,
      })
    })

    test('whose undeclared length is above the limit', async () => {
      const { port } = startServer((socket) => socket.end(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(1_001)}`))
      await expect(createTestClient(createClient, port).askWhole(createCall())).rejects.toMatchObject({
        reason: 'too_large',
      })
    })

    test('with half a body, without a retry', async () => {
      const { seen, port } = startServer((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'))
      await expect(createTestClient(createClient, port).askWhole(createCall())).rejects.toMatchObject({
        reason: 'broken_off',
        wasSent: true,
      })
      expect(seen.targets).toHaveLength(1)
    })

    test('that is late, without a retry, and closes the connection', async () => {
      const { seen, port } = startServer(() => undefined)
      await expect(
        createTestClient(createClient, port, { timeoutMs: 100 }).askWhole(createCall()),
      ).rejects.toMatchObject({
        reason: 'late',
      })
      await until('a closed connection', () => seen.closed === 1)
      expect(seen.targets).toHaveLength(1)
    })
  })

  describe('repeats a call once', () => {
    test('when a new connection is cut without a response, as by a proxy whose server leaves', async () => {
      const { port } = startServer((socket, _, turn) => (turn === 1 ? socket.end() : socket.write(formatOk(`${turn}`))))
      expect(decodeBody(await createTestClient(createClient, port).askWhole(createCall()))).toBe('2')
    })

    test('and not again when the second connection is cut too', async () => {
      const { seen, port } = startServer((socket) => socket.end())
      await expect(createTestClient(createClient, port).askWhole(createCall())).rejects.toMatchObject({
        reason: 'closed_unanswered',
      })
      expect(seen.targets).toHaveLength(2)
    })

    test('when an idle connection was just closed', async () => {
      const { port } = startServer((socket, _, turn) => (turn === 2 ? socket.end() : socket.write(formatOk(`${turn}`))))
      const { askWhole } = createTestClient(createClient, port)
      expect(decodeBody(await askWhole(createCall()))).toBe('1')
      expect(decodeBody(await askWhole(createCall()))).toBe('3')
    })
  })

  test('a client that disconnects ends its call and connection, also before the call begins', async () => {
    const { seen, port } = startServer(() => undefined)
    const { askWhole } = createTestClient(createClient, port)
    const leaving = new AbortController()
    const answer = askWhole(createCall({ signal: leaving.signal }))
    await until('the request at the service', () => seen.targets.length === 1)
    leaving.abort()
    await expect(answer).rejects.toMatchObject({ reason: 'client_gone' })
    await until('a closed connection', () => seen.closed === 1)
    await expect(askWhole(createCall({ signal: AbortSignal.abort() }))).rejects.toMatchObject({ reason: 'client_gone' })
  })

  test('a refused connection and an unknown name are reported as not sent', async () => {
    const gone = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => undefined } })
    gone.stop(true)
    await expect(createTestClient(createClient, gone.port).askWhole(createCall())).rejects.toMatchObject({
      reason: 'refused',
      wasSent: false,
    })
    const unknown = createTestClient(createClient, 0, { url: 'http://service.invalid' })
    await expect(unknown.askWhole(createCall())).rejects.toMatchObject({ reason: 'unreachable', wasSent: false })
  })

  test('a refusing address is skipped for the next address of the service', async () => {
    const { seen, port } = startServer((socket) => socket.write(formatOk('')))
    const lookUp = () => Promise.resolve(['127.0.0.2', '127.0.0.1'])
    const { askWhole } = createTestClient(createClient, port, { url: `http://service.test:${port}`, lookUp })
    for (const target of ['/1', '/2', '/3']) await askWhole(createCall({ target }))
    expect(seen.targets).toEqual(['/1', '/2', '/3'])
  })

  test.each([
    { target: '/a b' },
    { target: '/a\r\nx-internal-token: forged' },
    { headers: { etag: 'a\r\nx-internal-token: forged' } },
    { headers: { etag: 'a\0' } },
    { headers: { etag: 'é' } },
  ])('does not send a request that would contain another: %p', async (changes) => {
    const { seen, port } = startServer((socket) => socket.write(formatOk('')))
    await expect(createTestClient(createClient, port).askWhole(createCall(changes))).rejects.toBeInstanceOf(TypeError)
    await expect(createTestClient(createClient, port).askStream(createCall(changes), noEvents)).rejects.toBeInstanceOf(
      TypeError,
    )
    expect(seen.connections).toBe(0)
  })
})

describe('a service whose address has a path', () => {
  const service = startStandInService()
  afterAll(() => service.stop())

  const paths = ['', '/', '/inner', '/inner/'] as const
  const asked = paths.flatMap((path) =>
    serviceClientNames.flatMap((client) => [
      [path, 'getCarbonIntensity', client] as const,
      [path, 'getScoreHistory', client] as const,
    ]),
  )
  test.each(asked)('%p prefixes the path of %s with the client %s', async (path, id, serviceClient) => {
    const { forward } = startForwardFixture(`${service.url}${path}`, { serviceClient })
    const { body } = await forward(createServiceRequest(id))
    if (body instanceof ReadableStream) await body.cancel()
    const below = path.startsWith('/inner') ? '/inner' : ''
    const { pathname } = new URL(service.requests.at(-1)?.url ?? '')
    expect(pathname).toBe(`${below}${id === 'getScoreHistory' ? '/v1/score/history' : '/v1/carbon/intensity'}`)
  })
})
