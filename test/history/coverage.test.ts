import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { CoverageResponse } from '@hexawatt/shared/contract/score-history'
import { createCoverageAnswer } from '@hexawatt/svc-history/src/coverage/coverage-answer.ts'
import * as v from 'valibot'
import { type HistoryGround, startHistoryGround } from './history-ground.ts'
import { flatPoint, type SamplePoint } from './sample-series.ts'

let ground: HistoryGround
beforeAll(async () => {
  ground = await startHistoryGround('2025-06-20T12:05:00Z')
})
afterAll(() => ground.stop())

/** The coverage at an instant, read anew. */
async function coverageAt(now: string): Promise<CoverageResponse> {
  const answer = createCoverageAnswer({ sql: ground.sql, clock: { now: () => Temporal.Instant.from(now) } })
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
  test('of nothing: zero days, null everywhere else, and no share of nothing', async () => {
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
    })
  })

  test('extent, the three starts in their order, and the share of the marks that have a point', async () => {
    await ground.addPoints([
      bare(flatPoint('2025-06-18T23:50:00Z', 500), false),
      bare(flatPoint('2025-06-19T00:00:00Z', 500), true),
      flatPoint('2025-06-19T00:10:00Z', 500),
      flatPoint('2025-06-19T23:50:00Z', 500),
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
    })
  })

  test('points after the data’s clock are not known yet, also within its day', async () => {
    expect(await coverageAt('2025-06-19T08:00:00Z')).toMatchObject({
      availableDays: 1,
      lastPoint: '2025-06-19T00:10:00Z',
      consumptionSeriesStart: '2025-06-19T00:10:00Z',
      pointCount: 3,
      expectedPointCount: 3,
      completenessPct: 100,
    })
    expect(await coverageAt('2025-06-18T23:55:00Z')).toMatchObject({ pointCount: 1, carbonSeriesStart: null })
  })

  test('is answered by the service, with the kind of data', async () => {
    const response = await ground.ask('/api/coverage')
    expect([response.status, response.headers.get('x-data-mode')]).toEqual([200, 'replay'])
    expect(v.is(CoverageResponse, await response.json())).toBe(true)
  })

  test('one reading serves everybody who asks within five seconds, and no longer', async () => {
    let nowMs = 0
    const clock = { now: () => Temporal.Instant.from('2025-06-20T12:25:00Z') }
    const answer = createCoverageAnswer({ sql: ground.sql, clock, monotonicMs: () => nowMs })
    const points = async (): Promise<number> => (await answer()).body.pointCount
    expect(await Promise.all([points(), points()])).toEqual([5, 5])
    await ground.addPoints([flatPoint('2025-06-20T12:20:00Z', 500)])
    nowMs = 5_000
    expect(await points()).toBe(5)
    nowMs = 5_001
    expect(await points()).toBe(6)
  })
})
