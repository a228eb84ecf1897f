import { describe, expect, test } from 'bun:test'
import { pollUntil } from '@hexawatt/dev/src/embedded/poll.ts'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createHexawatt } from '../../clients/typescript/src/hexawatt.ts'
import { everyOperation, goodCall, keyedOperations } from './testing/operation-calls.ts'
import { startServedSystem } from './testing/served-system-fixture.ts'
import { shownLimits } from './testing/shown-limits.ts'

const system = stopAtEnd(await startServedSystem())

/** Headers that a 304 has too: a cache renews the stored answer with them (RFC 9110 §15.4.5). */
const renewed = ['etag', 'cache-control', 'vary', 'last-modified', 'x-data-mode', 'access-control-allow-origin']

describe.each(everyOperation)('%s', (_, operation) => {
  const call = goodCall(operation)

  test('304 without a body answers the tag, one of several tags, its strong form, and a star', async () => {
    const { headers } = await system.get(call)
    const etag = headers.get('etag') ?? ''
    for (const tags of [etag, `"other", ${etag}, W/"another"`, etag.slice(2), '*']) {
      const known = await system.get(call, { 'if-none-match': tags })
      expect([known.status, await known.text(), known.headers.get('content-type')]).toEqual([304, '', null])
      expect(renewed.map((name) => known.headers.get(name))).toEqual(renewed.map((name) => headers.get(name)))
      expect(shownLimits(known.headers).minute.remaining).toBeGreaterThan(0)
    }
  })

  test('another version is answered whole', async () => {
    for (const tags of ['"other"', 'W/"other"', 'no tag at all', '']) {
      const other = await system.get(call, { 'if-none-match': tags })
      expect([other.status, (await other.text()).length > 0]).toEqual([200, true])
    }
  })

  test('If-Modified-Since is answered by the response’s date unless a tag was sent', async () => {
    const modified = (await system.get(call)).headers.get('last-modified')
    const dated = modified ?? 'Tue, 03 Feb 2026 18:20:00 GMT'
    const statusOf = async (sent: Record<string, string>) => (await system.get(call, sent)).status
    expect(await statusOf({ 'if-modified-since': dated })).toBe(modified === null ? 200 : 304)
    expect(await statusOf({ 'if-modified-since': dated, 'if-none-match': '"other"' })).toBe(200)
    expect(await statusOf({ 'if-modified-since': 'Sat, 03 Feb 2024 18:20:00 GMT' })).toBe(200)
    expect(await statusOf({ 'if-modified-since': 'the day before yesterday' })).toBe(200)
  })

  test('304 answers HEAD', async () => {
    const etag = (await system.get(call)).headers.get('etag') ?? ''
    const headers = { 'x-api-key': await system.createKey('scale'), 'if-none-match': etag }
    expect((await fetch(`${system.gatewayUrl}${call}`, { method: 'HEAD', headers })).status).toBe(304)
  })
})

test.each(keyedOperations)('%s: a 304 costs one of the minute and nothing of the month', async (_, operation) => {
  const call = goodCall(operation)
  const headers = { 'x-api-key': await system.createKey('scale') }
  const first = await system.get(call, headers)
  const before = shownLimits(first.headers)
  const known = await system.get(call, { ...headers, 'if-none-match': first.headers.get('etag') ?? '' })
  const after = shownLimits(known.headers)
  expect(known.status).toBe(304)
  expect(after.month?.remaining).toBe(before.month?.remaining ?? -1)
  // A refund is visible at the next request too.
  const next = shownLimits((await system.get(call, headers)).headers)
  expect(next.month?.remaining).toBe((before.month?.remaining ?? 0) - 1)
  expect(next.minute.remaining).toBe(before.minute.remaining - 2)
})

test('another version is sent whole as soon as the data have changed', async () => {
  const client = createHexawatt({ baseUrl: system.gatewayUrl, apiKey: await system.createKey('pro'), maxRetries: 0 })
  const first = await client.carbonIntensity()
  expect(await client.carbonIntensity()).toMatchObject({ isNotModified: true, etag: first.etag, data: first.data })
  system.clock.advance({ hours: 1 })
  await system.poll('generation_by_type')
  const isNew = async () => !(await client.carbonIntensity()).isNotModified
  expect(await pollUntil(isNew, { intervalMs: 10, timeoutMs: 5_000 })).toBe(true)
  expect(Date.parse(first.data.dataSlotEnd ?? '')).toBeLessThan(
    Date.parse((await client.carbonIntensity()).data.dataSlotEnd ?? ''),
  )
})
