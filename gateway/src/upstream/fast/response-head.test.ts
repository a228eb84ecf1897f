import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { ServiceCallReason } from '../client/service-call.ts'
import { createHeadParser } from './response-reader.ts'

const head = (...lines: string[]) => ['HTTP/1.1 200 OK', ...lines].join('\r\n')

const parseResponseHead = (text: string) => createHeadParser()(`${text}\r\n`)

function reasonFor(text: string): ServiceCallReason | null {
  try {
    parseResponseHead(text)
    return null
  } catch (error) {
    return Object(error).reason
  }
}

describe('a response head', () => {
  test('gives status, length and the headers that may be forwarded, in any case', () => {
    const text = head(
      'Date: Sat, 21 Nov 2026 07:37:31 GMT',
      'CONTENT-TYPE: application/json',
      'Content-Length: 2000',
      'etag:\tW/"7" ',
      'ETag-Other: no',
      'set-cookie: a=b',
      'X-Internal-Token: secret',
      'X-Data-Mode: demo',
    )
    expect(parseResponseHead(text)).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json', etag: 'W/"7"', 'x-data-mode': 'demo' },
      bodyBytes: 2000,
      isKeptOpen: true,
    })
  })

  test('joins repeated headers', () => {
    const text = head('Vary: Accept', 'content-length: 0', 'vary: Accept-Encoding')
    expect(parseResponseHead(text).headers).toEqual({ vary: 'Accept, Accept-Encoding' })
  })

  test.each(['close', 'Close', 'upgrade', 'keep-alive, close'])('with Connection: %s ends the connection', (value) => {
    expect(parseResponseHead(head('content-length: 0', `connection: ${value}`)).isKeptOpen).toBe(false)
  })

  test.each([204, 304])('with status %d has no body, whatever it declares', (status) => {
    expect(parseResponseHead(`HTTP/1.1 ${status} x\r\ncontent-length: 7`).bodyBytes).toBe(0)
    expect(parseResponseHead(`HTTP/1.1 ${status}`).bodyBytes).toBe(0)
  })
})

test('a bare refusal of a closing service has no body and ends the connection', () => {
  expect(parseResponseHead('HTTP/1.1 431 x\r\nconnection: close')).toMatchObject({ bodyBytes: 0, isKeptOpen: false })
  for (const more of ['', '\r\nconnection: close\r\ncontent-type: application/problem+json']) {
    expect(reasonFor(`HTTP/1.1 431 x${more}`)).toBe('other_framing')
  }
})

test.each([
  ['no declared length', head('etag: "1"')],
  ['chunks', head('Transfer-Encoding: chunked')],
])('a response with %s is left to the plain client', (_name, text) => {
  expect(reasonFor(text)).toBe('other_framing')
})

test.each([
  ['another protocol', 'SSH-2.0-server\r\ncontent-length: 0'],
  ['an old version', 'HTTP/1.0 200 OK\r\ncontent-length: 0'],
  ['an interim answer', 'HTTP/1.1 100 Continue\r\ncontent-length: 0'],
  ['an impossible status', 'HTTP/1.1 999 x\r\ncontent-length: 0'],
  ['a longer status', 'HTTP/1.1 2000 x\r\ncontent-length: 0'],
  ['two lengths', head('content-length: 5', 'content-length: 5')],
  ['a list of lengths', head('content-length: 5, 5')],
  ['a length and chunks', head('content-length: 5', 'transfer-encoding: chunked')],
  ['a negative length', head('content-length: -5')],
  ['a length in another base', head('content-length: 0x5')],
  ['a length with a sign', head('content-length: +5')],
  ['an enormous length', head('content-length: 99999999999')],
  ['an empty length', head('content-length:')],
  ['a blank before the colon', head('content-length : 5')],
  ['a folded line', head('content-length: 5', ' folded: yes')],
  ['no name', head(': 5', 'content-length: 5')],
  ['no colon', head('content-length 5')],
  ['a bare line feed in a value', head('etag: a\nset-cookie: b', 'content-length: 5')],
  ['a zero byte in a value', head('etag: a\0', 'content-length: 5')],
  ['a compressed body', head('content-encoding: gzip', 'content-length: 5')],
])('a head with %s is malformed', (_name, text) => {
  expect(reasonFor(text)).toBe('malformed')
})

test('a head is parsed the same after any other head on its connection', () => {
  const lines = [
    'content-length: 5',
    'content-length: 51',
    'ETag: "1"',
    'etag: "12"',
    'Connection: close',
    'a: b',
    ' folded',
    'vary: a\nb',
  ]
  const heads = fc.array(fc.array(fc.constantFrom(...lines), { maxLength: 5 }), { minLength: 1, maxLength: 6 })
  const outcome = (parse: () => unknown): unknown => {
    try {
      return parse()
    } catch (error) {
      return Object(error).reason
    }
  }
  fc.assert(
    fc.property(heads, (sent) => {
      const parse = createHeadParser()
      for (const own of sent) {
        const text = `${head(...own)}\r\n`
        expect(outcome(() => parse(text))).toEqual(outcome(() => createHeadParser()(text)))
      }
    }),
  )
})
