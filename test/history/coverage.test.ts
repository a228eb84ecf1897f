import { describe, expect, test } from 'bun:test'
import { CoverageResponse } from '@hexawatt/shared/contract/score-history'
import { respond } from '@hexawatt/shared/http/present'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createCoverageAnswer } from '@hexawatt/svc-history/src/history/coverage-answer.ts'
import * as v from 'valibot'
import { startHistoryFixture } from './testing/history-fixture.ts'
import { flatPoint, type SamplePoint } from './testing/sample-series.ts'

const fixture = stopAtEnd(await startHistoryFixture('2025-06-20T12:05:00Z'))

/** The coverage at an instant, read anew. */
async function coverageAt(now: string): Promise<CoverageResponse> {
  const answer = createCoverageAnswer({ sql: fixture.sql, clock: { now: () => Temporal.Instant.from(now) } })
  return v.parse(CoverageResponse, (await answer()).body)
}

const bare = (point: SamplePoint, keepsProduction: boolean): SamplePoint => ({
  ...point,
  production: keepsProduction ? point.production : null,
  lowCarbon: keepsProduction ? point.lowCarbon : null,
  consumption: null,
  versions: [1, 1, 1, null],
})

describe('GET /api/coverage', () => {
  test('the coverage of an empty series is zero days, null in all other figures, and has no share', async () => {
    expect(await coverageAt('2025-06-20T12:05:00Z')).toEqual({
      availableDays: 0,
      seriesStart: null,
      carbonSeriesStart: null,
      consumptionSeriesStart: null,
      lastPoint: null,
      rawResolutionMinutes: 10,
      pointCount: 0,
      expectedPointCount: 0,
      completenessPct: null,
      backfilledPointCount: 0,
      firstLivePoint: null,
    })
  })

  test('coverage has the extent, the three starts in their order, and the share of ticks with a point', async () => {
    await fixture.addPoints([
      bare(flatPoint('2025-06-18T23:50:00Z', 500), false),
      bare(flatPoint('2025-06-19T00:00:00Z', 500), true),
      flatPoint('2025-06-19T00:10:00Z', 500),
      { ...flatPoint('2025-06-19T23:50:00Z', 500), provenance: 'live' },
      flatPoint('2025-06-20T12:00:00Z', 500),
    ])
    expect(await coverageAt('2025-06-20T12:05:00Z')).toEqual({
      // 36 hours and 10 minutes: one whole day and a begun one.
      availableDays: 2,
      seriesStart: '2025-06-18T23:50:00Z',
      carbonSeriesStart: '2025-06-19T00:00:00Z',
      consumptionSeriesStart: '2025-06-19T00:10:00Z',
      lastPoint: '2025-06-20T12:00:00Z',
      rawResolutionMinutes: 10,
      pointCount: 5,
      expectedPointCount: 218,
      completenessPct: 2.29,
      // Points missed live were filled later: the first live point is not the newest point.
      backfilledPointCount: 4,
      firstLivePoint: '2025-06-19T23:50:00Z',
    })
  })

  test('while nothing is ingested the points due are missing, except the one being computed', async () => {
    const counted = async (now: string) => {
      const { pointCount, expectedPointCount, availableDays, lastPoint } = await coverageAt(now)
      return [pointCount, expectedPointCount, availableDays, lastPoint]
    }
    expect(await counted('2025-06-20T12:10:59Z')).toEqual([5, 218, 2, '2025-06-20T12:00:00Z'])
    expect(await counted('2025-06-20T12:11:00Z')).toEqual([5, 219, 2, '2025-06-20T12:00:00Z'])
    // Three days and some hours after the first point: the fourth has begun.
    expect(await counted('2025-06-22T12:11:00Z')).toEqual([5, 219 + 288, 4, '2025-06-20T12:00:00Z'])
  })

  test('points after the data’s clock are not counted, also within its day', async () => {
    expect(await coverageAt('2025-06-19T00:15:00Z')).toMatchObject({
      availableDays: 1,
      lastPoint: '2025-06-19T00:10:00Z',
      consumptionSeriesStart: '2025-06-19T00:10:00Z',
      pointCount: 3,
      expectedPointCount: 3,
      completenessPct: 100,
      backfilledPointCount: 3,
      firstLivePoint: null,
    })
    expect(await coverageAt('2025-06-19T23:55:00Z')).toMatchObject({
      backfilledPointCount: 3,
      firstLivePoint: '2025-06-19T23:50:00Z',
    })
    expect(await coverageAt('2025-06-18T23:55:00Z')).toMatchObject({ pointCount: 1, carbonSeriesStart: null })
  })

  test('the service answers with the kind of data', async () => {
    const response = await fixture.ask('/api/coverage')
    expect([response.status, response.headers.get('x-data-mode')]).toEqual([200, 'replay'])
    expect(v.is(CoverageResponse, await response.json())).toBe(true)
  })

  test('one reading of the store serves all requests within five seconds, and no longer', async () => {
    let nowMs = 0
    const clock = { now: () => Temporal.Instant.from('2025-06-20T12:25:00Z') }
    const answer = createCoverageAnswer({ sql: fixture.sql, clock, monotonicMs: () => nowMs })
    const points = async () => (await answer()).body?.pointCount
    expect(await Promise.all([points(), points()])).toEqual([5, 5])
    await fixture.addPoints([flatPoint('2025-06-20T12:20:00Z', 500)])
    nowMs = 5_000
    expect(await points()).toBe(5)
    nowMs = 5_001
    expect(await points()).toBe(6)
  })

  test('the tag changes with a new point and stays otherwise, and caches may keep the coverage until the next point', async () => {
    let now = Temporal.Instant.from('2025-06-20T12:25:00Z')
    let nowMs = 0
    const answer = createCoverageAnswer({ sql: fixture.sql, clock: { now: () => now }, monotonicMs: () => nowMs })
    const headersAt = async (instant: string) => {
      now = Temporal.Instant.from(instant)
      nowMs += 6_000
      const { headers } = respond(new Request('http://localhost'), { ...(await answer()), body: '' })
      return Object.fromEntries(headers)
    }
    const first = await headersAt('2025-06-20T12:25:00Z')
    expect(first).toMatchObject({
      'cache-control': 'public, max-age=300',
      'last-modified': 'Fri, 20 Jun 2025 12:25:00 GMT',
    })
    expect(await headersAt('2025-06-20T12:29:50Z')).toEqual({ ...first, 'cache-control': 'public, max-age=10' })
    expect((await headersAt('2025-06-20T12:30:01Z'))['cache-control']).toBe('public, max-age=14')
    expect((await headersAt('2025-06-20T12:30:20Z'))['cache-control']).toBe('public, max-age=60')
    await fixture.addPoints([flatPoint('2025-06-20T12:30:00Z', 500)])
    const later = await headersAt('2025-06-20T12:30:30Z')
    expect(later).toMatchObject({
      'cache-control': 'public, max-age=570',
      'last-modified': 'Fri, 20 Jun 2025 12:30:30 GMT',
    })
    expect(later['etag']).not.toBe(first['etag'])
  })

  test('a client that has the coverage gets a 304 without a body', async () => {
    const { headers } = await fixture.ask('/api/coverage')
    for (const [name, validator] of [
      ['if-none-match', 'etag'],
      ['if-modified-since', 'last-modified'],
    ] as const) {
      const known = await fixture.ask('/api/coverage', 'decouverte', {
        headers: { [name]: headers.get(validator) ?? '' },
      })
      expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', headers.get('etag')])
    }
    const other = await fixture.ask('/api/coverage', 'decouverte', { headers: { 'if-none-match': '"other"' } })
    expect(other.status).toBe(200)
  })
})
