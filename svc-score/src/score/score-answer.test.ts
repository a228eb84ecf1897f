import { beforeEach, describe, expect, test } from 'bun:test'
import { EnergyScore } from '@hexawatt/shared/contract/score'
import { forecastSnapshot, type ScoreSnapshot, scoreSnapshot, statusSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import {
  createSampleHour,
  createSampleSubScores,
  sampleForecast,
  sampleScore,
  testNow,
} from '../testing/sample-snapshots.ts'
import { readRefusal, startScoreFixture } from '../testing/score-fixture.ts'

const fixture = stopAtEnd(await startScoreFixture())

const store = (changes: Partial<ScoreSnapshot> = {}) => fixture.store(scoreSnapshot, { ...sampleScore, ...changes })
const score = async (query = '') => v.parse(EnergyScore, await (await fixture.ask(`/v1/score${query}`)).json())

beforeEach(async () => {
  await fixture.reset()
  await store()
})

describe('the score with national weights', () => {
  test('has every key of the contract in order and no other', async () => {
    const response = await fixture.ask('/v1/score')
    const text = await response.text()
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(Object.keys(JSON.parse(text))).toEqual(Object.keys(EnergyScore.entries))
    const body = v.parse(EnergyScore, JSON.parse(text))
    // 0.3 · 50 + 0.3 · 88.5 + 0.2 · 80 + 0.2 · 45.2 = 66.59
    expect(body).toMatchObject({
      computedAt: '2025-01-15T14:20:00Z',
      globalScore: 67,
      level: 'Acceptable',
      confidence: 94,
      status: 'ok',
      weightsApplied: { price: 0.3, carbon: 0.3, grid: 0.2, adequacy: 0.2 },
      profileApplied: null,
      spotPriceEurPerMWh: 58.52,
      gridSignalStatus: 'Favorable',
      methodologyVersions: { score: 2, carbon: 1, confidence: 2, consumption: null },
    })
    expect(body.subScores).toEqual(sampleScore.subScores)
    expect(body.sourceAvailability).toEqual(sampleScore.sourceAvailability)
  })

  test('is served to every plan, with the data mode', async () => {
    for (const plan of ['decouverte', 'pro', 'scale'] as const) {
      const response = await fixture.ask('/v1/score', plan)
      expect([response.status, response.headers.get('x-data-mode')]).toEqual([200, 'replay'])
    }
  })

  test('is identical to the byte until the next calculation', async () => {
    const first = await (await fixture.ask('/v1/score')).text()
    fixture.moveTo('2025-01-15T14:25:00Z')
    expect(await (await fixture.ask('/v1/score')).text()).toBe(first)
    await store({ computedAt: '2025-01-15T14:25:00Z' })
    expect((await score()).computedAt).toBe('2025-01-15T14:25:00Z')
  })

  test('has null for an unknown price or signal', async () => {
    await store({ spotPriceEurPerMWh: null, gridSignalStatus: null })
    expect(await score()).toMatchObject({ spotPriceEurPerMWh: null, gridSignalStatus: null })
  })
})

describe('the score with other weights', () => {
  test('applies a preset in any case and names it in lower case', async () => {
    // 0.1 · 50 + 0.7 · 88.5 + 0.1 · 80 + 0.1 · 45.2 = 79.47
    expect(await score('?profile=CarBon')).toMatchObject({
      globalScore: 79,
      level: 'Optimal',
      profileApplied: 'carbon',
      weightsApplied: { price: 0.1, carbon: 0.7, grid: 0.1, adequacy: 0.1 },
    })
  })

  test('names profile=national, and is otherwise the default score', async () => {
    const { profileApplied, ...named } = await score('?profile=National')
    const { profileApplied: _, ...unnamed } = await score()
    expect(profileApplied).toBe('national')
    expect(named).toEqual(unnamed)
  })

  test('applies four weights in their ratio, also if they add up to 1.001: the weights used sum to 1', async () => {
    // (1 · 88.5 + 0.001 · 45.2) / 1.001 = 88.457
    expect(await score('?wPrice=0&wCarbon=1&wGrid=0.000&wAdequacy=0.001')).toMatchObject({
      globalScore: 88,
      profileApplied: 'custom',
      weightsApplied: { price: 0, carbon: 0.999001, grid: 0, adequacy: 0.000999 },
    })
  })

  test('is at most 100, also if the weights add up to 1.001', async () => {
    await store({ subScores: createSampleSubScores(0, 100, 100, 100) })
    expect((await score('?wPrice=0&wCarbon=0.5&wGrid=0.25&wAdequacy=0.251')).globalScore).toBe(100)
  })

  test('ignores a dimension without weight in the recommendation', async () => {
    const advice = async (price: number) => {
      await store({ subScores: createSampleSubScores(price, 50, 60, 70) })
      return (await score('?wPrice=0&wCarbon=0.5&wGrid=0.25&wAdequacy=0.25')).recommendation
    }
    expect(await advice(0)).toBe(await advice(100))
  })
})

describe('the recommendation', () => {
  /** With plain spaces: typography is tested where it is made. */
  const advice = async () => (await score()).recommendation?.replace(/[\u00a0\u202f]/g, ' ')

  test('names the first of the next twelve hours that is ten points better', async () => {
    await fixture.store(forecastSnapshot, {
      ...sampleForecast,
      hours: [
        createSampleHour('2025-01-15T15:00:00Z', 76),
        createSampleHour('2025-01-15T16:00:00Z', 77),
        createSampleHour('2025-01-15T17:00:00Z', 99),
      ],
    })
    expect(await advice()).toContain('17 h (77 sur 100)')
  })

  test('drops an hour that has begun, without a new calculation', async () => {
    await fixture.store(forecastSnapshot, { ...sampleForecast, hours: [createSampleHour('2025-01-15T15:00:00Z', 99)] })
    expect(await advice()).toContain('16 h (99 sur 100)')
    fixture.moveTo('2025-01-15T15:00:00Z')
    expect(await advice()).not.toContain('99')
  })

  test('ignores a forecast of another time', async () => {
    const hours = [createSampleHour('2025-01-15T15:00:00Z', 99)]
    for (const issuedAt of ['2025-01-15T13:20:00Z', '2025-01-15T14:21:00Z']) {
      await fixture.store(forecastSnapshot, { ...sampleForecast, issuedAt, hours })
      expect(await advice()).not.toContain('99')
    }
  })
})

describe('X-Service-Confidence', () => {
  const confidence = async () => (await fixture.ask('/v1/score')).headers.get('x-service-confidence')

  test('is absent while everything is on time', async () => {
    expect(await confidence()).toBeNull()
  })

  test('is degraded for a confidence below 70, a late source or an overdue calculation', async () => {
    await store({ confidence: 69 })
    expect(await confidence()).toBe('degraded')
    expect((await score()).status).toBe('degraded')
    await store({ hasLateSource: true })
    expect(await confidence()).toBe('degraded')
    await store()
    fixture.moveTo('2025-01-15T14:35:00Z')
    expect(await confidence()).toBeNull()
    fixture.moveTo('2025-01-15T14:35:01Z')
    expect(await confidence()).toBe('degraded')
  })
})

describe('the score is 503 insufficient_data', () => {
  const refused = async () => readRefusal(await fixture.ask('/v1/score'))

  test('below a confidence of 50, with confidence and sources', async () => {
    await store({ confidence: 50 })
    expect((await fixture.ask('/v1/score')).status).toBe(200)
    await store({ confidence: 49, sourceAvailability: { power_exchanges: false } })
    const { status, code, retryAfter, problem } = await refused()
    expect([status, code, retryAfter]).toEqual([503, 'insufficient_data', '300'])
    expect(problem).toMatchObject({ confidence: 49, sourceAvailability: { power_exchanges: false } })
  })

  test('when it was computed more than an hour ago', async () => {
    fixture.moveTo('2025-01-15T15:20:00Z')
    expect((await fixture.ask('/v1/score')).status).toBe(200)
    fixture.moveTo('2025-01-15T15:20:01Z')
    expect(await refused()).toMatchObject({ status: 503, code: 'insufficient_data', retryAfter: '300' })
  })

  test('when it is more than five seconds from the future of the clock', async () => {
    fixture.moveTo('2025-01-15T14:19:55Z')
    expect((await fixture.ask('/v1/score')).status).toBe(200)
    fixture.moveTo('2025-01-15T14:19:54Z')
    expect(await refused()).toMatchObject({ status: 503, code: 'insufficient_data' })
  })

  test('when there is none, with the availability of each source', async () => {
    await fixture.forget()
    expect((await refused()).problem).toMatchObject({ code: 'insufficient_data', confidence: 0 })
    const source = {
      source: null,
      licence: null,
      newestSlot: null,
      lagMinutes: null,
      expectedNext: null,
      consecutiveFailures: 0,
      demo: false,
    }
    await fixture.store(statusSnapshot, {
      mode: 'replay',
      generatedAt: testNow,
      history: null,
      sources: [{ ...source, id: 'generation_unavailabilities', lastSuccess: testNow, note: null }],
    })
    const { problem } = await refused()
    expect(problem['confidence']).toBe(6)
    expect(problem['sourceAvailability']).toMatchObject({ generation_unavailabilities: true, power_exchanges: false })
    expect(Object.keys(Object(problem['sourceAvailability']))).toHaveLength(14)
  })
})
