import { describe, expect, test } from 'bun:test'
import { GridStatusResponse, TariffTodayResponse } from '@hexawatt/shared/contract/grid-and-tariff'
import { operations } from '@hexawatt/shared/contract/operations'
import { EnergyScore, ScoreForecast } from '@hexawatt/shared/contract/score'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { startPolledSystem } from './testing/system-fixture.ts'

/** 19:20 in Paris on a working day of winter. */
const asOf = '2026-02-03T18:20:00Z'
const system = stopAtEnd(await startPolledSystem({ asOf }))
let freeKey = ''

freeKey = await system.createKey('decouverte')

const free = (path: string) => system.get(path, { 'x-api-key': freeKey })
const code = async (response: Response) => [response.status, Object(await response.json()).code]

describe('from the upstream to the customer', () => {
  test('the score follows its contract, rests on every source, and is marked as demo data', async () => {
    const response = await system.get('/v1/score')
    expect([response.status, response.headers.get('x-data-mode')]).toEqual([200, 'demo'])
    const score = v.parse(EnergyScore, await response.json())
    expect(score).toMatchObject({ computedAt: asOf, status: 'ok', profileApplied: null })
    expect(Object.values(score.sourceAvailability ?? {})).toEqual(Array.from({ length: 14 }, () => true))
    expect(score.spotPriceEurPerMWh).not.toBeNull()
    expect(score.gridSignalStatus).not.toBeNull()
  })

  test('the forecast begins with the next full hour and has 48 hours for a paid plan', async () => {
    const response = await system.get('/v1/score/forecast?hours=48&profile=Carbon')
    const forecast = v.parse(ScoreForecast, await response.json())
    expect(forecast).toMatchObject({ generatedAt: asOf, servedHours: 48, profileApplied: 'carbon' })
    expect(forecast.hours[0]?.time).toBe('2026-02-03T19:00:00Z')
    expect(forecast.hours.at(-1)?.time).toBe('2026-02-05T18:00:00Z')
    // The day-ahead market ends with tomorrow's last Paris hour.
    const priced = forecast.hours.filter(({ spotPriceEurPerMWh }) => spotPriceEurPerMWh !== null)
    expect(priced.at(-1)?.time).toBe('2026-02-04T22:00:00Z')
  })

  test('the signal starts with today, and the tariff names both colours', async () => {
    const grid = v.parse(GridStatusResponse, await (await system.get('/v1/grid/status')).json())
    expect(grid.days.map(({ day }) => day)).toEqual(['D', 'D+1', 'D+2', 'D+3'])
    expect(grid.days[0]).toMatchObject({ date: '2026-02-03' })
    const tariff = v.parse(TariffTodayResponse, await (await system.get('/v1/tariff/today')).json())
    expect(tariff).toMatchObject({ date: '2026-02-03', inForce: { from: '2026-02-03T05:00:00Z' } })
    expect([tariff.color, tariff.inForce.color]).not.toContain(null)
  })
})

describe('the free plan', () => {
  test('the free plan gets the default score, and the forecast up to 48 hours', async () => {
    expect((await free('/v1/score')).status).toBe(200)
    for (const [query, hours] of [
      ['', 24],
      ['?hours=48', 48],
    ] as const) {
      const forecast = v.parse(ScoreForecast, await (await free(`/v1/score/forecast${query}`)).json())
      expect([forecast.servedHours, forecast.hours.length]).toEqual([hours, hours])
    }
  })

  test.each(['/v1/score?profile=carbon', '/v1/score?wPrice=9', '/v1/score/forecast?profile=national'])(
    'the free plan is refused %s and never gets the default in its place',
    async (path) => {
      expect(await code(await free(path))).toEqual([403, 'plan_capability_required'])
    },
  )
})

describe('invalid requests', () => {
  test('an unknown parameter is refused before the plan, on every endpoint except the façade', async () => {
    for (const { path } of operations.filter((operation) => !operation.isFacade)) {
      for (const query of ['hour=12', 'Hours=12', 'profile=carbon&hour=12']) {
        expect(await code(await free(`${path}?${query}`))).toEqual([400, 'unknown_parameter'])
      }
    }
  })

  test('a wrong value is answered 400 with the service’s problem', async () => {
    for (const [path, expected] of [
      ['/v1/score/forecast?hours=49', 'invalid_parameter'],
      ['/v1/score/forecast?hours=1&hours=2', 'invalid_parameter'],
      ['/v1/score?profile=nonsense', 'unknown_profile'],
      ['/v1/score?wPrice=1', 'weights_incomplete'],
    ]) {
      const response = await system.get(path ?? '')
      expect(response.headers.get('content-type')).toBe('application/problem+json')
      expect(await code(response)).toEqual([400, expected])
    }
  })

  test('without a key nothing is served', async () => {
    for (const { path, needsKey } of operations.filter((operation) => operation.needsKey)) {
      expect([needsKey, (await fetch(`${system.gatewayUrl}${path}`)).status]).toEqual([true, 401])
    }
  })
})

test('once nothing is computed any more the score is degraded, then refused with Retry-After', async () => {
  system.clock.advance({ minutes: 16 })
  expect((await system.get('/v1/score')).headers.get('x-service-confidence')).toBe('degraded')
  system.clock.advance({ minutes: 45 })
  const refused = await system.get('/v1/score')
  expect(refused.headers.get('retry-after')).toBe('300')
  expect(await code(refused)).toEqual([503, 'insufficient_data'])
  // The forecast still holds hours that lie ahead.
  const forecast = await system.get('/v1/score/forecast?hours=48')
  expect([forecast.status, forecast.headers.get('x-service-confidence')]).toEqual([200, 'degraded'])
})
