import { describe, expect, test } from 'bun:test'
import type { PlanId } from '@hexawatt/shared/contract/plans'
import { ProblemDetails } from '@hexawatt/shared/contract/problem'
import { ScoreHistoryResponse } from '@hexawatt/shared/contract/score-history'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { startHistoryFixture } from './testing/history-fixture.ts'
import { plainPoints } from './testing/sample-points.ts'

const now = '2025-06-15T12:34:56Z'
const fixture = stopAtEnd(await startHistoryFixture(now))
await fixture.addPoints(plainPoints('2025-05-20T06:30:00Z', '2025-06-15T12:30:01Z'))

async function history(query: string, plan: PlanId = 'scale'): Promise<ScoreHistoryResponse> {
  const response = await fixture.ask(`/v1/score/history?${query}`, plan)
  return v.parse(ScoreHistoryResponse, await response.json())
}

async function refusal(query: string, plan: PlanId = 'scale') {
  const response = await fixture.ask(`/v1/score/history?${query}`, plan)
  const { status, code, detail } = v.parse(ProblemDetails, await response.json())
  return { status, code, detail }
}

describe('the window', () => {
  test('without parameters the window is the last 24 hours, raw, with every field of a point as stored and rounded', async () => {
    const body = await history('')
    expect(body).toMatchObject({
      from: '2025-06-14T12:34:56Z',
      to: now,
      effectiveFrom: '2025-06-14T12:34:56Z',
      truncated: false,
      granularity: 'raw',
      profileApplied: null,
      seriesStart: '2025-05-20T06:30:00Z',
      sampleCount: 144,
      methodologyBreakdown: [
        { methodologyVersions: { score: 1, carbon: 1, confidence: 1, consumption: 1 }, sampleCount: 144 },
      ],
    })
    expect(body.points.at(-1)).toEqual({
      timestamp: '2025-06-15T12:30:00Z',
      globalScore: 67,
      level: 'Acceptable',
      confidence: 97,
      carbonSlotStart: '2025-06-15T10:00:00Z',
      carbonIntensityGco2Kwh: 21.46,
      carbonIntensityConsumptionGco2Kwh: 25.1,
      lowCarbonPct: 95.8,
      spotPriceEurPerMWh: -12.35,
    })
  })

  test('from is inclusive, to is exclusive', async () => {
    const { points } = await history('from=2025-06-10T00:00:00Z&to=2025-06-10T00:20:00Z')
    expect(points.map(({ timestamp }) => timestamp)).toEqual(['2025-06-10T00:00:00Z', '2025-06-10T00:10:00Z'])
    expect((await history('from=2025-06-10T00:00:01Z&to=2025-06-10T00:20:01Z')).sampleCount).toBe(2)
  })

  test('a to in the future is echoed, and nothing beyond now is served', async () => {
    await fixture.addPoints(plainPoints('2025-06-15T13:00:00Z', '2025-06-15T14:00:00Z'))
    const { to, points } = await history('from=2025-06-15T12:00Z&to=2025-06-20T00:00Z')
    expect([to, points.at(-1)?.timestamp]).toEqual(['2025-06-20T00:00:00Z', '2025-06-15T12:30:00Z'])
  })

  test('an hourly window leaves out the hour that from cuts, and its last hour has the points before to, in every format', async () => {
    fixture.moveTo('2025-06-15T12:34:56Z')
    const { points, sampleCount } = await history('from=2025-06-15T10:15Z&granularity=hourly')
    const hours = ['2025-06-15T11:00:00Z', '2025-06-15T12:00:00Z']
    expect(points.map(({ timestamp }) => timestamp)).toEqual(hours)
    expect(sampleCount).toBe(2)
    const path = '/v1/score/history?from=2025-06-15T10:15Z&granularity=hourly'
    const textAs = async (accept: string) => (await fixture.ask(path, 'scale', { headers: { accept } })).text()
    const lines = (await textAs('text/csv')).trim().split('\r\n').slice(1)
    expect(lines.map((line) => line.split(',')[0] ?? '')).toEqual(hours)
    const objects = (await textAs('application/x-ndjson')).trim().split('\n')
    expect(objects.map((line) => JSON.parse(line).timestamp)).toEqual(hours)
    const analytics = await fixture.ask('/v1/score/analytics?from=2025-06-15T10:15Z&granularity=hourly')
    expect(await analytics.json()).toMatchObject({ sampleCount: 2 })
  })

  test('a window that ends before the series begins has no points, and begins where it ends', async () => {
    const body = await history('from=2025-01-01T00:00Z&to=2025-02-01T00:00Z')
    expect(body).toMatchObject({ effectiveFrom: '2025-02-01T00:00:00Z', truncated: true, sampleCount: 0, points: [] })
  })
})

