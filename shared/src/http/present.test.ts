import { describe, expect, test } from 'bun:test'
import type { Answer } from './answer.ts'
import { respond } from './present.ts'

const validators = { etag: 'W/"version"', 'last-modified': 'Wed, 15 Jan 2025 14:20:00 GMT' }
const answer: Answer = { body: '{"score":73}', validators, maxAgeSeconds: 60 }
const everything: Answer = {
  body: new TextEncoder().encode('a,b'),
  validators,
  maxAgeSeconds: 60,
  scope: 'public',
  mode: 'replay',
  isDegraded: true,
  contentType: 'text/csv; charset=utf-8',
  language: 'en',
  headers: { 'x-truncated': 'true' },
}
const presented = (given: Answer, headers: Record<string, string> = {}) =>
  respond(new Request('http://localhost/', { headers }), given)
const headersOf = ({ headers }: Response) => Object.fromEntries(headers)

describe('a response that the client does not have', () => {
  test('is JSON that only the client may cache, unless it says otherwise', async () => {
    const response = presented(answer)
    expect([response.status, await response.text()]).toEqual([200, '{"score":73}'])
    expect(headersOf(response)).toEqual({
      ...validators,
      'cache-control': 'private, max-age=60',
      'content-type': 'application/json',
    })
  })

  test('states its data mode, late sources, language and further facts in headers', async () => {
    const response = presented(everything)
    expect(await response.text()).toBe('a,b')
    expect(headersOf(response)).toEqual({
      ...validators,
      'cache-control': 'public, max-age=60',
      'content-type': 'text/csv; charset=utf-8',
      'content-language': 'en',
      'x-data-mode': 'replay',
      'x-service-confidence': 'degraded',
      'x-truncated': 'true',
    })
  })

  test('has no data mode header when the mode is unknown', () => {
    expect(headersOf(presented({ ...answer, mode: null }))).not.toHaveProperty('x-data-mode')
  })

  test('is sent as a stream if its body is a stream', async () => {
    expect(await presented({ ...answer, body: new Response('streamed').body }).text()).toBe('streamed')
  })

  test('fails when its handler left out the body by mistake', () => {
    expect(() => presented({ ...answer, body: null })).toThrow('The handler made no body')
  })
})

describe('a response that the client already has', () => {
  const conditions = [{ 'if-none-match': validators.etag }, { 'if-modified-since': validators['last-modified'] }]

  test.each(conditions)('is 304 with the same headers, without body and content type (%p)', async (condition) => {
    for (const given of [answer, everything, { ...answer, body: null }]) {
      const response = presented(given, condition)
      expect([response.status, await response.text()]).toEqual([304, ''])
      const { 'content-type': _type, ...ofVersion } = headersOf(presented({ ...given, body: '' }))
      expect(headersOf(response)).toEqual(ofVersion)
    }
  })
})
