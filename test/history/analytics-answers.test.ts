import { describe, expect, test } from 'bun:test'
import { ProblemDetails } from '@hexawatt/shared/contract/problem'
import { ScoreAnalyticsResponse } from '@hexawatt/shared/contract/score-history'
import { describeFields } from '@hexawatt/shared/openapi/describe-fields'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { startHistoryFixture } from './testing/history-fixture.ts'
import { flatPoint } from './testing/sample-series.ts'

const now = '2025-06-20T12:05:09Z'
const path = '/v1/score/analytics'

const fixture = stopAtEnd(await startHistoryFixture(now))
// Two days, an hour before the plan Pro ends, and the hour before now.
await fixture.addPoints([
  flatPoint('2025-05-10T00:00:00Z', 500),
  flatPoint('2025-06-18T10:00:00Z', 600),
  flatPoint('2025-06-20T11:50:00Z', 800),
  flatPoint('2025-06-20T12:00:00Z', 900),
])

async function body(query: string): Promise<ScoreAnalyticsResponse> {
  return v.parse(ScoreAnalyticsResponse, await (await fixture.ask(path + query)).json())
}

async function refusal(query: string, plan: 'decouverte' | 'pro' | 'scale' = 'scale') {
  const response = await fixture.ask(path + query, plan)
  const problem = v.parse(ProblemDetails, await response.json())
  return { status: response.status, code: problem.code, problem }
}

describe('a plan without analytics', () => {
  test('a plan without analytics is refused first, with every field of the response', async () => {
    for (const query of ['', '?profile=carbon', '?wPrice=2&timezone=Mars/Base', '?from=yesterday']) {
      const { status, code, problem } = await refusal(query, 'decouverte')
      expect([status, code]).toEqual([403, 'plan_capability_required'])
      expect(problem['responseFields']).toEqual(describeFields(ScoreAnalyticsResponse))
    }
  })
})

describe('invalid requests', () => {
  const wrong: [query: string, status: number, code: string][] = [
    ['?timezone=Mars/Base', 400, 'invalid_parameter'],
    ['?timezone=', 400, 'invalid_parameter'],
    ['?timezone=%2B02:00', 400, 'invalid_parameter'],
    ['?timezone=UTC&timezone=UTC', 400, 'invalid_parameter'],
    ['?granularity=daily', 400, 'invalid_parameter'],
    ['?from=2025-13-01', 400, 'invalid_parameter'],
    ['?from=2025-06-01T00:00:00', 400, 'invalid_parameter'],
    ['?profile=green', 400, 'unknown_profile'],
    ['?profile=carbon&wPrice=1', 400, 'profile_and_weights_exclusive'],
    ['?wPrice=1&wCarbon=0&wGrid=0', 400, 'weights_incomplete'],
    ['?wPrice=1&wCarbon=1&wGrid=0&wAdequacy=0', 400, 'weights_sum_invalid'],
    ['?from=2025-06-20T00:00:00Z&to=2025-06-20T00:00:00Z', 400, 'invalid_range'],
    ['?from=2025-06-21T00:00:00Z', 400, 'invalid_range'],
    ['?from=2024-01-01T00:00:00Z&to=2025-06-20T00:00:00Z', 400, 'window_too_large'],
    // An invalid parameter is refused before a span that is too long.
    ['?from=2024-01-01T00:00:00Z&to=2025-06-20T00:00:00Z&timezone=Mars/Base', 400, 'invalid_parameter'],
  ]
  for (const [query, status, code] of wrong) {
    test(`${query.slice(0, 70)} is answered ${status} ${code}`, async () => {
      const answer = await refusal(query)
      expect([answer.status, answer.code]).toEqual([status, code])
    })
  }

  test('a from before the floor is refused only if a deeper plan would deliver a point', async () => {
    const before = await refusal('?from=2025-05-01T00:00:00Z&to=2025-06-19T00:00:00Z', 'pro')
    expect([before.status, before.code]).toEqual([403, 'history_depth_exceeded'])
    const response = await fixture.ask(`${path}?from=2025-05-11T00:00:00Z&to=2025-06-19T00:00:00Z`, 'pro')
    expect(v.parse(ScoreAnalyticsResponse, await response.json())).toMatchObject({
      effectiveFrom: '2025-05-20T00:00:00Z',
      truncated: true,
      maxHistoryDays: 31,
      sampleCount: 1,
    })
  })
})

