import { describe, expect, test } from 'bun:test'
import { operations } from '@hexawatt/shared/contract/operations'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { ScoreAnalyticsResponse } from '@hexawatt/shared/contract/score-history'
import { describeFields } from '@hexawatt/shared/openapi/describe-fields'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import type { Answer } from '../../clients/typescript/src/answers/answer.ts'
import { bestHours } from '../../clients/typescript/src/best-hours.ts'
import { isProblem } from '../../clients/typescript/src/errors/hexawatt-errors.ts'
import { createHexawatt, type Hexawatt } from '../../clients/typescript/src/hexawatt.ts'
import type { ContractPrice } from '../../clients/typescript/src/requests/live-events.ts'
import { catchError } from '../../clients/typescript/src/testing/scripted-api.ts'
import { addIssues, makeRoomForForecasts } from '../history/testing/archive-fixture.ts'
import { addPoints, makeRoomForPoints } from '../history/testing/history-fixture.ts'
import { plainPoints } from '../history/testing/sample-points.ts'
import { computeRequestedHours } from '../testing/requested-hours.ts'
import { startPolledSystem } from '../testing/system-fixture.ts'

const asOf = '2026-02-03T18:20:00Z'
const lastDay = { from: '2026-02-02T18:20:00Z', to: asOf, granularity: 'raw' } as const
const pointsOfLastDay = 144
/** Every forecast of one hour: one was issued at each of the 48 hours before it, and one at its begin. */
const ofLastHour = { targetFrom: '2026-02-03T17:00:00Z', targetTo: '2026-02-03T18:00:00Z' } as const
const forecastsOfLastHour = 49

const clientOf = (apiKey: string | undefined) => createHexawatt({ baseUrl: system.gatewayUrl, apiKey, maxRetries: 0 })

const system = stopAtEnd(await startPolledSystem({ asOf, gateway: { seams: { planTable: defaultPlanTable } } }))
await system.pollRegions()
await computeRequestedHours(system.ingest)
await system.refreshLive()
await ensureDataMode(system.sql, 'demo')
await makeRoomForPoints(system.sql)
await addPoints(system.sql, plainPoints('2026-01-25T00:00:00Z', '2026-02-03T18:20:01Z'))
await makeRoomForForecasts(system.sql)
await addIssues(system.sql, { from: '2026-02-01T00:00:00Z', to: asOf })
const hexawatt = clientOf(await system.createKey('scale'))

const clientOperations = operations.filter((operation) => operation.clientFile !== null)

/** A call of every operation of the client. */
const calls: Record<(typeof clientOperations)[number]['id'], (api: Hexawatt) => Promise<Answer<unknown>>> = {
  getCarbonIntensity: (api) => api.carbonIntensity(),
  getCarbonConsumption: (api) => api.carbonConsumption(),
  getCarbonRegions: (api) => api.carbonRegions(),
  getCarbonRegionsDay: (api) => api.carbonRegionsDay({ date: '2026-02-03' }),
  getCarbonExplain: (api) => api.carbonExplain(),
  getCarbonSeries: (api) => api.carbonSeries({ resolution: '1h', boundary: 'direct' }),
  getScore: (api) => api.score({ weights: { price: 0.4, carbon: 0.3, grid: 0.2, adequacy: 0.1 } }),
  getScoreForecast: (api) => api.scoreForecast({ hours: 48, profile: 'carbon' }),
  getScoreHistory: (api) => api.scoreHistory(lastDay),
  getScoreAnalytics: (api) => api.scoreAnalytics({ ...lastDay, timezone: 'Europe/Paris' }),
  getForecastArchive: (api) => api.forecastArchive(ofLastHour),
  getOutlook: (api) => api.outlook({ hours: 48, resolution: '15m' }),
  getSchedule: (api) => api.schedule({ durationMinutes: 120, objective: 'cost' }),
  getGridStatus: (api) => api.gridStatus(),
  getTariffToday: (api) => api.tariffToday(),
  getTariffOutlook: (api) => api.tariffOutlook(),
  getCoverage: (api) => api.coverage(),
  getAccuracy: (api) => api.accuracy(),
  getHours: (api) => api.hours({ month: '2026-02' }),
  getTariffs: (api) => api.tariffs(),
  getPlans: (api) => api.plans(),
  getProfiles: (api) => api.profiles(),
  getStatus: (api) => api.status(),
  getDashboard: (api) => api.dashboard(),
}

