import { describe, expect, test } from 'bun:test'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { startHistoryFixture } from './testing/history-fixture.ts'
import { plainPoints } from './testing/sample-points.ts'

const [lateAt, unweightedAt] = ['2025-05-30T06:20:00Z', '2025-05-31T06:20:00Z']

const fixture = stopAtEnd(await startHistoryFixture('2025-06-15T12:34:56Z'))
const phiAt = new Map([
  [Date.parse(lateAt), { imbalance: 0.99 }],
  [Date.parse(unweightedAt), { tariff_calendar: 0 }],
])
const points = plainPoints('2025-05-20T06:30:00Z', '2025-06-15T12:30:01Z')
await fixture.addPoints(points.map((point) => ({ ...point, phi: phiAt.get(point.atMs) ?? {} })))

describe('served points that were computed while a feed was late', () => {
  const confidenceOf = async (path: string): Promise<string | null> => {
    const response = await fixture.ask(path)
    await response.body?.cancel()
    return response.headers.get('x-service-confidence')
  }

  test('a late feed degrades every window with a point that used it: whole hours, cut hours, hourly, as CSV, and analytics', async () => {
    for (const path of ['/v1/score/history', '/v1/score/analytics']) {
      for (const [query, expected] of [
        ['from=2025-05-30T00:00Z&to=2025-05-31T00:00Z', 'degraded'],
        ['from=2025-05-30T00:00Z&to=2025-05-31T00:00Z&granularity=hourly', 'degraded'],
        ['from=2025-05-28T00:00Z&to=2025-06-10T00:00Z&profile=carbon', 'degraded'],
        ['from=2025-05-30T06:20Z&to=2025-05-30T08:00Z', 'degraded'],
        ['from=2025-05-30T06:21Z&to=2025-05-30T08:00Z', null],
        ['from=2025-05-30T04:00Z&to=2025-05-30T06:20Z', null],
        ['from=2025-05-30T04:00Z&to=2025-05-30T06:21Z', 'degraded'],
        ['from=2025-05-30T06:11Z&to=2025-05-30T06:29Z', 'degraded'],
        ['from=2025-05-30T06:21Z&to=2025-05-30T06:29Z', null],
      ] as const) {
        expect([path, query, await confidenceOf(`${path}?${query}`)]).toEqual([path, query, expected])
      }
    }
  })

  test('a late feed without weight does not degrade a window', async () => {
    expect(await confidenceOf('/v1/score/history?from=2025-05-31T00:00Z&to=2025-06-01T00:00Z')).toBeNull()
  })

  test('a late feed degrades a 304 too', async () => {
    const path = '/v1/score/history?from=2025-05-30T00:00Z&to=2025-05-31T00:00Z'
    const first = await fixture.ask(path)
    await first.body?.cancel()
    const again = await fixture.ask(path, 'scale', { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
    expect([again.status, again.headers.get('x-service-confidence')]).toEqual([304, 'degraded'])
  })
})

describe('truncation', () => {
  test('truncation is in the headers of CSV and NDJSON, and in the body of JSON', async () => {
    const headersOf = async (query: string, accept: string) => {
      const response = await fixture.ask(`/v1/score/history?${query}`, 'scale', { headers: { accept } })
      await response.body?.cancel()
      return [response.headers.get('x-effective-from'), response.headers.get('x-truncated')]
    }
    const [whole, early] = ['from=2025-06-01T00:00Z&to=2025-06-02T00:00Z', 'from=2025-05-01T00:00Z']
    for (const accept of ['text/csv', 'application/x-ndjson']) {
      expect(await headersOf(whole, accept)).toEqual(['2025-06-01T00:00:00Z', null])
      expect(await headersOf(early, accept)).toEqual(['2025-05-20T06:30:00Z', 'true'])
    }
    expect(await headersOf(early, 'application/json')).toEqual([null, null])
  })
})