describe('responses', () => {
  test('without parameters analytics cover the last 24 hours, raw, in UTC, up to but not including now', async () => {
    expect(await body('')).toEqual({
      from: '2025-06-19T12:05:09Z',
      to: now,
      effectiveFrom: '2025-06-19T12:05:09Z',
      truncated: false,
      maxHistoryDays: 3_660,
      granularity: 'raw',
      profileApplied: null,
      seriesStart: '2025-05-10T00:00:00Z',
      carbonSeriesStart: '2025-05-10T00:00:00Z',
      consumptionSeriesStart: '2025-05-10T00:00:00Z',
      timeZone: 'UTC',
      sampleCount: 2,
      carbonSampleCount: 2,
      consumptionSampleCount: 2,
      avgGlobalScore: 85,
      optimalPct: 100,
      bestHours: [
        { hour: 12, avgGlobalScore: 90, sampleCount: 1 },
        { hour: 11, avgGlobalScore: 80, sampleCount: 1 },
      ],
      worstHours: [
        { hour: 11, avgGlobalScore: 80, sampleCount: 1 },
        { hour: 12, avgGlobalScore: 90, sampleCount: 1 },
      ],
      avgCarbonIntensityGco2Kwh: 20,
      avgLowCarbonPct: 95,
      avgCarbonIntensityConsumptionGco2Kwh: 22.5,
      avgConsumptionBoundaryDelta: 2.5,
      methodologyBreakdown: [
        { methodologyVersions: { score: 1, carbon: 1, confidence: 1, consumption: 1 }, sampleCount: 2 },
      ],
    })
  })

  test('hours of the day are in the requested zone, echoed in the spelling of the zone database', async () => {
    const answer = await body('?timezone=asia/kathmandu')
    expect(answer.timeZone).toBe('Asia/Kathmandu')
    expect(answer.bestHours).toEqual([{ hour: 17, avgGlobalScore: 85, sampleCount: 2 }])
  })

  test('a window without stored points has no samples, null averages and empty lists', async () => {
    for (const granularity of ['raw', 'hourly']) {
      const query = `?from=2025-06-01T00:00:00Z&to=2025-06-02T00:00:00Z&granularity=${granularity}&profile=price`
      expect(await body(query)).toMatchObject({
        sampleCount: 0,
        carbonSampleCount: 0,
        avgGlobalScore: null,
        optimalPct: null,
        bestHours: [],
        worstHours: [],
        avgCarbonIntensityGco2Kwh: null,
        avgConsumptionBoundaryDelta: null,
        methodologyBreakdown: [],
      })
    }
  })

  test('a to in the future is echoed and aggregated to now', async () => {
    const answer = await body('?from=2025-06-20T00:00:00Z&to=2025-06-25T00:00:00Z')
    expect([answer.to, answer.sampleCount]).toEqual(['2025-06-25T00:00:00Z', 2])
  })

  test('analytics have the kind of data, and are degraded only if the newest point is late in a window that reaches to now', async () => {
    const headers = async (query: string) => {
      const response = await fixture.ask(path + query)
      return [response.headers.get('x-data-mode'), response.headers.get('x-service-confidence')]
    }
    expect(await headers('')).toEqual(['replay', null])
    fixture.moveTo('2025-06-20T12:31:00Z')
    expect(await headers('')).toEqual(['replay', 'degraded'])
    expect(await headers('?from=2025-06-18T00:00:00Z&to=2025-06-19T00:00:00Z')).toEqual(['replay', null])
    fixture.moveTo(now)
  })

  test('a point added to a day that was read before is in the next response', async () => {
    const query = '?from=2025-06-18T00:00:00Z&to=2025-06-19T00:00:00Z&granularity=hourly'
    expect((await body(query)).avgGlobalScore).toBe(60)
    await fixture.addPoints([flatPoint('2025-06-18T10:10:00Z', 400)])
    const answer = await body(query)
    expect([answer.avgGlobalScore, answer.sampleCount, answer.bestHours[0]?.sampleCount]).toEqual([50, 1, 2])
  })
})