describe('depth', () => {
  test('a window older than the series is truncated to its beginning on the deepest plan', async () => {
    const body = await history('from=2025-05-01T00:00Z')
    expect(body).toMatchObject({
      from: '2025-05-01T00:00:00Z',
      effectiveFrom: '2025-05-20T06:30:00Z',
      truncated: true,
      maxHistoryDays: 3_660,
    })
  })

  test('a window older than the plan is refused if a deeper plan would deliver a point, from one second before the floor on', async () => {
    expect(await refusal('from=2025-06-07T23:00:00Z', 'decouverte')).toEqual({
      status: 403,
      code: 'history_depth_exceeded',
      detail:
        'from (2025-06-07T23:00:00Z) lies before 2025-06-08T00:00:00Z, where the history of the plan decouverte begins (7 days); /api/plans lists deeper plans.',
    })
    expect(await history('from=2025-06-08T00:00:00Z', 'decouverte')).toMatchObject({
      truncated: false,
      maxHistoryDays: 7,
    })
  })

  test('a window below the plan’s floor without stored points is truncated, not refused', async () => {
    const body = await history('from=2025-06-07T23:55:00Z', 'decouverte')
    expect(body).toMatchObject({ effectiveFrom: '2025-06-08T00:00:00Z', truncated: true })
    const pro = await history('from=2025-05-01T00:00Z', 'pro')
    expect(pro).toMatchObject({ effectiveFrom: '2025-05-20T06:30:00Z', truncated: true, maxHistoryDays: 31 })
  })

  test('the refusal counts only points of the requested window', async () => {
    const body = await history('from=2025-05-01T00:00Z&to=2025-05-20T06:30Z', 'decouverte')
    expect(body).toMatchObject({ effectiveFrom: '2025-05-20T06:30:00Z', sampleCount: 0 })
    expect((await refusal('from=2025-05-01T00:00Z&to=2025-05-20T06:31Z', 'decouverte')).code).toBe(
      'history_depth_exceeded',
    )
  })
})

describe('headers', () => {
  test('the response has the kind of data and the requested type', async () => {
    const types = await Promise.all(
      ['application/json', 'text/csv', 'application/x-ndjson'].map(async (accept) => {
        const response = await fixture.ask('/v1/score/history', 'scale', { headers: { accept } })
        await response.body?.cancel()
        return [response.headers.get('content-type'), response.headers.get('x-data-mode')]
      }),
    )
    expect(types).toEqual([
      ['application/json', 'replay'],
      ['text/csv; charset=utf-8', 'replay'],
      ['application/x-ndjson', 'replay'],
    ])
  })

  test('the response is degraded only if the window reaches to now and the newest point is more than 30 minutes old', async () => {
    const confidenceAt = async (instant: string, query: string): Promise<string | null> => {
      fixture.moveTo(instant)
      const response = await fixture.ask(`/v1/score/history?${query}`)
      await response.body?.cancel()
      return response.headers.get('x-service-confidence')
    }
    const past = 'from=2025-06-01T00:00Z&to=2025-06-02T00:00Z'
    const toNow = 'from=2025-06-15T00:00Z'
    expect(await confidenceAt('2025-06-15T14:20:59Z', toNow)).toBeNull()
    expect(await confidenceAt('2025-06-15T14:21:00Z', toNow)).toBe('degraded')
    expect(await confidenceAt('2025-06-15T14:21:00Z', past)).toBeNull()
    fixture.moveTo(now)
  })
})

describe('the cache of days', () => {
  test('a day is read once, and again only after it has changed', async () => {
    const window = 'from=2025-06-01T00:00Z&to=2025-06-03T00:00Z'
    const first = await history(window)
    const queries = await fixture.dayQueries()
    expect(await history(window)).toEqual(first)
    expect(await fixture.dayQueries()).toBe(queries)
    const changed = { ...first, sampleCount: 287 }
    await fixture.removePoints('2025-06-02T05:00:00Z')
    const { sampleCount, points } = await history(window)
    expect([sampleCount, points.length]).toEqual([changed.sampleCount, 287])
    expect(await fixture.dayQueries()).toBe(queries + 1)
  })

  test('simultaneous requests read a day once', async () => {
    const before = await fixture.dayQueries()
    const window = 'from=2025-05-25T00:00Z&to=2025-05-27T00:00Z'
    const bodies = await Promise.all(Array.from({ length: 8 }, () => history(window)))
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    expect((await fixture.dayQueries()) - before).toBe(1)
  })
})

test('without data the response is empty and begins at from, or at the floor of the plan', async () => {
  const empty = await startHistoryFixture(now)
  const asked = async (query: string, plan: PlanId) => {
    const response = await empty.ask(`/v1/score/history?${query}`, plan)
    return v.parse(ScoreHistoryResponse, await response.json())
  }
  expect(await asked('from=2025-01-01T00:00Z', 'decouverte')).toEqual({
    from: '2025-01-01T00:00:00Z',
    to: now,
    effectiveFrom: '2025-06-08T00:00:00Z',
    truncated: true,
    maxHistoryDays: 7,
    granularity: 'hourly',
    profileApplied: null,
    seriesStart: null,
    carbonSeriesStart: null,
    consumptionSeriesStart: null,
    sampleCount: 0,
    methodologyBreakdown: [],
    points: [],
  })
  expect(await asked('', 'scale')).toMatchObject({
    effectiveFrom: '2025-06-14T12:34:56Z',
    truncated: false,
    points: [],
  })
  const csv = await empty.ask('/v1/score/history', 'scale', { headers: { accept: 'text/csv' } })
  expect((await csv.text()).split('\r\n')).toHaveLength(2)
  const ndjson = await empty.ask('/v1/score/history', 'scale', { headers: { accept: 'application/x-ndjson' } })
  expect(await ndjson.text()).toBe('')
  await empty.stop()
})