const { requestsPerMinute, monthlyQuota } = defaultPlanTable.plans.scale
const limitsOfScale = { limitMinute: requestsPerMinute, limitMonth: monthlyQuota }
/** Without a key the address of the client is counted. */
const limitsOfAddress = { limitMinute: defaultPlanTable.anonymous.requestsPerMinute, limitMonth: null }

describe('every operation of the running product', () => {
  for (const { id, needsKey, response } of clientOperations) {
    test(`${id} returns the body of the contract and the remaining limits`, async () => {
      const answer = await calls[id](hexawatt)
      v.parse(response, answer.data)
      expect(answer).toMatchObject({ isNotModified: false, requestId: expect.any(String) })
      expect(answer.rateLimit).toMatchObject(needsKey ? limitsOfScale : limitsOfAddress)
      if (needsKey) expect(answer.dataMode).toBe('demo')
    })
  }
})

test('the stream yields the points of the history one after the other', async () => {
  const { points } = (await hexawatt.scoreHistory(lastDay)).data
  expect(points).toHaveLength(pointsOfLastDay)
  expect(await Array.fromAsync(hexawatt.streamHistory(lastDay))).toEqual(
    points.map((point) => ({ ...point, provenance: 'backfilled' })),
  )
})

test('the stream yields the points of the carbon series one after the other', async () => {
  const { points, from, to } = (await hexawatt.carbonSeries({ boundary: 'direct' })).data
  expect(points.length).toBeGreaterThan(90)
  expect(await Array.fromAsync(hexawatt.streamCarbonSeries({ from, to, boundary: 'direct' }))).toEqual(points)
})

test('the stream yields the forecasts of the archive one after the other', async () => {
  const { points } = (await hexawatt.forecastArchive(ofLastHour)).data
  expect(points).toHaveLength(forecastsOfLastHour)
  expect(await Array.fromAsync(hexawatt.streamForecastArchive(ofLastHour))).toEqual(points)
})

test('events yield the newest body of each kind at once, the same as its function', async () => {
  const { events, score, outlook, gridStatus, tariffToday } = hexawatt
  const kinds = ['score', 'outlook', 'grid', 'tariff'] as const
  const received: Record<string, unknown> = {}
  for await (const { kind, data, dataMode } of events({ kinds })) {
    expect(dataMode).toBe('demo')
    received[kind] = data
    if (kind === 'tariff') break
  }
  const asked = await Promise.all([score(), outlook(), gridStatus(), tariffToday()])
  expect(received).toEqual(Object.fromEntries(kinds.map((kind, index) => [kind, asked[index]?.data])))
})

test('events of prices are what the export answers for the same contract', async () => {
  const contract = { tariff: 'hphc', subscribedKva: 9, offPeakSummer: '2h-7h,13h-16h', offPeakWinter: '22h30-6h30' }
  const query = 'tariff=hphc&subscribedKva=9&offPeakSummer=2h-7h,13h-16h&offPeakWinter=22h30-6h30'
  const exported: ContractPrice[] = JSON.parse(
    await (await system.get(`/v1/export/evcc?quantity=tariff&${query}`)).text(),
  )
  for await (const { kind, data } of hexawatt.events({ kinds: ['prices'], ...contract })) {
    expect({ kind, data }).toEqual({ kind: 'prices', data: exported })
    break
  }
  const wrong = hexawatt.events({ kinds: ['prices'], tariff: 'hphcc' }).next()
  expect(await catchError(wrong)).toMatchObject({ status: 400, detail: expect.stringContaining('Did you mean hphc?') })
})

