import { describe, expect, test } from 'bun:test'
import { ProblemDetails } from '@hexawatt/shared/contract/problem'
import { maxRequestBodyBytes } from '@hexawatt/shared/http/web-request'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { everyOperation } from '../gateway/testing/operation-calls.ts'
import { portOf, rawRequest, readRaw, sendRaw } from '../gateway/testing/raw-http.ts'
import { asOf } from '../gateway/testing/served-system-fixture.ts'
import { startSystem } from '../testing/system-fixture.ts'

const system = stopAtEnd(await startSystem({ asOf }))
const key = await system.createKey('scale')

const send = (request: string | Uint8Array): Promise<string> => sendRaw(portOf(system.gatewayUrl), request)

/** Statuses of the answers of one connection, in their order. */
const statusesOf = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

async function statusOf(request: string | Uint8Array): Promise<number> {
  return readRaw(await send(request)).status
}

/** The gateway goes on as before. */
async function expectAlive(): Promise<void> {
  expect((await fetch(`${system.gatewayUrl}/api/plans`)).status).toBe(200)
}

/** What would be a line of its own, if it were not written as a part of something else. */
const lineEnds = ['%0d%0a', '%0D%0A%20', '%0a', '%0d', '%E5%98%8A%E5%98%8D', '%u000d%u000a', '\\r\\n']

describe.each(everyOperation)('%s', (_, operation) => {
  const { path } = operation
  test('line ends encoded in path or query add no header and no response', async () => {
    // The façade drops unknown parameters, and answers as without them.
    const ofQuery = operation.isFacade ? await statusOf(rawRequest(`GET ${path} HTTP/1.1`, [`x-api-key: ${key}`])) : 400
    for (const lineEnd of lineEnds) {
      const evil = `${lineEnd}X-Evil:%20yes${lineEnd}${lineEnd}HTTP/1.1%20200%20OK`
      for (const target of [`${path}${evil}`, `${path}?profile=${evil}`, `${path}?${evil}=1`]) {
        const text = await send(rawRequest(`GET ${target} HTTP/1.1`, [`x-api-key: ${key}`]))
        const answer = readRaw(text)
        expect({ target, status: answer.status }).toEqual({ target, status: target.includes('?') ? ofQuery : 404 })
        expect(answer.headers.get('x-evil')).toBeNull()
        expect(statusesOf(text.slice(0, text.indexOf('\r\n\r\n')))).toHaveLength(1)
        if (answer.status >= 400) v.parse(ProblemDetails, JSON.parse(answer.body))
      }
    }
  })
})

test('the parser refuses line ends within a header', async () => {
  for (const value of ['a\nX-Evil: 1', 'a\rX-Evil: 1', 'a\0b', 'a\r\n folded: 1', 'a\r\n\tfolded']) {
    for (const name of ['x-request-id', 'x-api-key', 'traceparent', 'if-none-match', 'accept']) {
      const text = await send(rawRequest('GET /api/plans HTTP/1.1', [`${name}: ${value}`]))
      expect(text.startsWith('HTTP/1.1 400 ')).toBe(true)
      expect(text.toLowerCase()).not.toContain('evil')
    }
  }
  await expectAlive()
})

