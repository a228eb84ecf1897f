import { describe, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { generousPlanTable } from '@hexawatt/gateway/src/testing/gateway-fixture.ts'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { everyOperation, goodCall } from './testing/operation-calls.ts'
import { startServedSystem } from './testing/served-system-fixture.ts'
import { shownLimits } from './testing/shown-limits.ts'

const system = stopAtEnd(await startServedSystem())
const key = await system.createKey('scale')

const usualTypes = [
  ['application/json', 'application/json'],
  ['text/json', 'text/json; charset=utf-8'],
  ['text/plain', 'text/plain; charset=utf-8'],
] as const

/** The type of an export, as it is asked for and as it is answered. */
const ownType = (type: string) => [[type, type.startsWith('text/') ? `${type}; charset=utf-8` : type]] as const

const decoders = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync } as const

/** Bytes from which a body is worth compressing. */
const compressedFromBytes = 1_024

const plain = { 'accept-encoding': 'identity' }
const { plans, anonymous } = generousPlanTable

describe.each(everyOperation)('%s', (_, operation) => {
  const call = goodCall(operation)

  test('200 has the contract’s body under every usual type or the operation’s own, with the same bytes under each', async () => {
    const texts = new Set<string>()
    for (const [type, contentType] of operation.exportedAs !== null ? ownType(operation.exportedAs) : usualTypes) {
      const response = await system.get(call, { ...plain, accept: type })
      expect([response.status, response.headers.get('content-type')]).toEqual([200, contentType])
      texts.add(await response.text())
    }
    expect(texts.size).toBe(1)
    const isText = operation.exportedAs?.startsWith('text/') === true
    for (const text of texts) v.parse(operation.response, isText ? text : JSON.parse(text))
  })

  test('200 has its lifetime, its tag, its account’s limits, and the headers that scripts may read', async () => {
    const { headers } = await system.get(call)
    expect(headers.get('etag')).toMatch(/^W\/"[!#-~]+"$/)
    const scope = operation.needsKey ? 'private' : 'public'
    expect(headers.get('cache-control')).toMatch(new RegExp(`^${scope}, max-age=[1-9]\\d*$`))
    const credentials = `${operation.needsKey ? ', X-Api-Key, Authorization' : ''}${operation.isFacade ? ', Auth-Token' : ''}`
    const language = operation.isTranslated ? ', Accept-Language' : ''
    expect(headers.get('vary')).toBe(`Accept, Accept-Encoding${language}${credentials}`)
    expect(headers.get('content-language')).toBe(operation.isTranslated ? 'fr' : null)
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-data-mode')).toBe(operation.isFixedTable ? null : 'demo')
    if (!operation.isFixedTable) expect(Date.parse(headers.get('last-modified') ?? '')).toBeGreaterThan(0)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    const exposed = (headers.get('access-control-expose-headers') ?? '').toLowerCase().split(', ')
    const shown = [...headers.keys()].filter((name) => /^(x-(?!content-type)|ratelimit|etag|last-mod)/.test(name))
    expect(shown.filter((name) => !exposed.includes(name))).toEqual([])
    const { minute, month } = shownLimits(headers)
    expect(minute.limit).toBe(operation.needsKey ? plans.scale.requestsPerMinute : anonymous.requestsPerMinute)
    expect(month?.limit ?? null).toBe(operation.needsKey ? plans.scale.monthlyQuota : null)
  })

  test('200 has the same body in every encoding, compressed from 1 KiB on, with its own length', async () => {
    const whole = new Uint8Array(await (await system.get(call, plain)).arrayBuffer())
    const isStreamed = operation.streamedAs !== null
    const isCompressed = isStreamed || whole.byteLength >= compressedFromBytes
    for (const [encoding, decode] of Object.entries(decoders)) {
      const response = await fetch(`${system.gatewayUrl}${call}`, {
        headers: { 'x-api-key': key, 'accept-encoding': encoding },
        decompress: false,
      })
      const sent = new Uint8Array(await response.arrayBuffer())
      expect(response.headers.get('content-encoding')).toBe(isCompressed ? encoding : null)
      expect(Buffer.from(isCompressed ? decode(sent) : sent)).toEqual(Buffer.from(whole))
      if (isCompressed) expect(sent.byteLength).toBeLessThan(whole.byteLength)
    }
  })

  test('HEAD has the headers of GET and no body', async () => {
    const ofVersion = ['content-type', 'etag', 'last-modified', 'cache-control', 'vary', 'x-data-mode']
    const got = await system.get(call, plain)
    const head = await fetch(`${system.gatewayUrl}${call}`, {
      method: 'HEAD',
      headers: { ...plain, 'x-api-key': key },
    })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(ofVersion.map((name) => head.headers.get(name))).toEqual(ofVersion.map((name) => got.headers.get(name)))
  })
})

test('a caller’s request id is returned, unless it could do harm', async () => {
  const idOf = async (sent: string) =>
    (await system.get('/api/profiles', { 'x-request-id': sent })).headers.get('x-request-id')
  expect(await idOf('my-own-request.id_7')).toBe('my-own-request.id_7')
  for (const harmful of ['short', 'x'.repeat(65), 'with blanks in it', '<script>alert(1)</script>']) {
    expect(await idOf(harmful)).toMatch(/^[0-9a-f-]{36}$/)
  }
})

test('a caller’s trace continues in the response', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const traceparent = `00-${traceId}-b7ad6b7169203331-01`
  const response = await system.get('/v1/score?hour=12', { traceparent })
  expect(await response.json()).toMatchObject({ traceId })
})

test.each(everyOperation)('%s: a preflight without a key is answered with what may be sent', async (_, { path }) => {
  const response = await fetch(`${system.gatewayUrl}${path}`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://example.org',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-api-key',
    },
  })
  const { headers } = response
  expect([response.status, await response.text()]).toEqual([204, ''])
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS')
  const sendable = headers.get('access-control-allow-headers')?.toLowerCase().split(', ')
  expect(sendable).toEqual(expect.arrayContaining(['x-api-key', 'authorization']))
  expect(headers.get('x-ratelimit-limit-minute')).toBeNull()
})

test('badge and card reach other sites with the headers that let these embed them, and no cookie', async () => {
  for (const [path, type] of [
    ['/badge.svg', 'image/svg+xml'],
    ['/embed', 'text/html; charset=utf-8'],
  ] as const) {
    const response = await fetch(`${system.gatewayUrl}${path}`, { headers: { cookie: 'lang=en; theme=dark' } })
    const { headers } = response
    expect([path, response.status, headers.get('content-type')]).toEqual([path, 200, type])
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('cache-control')).toBe('public, max-age=300')
    expect([headers.has('set-cookie'), headers.has('x-frame-options')]).toEqual([false, false])
    const ancestors = headers.get('content-security-policy')?.match(/frame-ancestors ([^;]+)/)?.[1]
    expect([path, ancestors]).toEqual([path, path === '/embed' ? '*' : "'none'"])
    const again = await fetch(`${system.gatewayUrl}${path}`, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(await response.text()).not.toContain('pas de donnée')
  }
})