test('an unchanged response is reused and costs nothing of the month', async () => {
  const client = clientOf(await system.createKey('pro'))
  const first = await client.score()
  expect(first.etag).not.toBeNull()
  const second = await client.score()
  expect(second).toMatchObject({ isNotModified: true, etag: first.etag, dataMode: 'demo', data: first.data })
  expect(second.rateLimit?.remainingMonth).toBe(first.rateLimit?.remainingMonth ?? -1)
  expect(second.rateLimit?.remainingMinute).toBe((first.rateLimit?.remainingMinute ?? 0) - 1)
})

test('the best hours lie within the forecast and end in time', async () => {
  const { data } = await hexawatt.scoreForecast({ hours: 24 })
  const best = bestHours(data, { durationHours: 3, before: data.hours[11]?.time ?? '' })
  expect(best?.hours).toHaveLength(3)
  expect(Date.parse(best?.end ?? '')).toBeLessThanOrEqual(Date.parse(data.hours[11]?.time ?? ''))
})

test('the hour that the carbon intensity describes has the same values in the hours of its month', async () => {
  const { data: intensity } = await hexawatt.carbonIntensity()
  const { data: month } = await hexawatt.hours({ month: '2026-02' })
  const index = month.hours.indexOf(intensity.dataSlotStart ?? '')
  expect(month.productionGCo2PerKwh[index]).toBe(intensity.estimatedGCo2PerKwh)
  expect(month.consumptionGCo2PerKwh[index]).toBe(intensity.estimatedGCo2PerKwhConsumption)
})

describe('a refusal', () => {
  test('a refusal carries its code and the account page to turn to', async () => {
    const free = clientOf(await system.createKey('decouverte'))
    const refusals = [
      [() => clientOf(undefined).score(), 401, 'missing_api_key'],
      [() => clientOf(`hxw_${'0'.repeat(32)}`).score(), 401, 'invalid_api_key'],
      [() => hexawatt.scoreForecast({ hours: 49 }), 400, 'invalid_parameter'],
      [() => hexawatt.scoreHistory({ from: '2024-01-01T00:00:00Z' }), 400, 'window_too_large'],
      [() => free.score({ profile: 'carbon' }), 403, 'plan_capability_required'],
      [() => free.streamHistory({ from: '2026-01-01T00:00:00Z' }).next(), 403, 'history_depth_exceeded'],
    ] as const
    for (const [call, status, code] of refusals) {
      const error = await catchError(call())
      expect(error).toMatchObject({ name: 'HexawattProblem', status, code })
      expect(isProblem(error, code) && [typeof error.traceId, typeof error.requestId]).toEqual(['string', 'string'])
    }
  })

  test('a refusal of analytics lists every field of the response', async () => {
    const error = await catchError(clientOf(await system.createKey('decouverte')).scoreAnalytics())
    expect(isProblem(error, 'plan_capability_required') && error.extras['responseFields']).toEqual(
      describeFields(ScoreAnalyticsResponse),
    )
  })

  test('a refusal for too many requests says when to come back, and the client waits that long', async () => {
    const apiKey = await system.createKey('decouverte')
    const waitsMs: number[] = []
    const timers = { sleep: async (ms: number) => void waitsMs.push(ms), random: () => 0.5, nowMs: Date.now }
    const client = createHexawatt({ baseUrl: system.gatewayUrl, apiKey, maxRetries: 1, maxWaitMs: 120_000, timers })
    const { requestsPerMinute } = defaultPlanTable.plans.decouverte
    for (let request = 0; request < requestsPerMinute; request++) await client.tariffToday()
    const error = await catchError(client.tariffToday())
    expect(isProblem(error, 'rate_limited')).toBe(true)
    expect(waitsMs).toHaveLength(1)
    expect(waitsMs[0]).toBeGreaterThanOrEqual(1_000)
    // The whole minute, and the second that the oldest requests share.
    expect(waitsMs[0]).toBeLessThanOrEqual(61_000)
  })
})