test('bytes that are not a request are refused or the connection is closed, without any 5xx but 505', async () => {
  const broken = [
    'GET /v1/sc\nore HTTP/1.1\r\nhost: x\r\n\r\n',
    'GET /v1/sc ore HTTP/1.1\r\nhost: x\r\n\r\n',
    'GET /v1/sc\0ore HTTP/1.1\r\nhost: x\r\n\r\n',
    'GET /api/plans HTTP/1.1\nhost: x\n\n',
    'GET /api/plans\r\n\r\n',
    'GET /api/plans HTTP/9.9\r\nhost: x\r\n\r\n',
    'GET api/plans HTTP/1.1\r\nhost: x\r\n\r\n',
    'GET ? HTTP/1.1\r\nhost: x\r\n\r\n',
    'OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'GET /api/plans HTTP/1.1\r\n: x\r\n\r\n',
    'GET /api/plans HTTP/1.1\r\nhost x\r\n\r\n',
    'GET /api/plans HTTP/1.1\r\nhost : x\r\n\r\n',
    'GET /api/plans HTTP/1.1\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  ]
  const binary = Uint8Array.from({ length: 4_096 }, (_, at) => (at * 7_919) % 256)
  for (const request of [...broken, binary]) {
    const [status = 400] = statusesOf(await send(request))
    expect({ request, status, isRefused: (status >= 400 && status < 500) || status === 505 }).toMatchObject({
      isRefused: true,
    })
  }
  await expectAlive()
})

test('an invalid Host changes nothing, because the API does not read it', async () => {
  const hosts = ['a b', 'evil/v1/score?', 'user@evil', '', 'evil#', '"><script>', '[::1', 'x'.repeat(2_000), 'é']
  for (const host of hosts) {
    const request = `GET /v1/nothing HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`
    const { status, body } = readRaw(await send(request))
    expect([host, status, v.parse(ProblemDetails, JSON.parse(body)).instance]).toEqual([host, 404, '/v1/nothing'])
    expect(await statusOf(request.replace('/v1/nothing', '/api/plans?'))).toBe(200)
    expect(await statusOf(request.replace('/v1/nothing', '/docs'))).toBe(200)
    // Without data the page says so.
    expect(await statusOf(request.replace('/v1/nothing', '/'))).toBe(503)
  }
  expect(await statusOf('GET /api/plans HTTP/1.0\r\n\r\n')).toBe(200)
  expect(await statusOf('GET http://evil.example/api/plans HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')).toBe(200)
  expect(await statusOf(rawRequest('CONNECT evil.example:443 HTTP/1.1'))).toBe(404)
})

test('a header of 64 kB, 1 000 headers and an address of 64 kB are refused, and other clients are served', async () => {
  const large = 'x'.repeat(64 * 1_024)
  const many = Array.from({ length: 1_000 }, (_, at) => `x-${at}: 1`)
  for (const request of [
    rawRequest('GET /api/plans HTTP/1.1', [`x-large: ${large}`]),
    rawRequest('GET /v1/score HTTP/1.1', [`x-api-key: ${large}`]),
    rawRequest('GET /v1/score HTTP/1.1', [`${large}: 1`]),
    rawRequest('GET /v1/score HTTP/1.1', [`x-api-key: ${key}`, `cookie: ${large}`]),
    rawRequest('GET /api/plans HTTP/1.1', many),
    rawRequest('GET /api/plans HTTP/1.1', [`if-none-match: ${'x'.repeat(15_900)}`]),
    rawRequest(`GET /${large} HTTP/1.1`),
    rawRequest(`GET /v1/score?profile=${large} HTTP/1.1`),
  ]) {
    const answered = send(request)
    await expectAlive()
    expect(statusesOf(await answered)).toEqual([431])
  }
})

test('a body that is too large is not read, and one that no operation expects is ignored', async () => {
  const withBody = (method: string, bytes: number, path = '/api/plans') =>
    `${rawRequest(`${method} ${path} HTTP/1.1`, [`content-length: ${bytes}`])}${'x'.repeat(bytes)}`
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    expect(await statusOf(withBody(method, 1_024))).toBe(405)
    expect(await statusOf(withBody(method, maxRequestBodyBytes + 1_024))).toBe(413)
    expect(await statusOf(withBody(method, 4 * 1_024 * 1_024))).toBe(413)
  }
  expect(await statusOf(withBody('GET', 1_024))).toBe(200)
  const chunk = `400\r\n${'x'.repeat(1_024)}\r\n`
  const chunked = `${rawRequest('POST /api/plans HTTP/1.1', ['transfer-encoding: chunked'])}${chunk.repeat(1_024)}0\r\n\r\n`
  expect([405, 413]).toContain(await statusOf(chunked))
  await expectAlive()
})

describe('a request within a request', () => {
  const inner = 'GET /api/profiles HTTP/1.1\r\nhost: x\r\n\r\n'
  const last = 'GET /v1/last HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'

  test('a request with two lengths or an invalid length is refused', async () => {
    const lengths = [
      'content-length: 5\r\ncontent-length: 6',
      'content-length: 5, 6',
      'content-length: -5',
      'content-length: +5',
      'content-length: 0x5',
      'content-length: 99999999999999999999',
      'content-length: 5\r\ntransfer-encoding: chunked',
      'transfer-encoding: chunked\r\ncontent-length: 5',
      'transfer-encoding: chunked, identity',
      'transfer-encoding: xchunked',
      'transfer-encoding: chunked\x0b',
      'transfer-encoding : chunked',
    ]
    for (const length of lengths) {
      const [status, ...more] = statusesOf(
        await send(`POST /v1/nothing HTTP/1.1\r\nhost: x\r\n${length}\r\n\r\n${inner}${last}`),
      )
      expect([length, status, more]).toEqual([length, expect.any(Number), []])
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    }
  })

  test('a request inside a body is never answered', async () => {
    const chunks = `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']) {
      for (const framed of [
        `content-length: ${inner.length}\r\n\r\n${inner}`,
        `transfer-encoding: chunked\r\n\r\n${chunks}`,
      ]) {
        const text = await send(`${method} /v1/nothing HTTP/1.1\r\nhost: x\r\n${framed}${last}`)
        expect([method, framed.slice(0, 20), statusesOf(text)]).toEqual([method, framed.slice(0, 20), [404, 404]])
        expect(text).not.toContain('national')
      }
    }
  })
})
