import { beforeEach, describe, expect, test } from 'bun:test'
import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import { ScoreForecast } from '@hexawatt/shared/contract/score'
import { type ForecastSnapshot, forecastSnapshot, statusSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import {
  createSampleHour,
  createSampleSubScores,
  openModeKnown,
  sampleForecast,
  testNow,
} from '../testing/sample-snapshots.ts'
import { readRefusal, startScoreFixture } from '../testing/score-fixture.ts'

const fixture = stopAtEnd(await startScoreFixture())

const store = (changes: Partial<ForecastSnapshot> = {}) =>
  fixture.store(forecastSnapshot, { ...sampleForecast, ...changes })

const path = '/v1/score/forecast'
const forecast = async (query = '', plan: 'decouverte' | 'scale' = 'scale') =>
  v.parse(ScoreForecast, await (await fixture.ask(`${path}${query}`, plan)).json())
const starts = (body: ScoreForecast) => body.hours.map(({ time }) => time)

beforeEach(async () => {
  await fixture.reset()
  await store()
})

describe('the forecast hours', () => {
  test('are 24 from the next full hour, with every key of the contract in order', async () => {
    const response = await fixture.ask(path)
    const text = await response.text()
    expect([response.status, response.headers.get('x-data-mode')]).toEqual([200, 'replay'])
    expect(Object.keys(JSON.parse(text))).toEqual(Object.keys(ScoreForecast.entries))
    const body = v.parse(ScoreForecast, JSON.parse(text))
    expect(body).toMatchObject({
      generatedAt: '2025-01-15T14:20:00Z',
      requestedHours: 24,
      servedHours: 24,
      profileApplied: null,
      methodologyVersions: { score: 2, carbon: 1, confidence: 2, consumption: null, forecast: 3 },
    })
    expect([starts(body)[0], starts(body).at(-1), starts(body).length]).toEqual([
      '2025-01-15T15:00:00Z',
      '2025-01-16T14:00:00Z',
      24,
    ])
  })

  test('are as many as requested, from 1 to 48', async () => {
    for (const hours of [1, 12, 48]) {
      const body = await forecast(`?hours=${hours}`)
      expect([body.requestedHours, body.servedHours, body.hours.length]).toEqual([hours, hours, hours])
    }
  })

  test('are capped by the plan without a readRefusal, and the body says so', async () => {
    for (const [query, requested] of [
      ['', 24],
      ['?hours=48', 48],
      ['?hours=6', 6],
    ] as const) {
      const body = await forecast(query, 'decouverte')
      expect([body.requestedHours, body.servedHours, body.hours.length]).toEqual([requested, 6, 6])
    }
  })

  test('are still 48 after the next hour has begun, and an hour is dropped when it begins', async () => {
    fixture.moveTo('2025-01-15T14:59:59Z')
    expect(starts(await forecast('?hours=1'))).toEqual(['2025-01-15T15:00:00Z'])
    fixture.moveTo('2025-01-15T15:00:00Z')
    const body = await forecast('?hours=48')
    expect([starts(body)[0], body.servedHours]).toEqual(['2025-01-15T16:00:00Z', 48])
  })

  test('are fewer when the snapshot has fewer, and servedHours says so', async () => {
    fixture.moveTo('2025-01-16T14:30:00Z')
    expect(await forecast('?hours=48')).toMatchObject({ requestedHours: 48, servedHours: 26 })
  })

  test.each(['0', '49', '-1', '1.5', 'abc', '', '1e1', '0x10', '%201', '+1', '024', '100', 'NaN'])(
    'hours=%s is 400 and names the accepted range',
    async (text) => {
      const { status, code, problem } = await readRefusal(await fixture.ask(`${path}?hours=${text}`))
      expect([status, code]).toEqual([400, 'invalid_parameter'])
      expect(problem.detail).toContain('"hours"')
      expect(problem.detail).toContain('from 1 to 48')
    },
  )

  test('repeated hours are 400, but a weighting beyond the plan is refused first', async () => {
    expect(await readRefusal(await fixture.ask(`${path}?hours=1&hours=1`))).toMatchObject({ code: 'invalid_parameter' })
    const both = await fixture.ask(`${path}?hours=0&hours=1&profile=x`, 'decouverte')
    expect(await readRefusal(both)).toMatchObject({ status: 403, code: 'plan_capability_required' })
  })
})

const createSampleSubScoresOf = (...values: Parameters<typeof createSampleSubScores>) => ({
  subScores: createSampleSubScores(...values),
})

describe('best and worst hour', () => {
  const dear = createSampleSubScores(10, 90, 50, 50)
  const cheap = createSampleSubScores(90, 10, 50, 50)
  const hours = [
    { ...createSampleHour('2025-01-15T15:00:00Z', 50), subScores: dear },
    { ...createSampleHour('2025-01-15T16:00:00Z', 50), subScores: cheap },
  ]

  test('depend on the applied weights', async () => {
    await store({ hours })
    expect(await forecast('?profile=price')).toMatchObject({
      bestHour: '2025-01-15T16:00:00Z',
      worstHour: '2025-01-15T15:00:00Z',
      profileApplied: 'price',
    })
    expect(await forecast('?profile=CARBON')).toMatchObject({
      bestHour: '2025-01-15T15:00:00Z',
      worstHour: '2025-01-15T16:00:00Z',
    })
  })

  test('are decided by the known dimensions of each hour while these carry half of the weight, else by all four', async () => {
    const known = { ...createSampleSubScoresOf(60, 60, 0, 0), knownDimensions: openModeKnown }
    const estimated = { ...createSampleSubScoresOf(50, 50, 100, 100), knownDimensions: openModeKnown }
    await store({
      hours: [
        { ...createSampleHour('2025-01-15T15:00:00Z', 0), ...known },
        { ...createSampleHour('2025-01-15T16:00:00Z', 0), ...estimated },
        // A signal and a margin are known of this hour: 0.6 · 40 + 0.4 · 100 = 64.
        { ...createSampleHour('2025-01-15T17:00:00Z', 0), ...createSampleSubScoresOf(40, 40, 100, 100) },
      ],
    })
    const national = await forecast()
    expect(national.hours.map(({ globalScore }) => globalScore)).toEqual([60, 50, 64])
    expect(national).toMatchObject({ bestHour: '2025-01-15T17:00:00Z', worstHour: '2025-01-15T16:00:00Z' })
    expect(national.weightsApplied).toEqual(nationalWeights)
    expect(national.hours.map(({ subScores }) => subScores?.at(-1)?.detail.match(/\(estimation.*\)/)?.[0])).toEqual([
      '(estimation, non comptée dans le score)',
      '(estimation, non comptée dans le score)',
      undefined,
    ])
    const byGrid = await forecast('?profile=grid')
    expect(byGrid).toMatchObject({ bestHour: '2025-01-15T16:00:00Z', worstHour: '2025-01-15T15:00:00Z' })
    expect(byGrid.hours[0]?.subScores?.at(-1)?.detail).toEndWith('(estimation).')
  })

  test('are the earliest of equal hours', async () => {
    await store({
      hours: [60, 40, 60, 40].map((value, index) => createSampleHour(`2025-01-15T1${5 + index}:00:00Z`, value)),
    })
    expect(await forecast()).toMatchObject({ bestHour: '2025-01-15T15:00:00Z', worstHour: '2025-01-15T16:00:00Z' })
  })

  test('are ranked before rounding', async () => {
    await store({
      hours: [60.1, 60, 60.2, 59.9].map((value, index) => createSampleHour(`2025-01-15T1${5 + index}:00:00Z`, value)),
    })
    const body = await forecast()
    expect(new Set(body.hours.map(({ globalScore }) => globalScore))).toEqual(new Set([60]))
    expect(body).toMatchObject({ bestHour: '2025-01-15T17:00:00Z', worstHour: '2025-01-15T18:00:00Z' })
  })

  test('are among the served hours', async () => {
    expect(await forecast('?hours=2')).toMatchObject({
      bestHour: '2025-01-15T16:00:00Z',
      worstHour: '2025-01-15T15:00:00Z',
    })
  })
})

describe('forecast confidence', () => {
  const degraded = async (query = '') => (await fixture.ask(`${path}${query}`)).headers.get('x-service-confidence')

  test('is the lowest of the served hours; distant hours alone do not degrade the response', async () => {
    expect((await forecast('?hours=48')).confidence).toBe(71)
    await store({
      hours: [createSampleHour('2025-01-15T15:00:00Z', 50, 70), createSampleHour('2025-01-15T16:00:00Z', 50, 61)],
    })
    expect((await forecast('?hours=1')).confidence).toBe(70)
    expect((await forecast('?hours=2')).confidence).toBe(61)
    expect(await degraded('?hours=2')).toBeNull()
  })

  test('is degraded by a late source or an overdue calculation', async () => {
    await store({ hasLateSource: true })
    expect(await degraded()).toBe('degraded')
    await store()
    fixture.moveTo('2025-01-15T14:35:01Z')
    expect(await degraded()).toBe('degraded')
  })
})

describe('without a forecast the response is 200 without hours', () => {
  const empty = { servedHours: 0, bestHour: null, worstHour: null, confidence: 0, hours: [] }

  test('when there is no snapshot: generated now, degraded, with the data mode of the status', async () => {
    await fixture.forget()
    await fixture.store(statusSnapshot, { mode: 'demo', generatedAt: testNow, sources: [], history: null })
    const response = await fixture.ask(`${path}?hours=3`)
    expect([
      response.status,
      response.headers.get('x-service-confidence'),
      response.headers.get('x-data-mode'),
    ]).toEqual([200, 'degraded', 'demo'])
    const body = v.parse(ScoreForecast, await response.json())
    expect(body).toMatchObject({ ...empty, generatedAt: testNow, requestedHours: 3 })
  })

  test('when every hour has begun, or the snapshot is from the future of the clock', async () => {
    fixture.moveTo('2025-01-18T00:00:00Z')
    expect(await forecast()).toMatchObject({ ...empty, generatedAt: sampleForecast.issuedAt })
    fixture.moveTo('2025-01-15T10:00:00Z')
    expect(await forecast()).toMatchObject({ ...empty, generatedAt: '2025-01-15T10:00:00Z' })
  })
})
