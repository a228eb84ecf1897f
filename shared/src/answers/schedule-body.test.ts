import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import type { ParameterSchema } from '../contract/entry/operation.ts'
import { TariffsResponse } from '../contract/planning/contracts.ts'
import { OutlookResponse } from '../contract/planning/outlook.ts'
import { ScheduleResponse } from '../contract/planning/schedule.ts'
import { nationalWeights } from '../contract/profiles.ts'
import { scheduleParameters } from '../contract/query/schedule-parameters.ts'
import { composePlanAdvice } from '../methodology/schedule/plan-advice.ts'
import { computeRecomputeAfterMs, planLoad } from '../methodology/schedule/plan-load.ts'
import { createPlanRequest, createWindow, noonMs } from '../methodology/schedule/testing/made-up-window.ts'
import { buildErrorPaths, toPaidPaths } from '../methodology/schedule/value-paths.ts'
import { shippedTable } from '../methodology/tariffs/shipped-contracts.ts'
import { createForecastVersions } from '../methodology/versions.ts'
import { describeParameter } from '../openapi/request-parameters.ts'
import { composeScheduleBody } from './schedule-body.ts'

const slots = createWindow([90, 33.33, 40, 30, 60, 20, 70, 75])
const load = { slots: 3, powerKW: 120 / 17, energyKWh: 90 / 17 }
const request = createPlanRequest(slots, { load, maxSegments: 2, yesterday: [1, 2, 3, 4, 5, 6, 7, 8] })
const result = planLoad(request)
if (!result.isFeasible) throw new Error('not feasible')
const body = composeScheduleBody(result, slots, load)

describe('the body of a plan', () => {
  test('gives the times of its segments, and energies that add up to the load', () => {
    expect(body.plan.segments).toEqual([
      { start: '2026-03-02T11:30:00Z', end: '2026-03-02T12:00:00Z', powerKW: 7.0588, energyKWh: 3.5294 },
      { start: '2026-03-02T12:15:00Z', end: '2026-03-02T12:30:00Z', powerKW: 7.0588, energyKWh: 1.7647 },
    ])
    expect(body.plan.energyKWh).toBe(5.2941)
  })

  test('rounds the segment energies so that they add up to the plan energy to the last digit, at any size', () => {
    for (const energyKWh of [1, 0.1, 3.3333, 999.9999, 7]) {
      const cut = createWindow([1, 9, 2, 9, 3])
      const small = { slots: 3, powerKW: energyKWh, energyKWh }
      const planned = planLoad(createPlanRequest(cut, { load: small, maxSegments: 3 }))
      if (!planned.isFeasible) throw new Error('not feasible')
      const { plan } = composeScheduleBody(planned, cut, small)
      const sum = plan.segments.reduce((total, piece) => total + piece.energyKWh, 0)
      expect([plan.segments.length, Number(sum.toFixed(4))]).toEqual([3, plan.energyKWh])
    }
  })

  test('costs as much as both ends of its band when every price is auctioned, also at half a digit', () => {
    const quarters = { slots: 3, powerKW: 1, energyKWh: 0.75 }
    for (let cents = 10_000; cents < 10_400; cents += 2) {
      const prices = [0, 1.37, 2.71, 9.4, 5.03, 7.77].map((more) => (cents + 100 * more) / 100)
      const market = createWindow(prices)
      const cost = buildErrorPaths(prices, [new Float64Array(prices.length)], 'difference', () => true)
      const paths = { cost: toPaidPaths(cost, [0], 0), carbon: null, score: null }
      const planned = planLoad(createPlanRequest(market, { load: quarters, paths }))
      if (!planned.isFeasible) throw new Error('not feasible')
      const { plan, baselines } = composeScheduleBody(planned, market, quarters)
      for (const { cost } of [plan, baselines.startNow, baselines.asLate, baselines.worst]) {
        expect([cents, cost?.low, cost?.high]).toEqual([cents, cost?.eur, cost?.eur])
      }
    }
  })

  test('completes to a response that satisfies the contract', () => {
    const advice = {
      result,
      slots,
      objective: 'cost',
      tariff: 'spot',
      nowMs: noonMs,
      today: '2026-03-02',
      tomorrow: '2026-03-03',
      arePathsShipped: false,
    } as const
    const answer: ScheduleResponse = {
      issuedAt: '2026-03-02T11:00:00Z',
      servedUntil: '2026-03-02T13:00:00Z',
      objective: 'cost',
      emissions: 'lifecycle',
      tariff: 'spot',
      estimate: 'central',
      profileApplied: null,
      weightsApplied: nationalWeights,
      ...body,
      advice: composePlanAdvice(advice),
      recomputeAfter: computeRecomputeAfterMs(result.plan, slots, noonMs, []) === null ? null : '2026-03-02T12:00:00Z',
      confidence: 90,
      methodologyVersions: createForecastVersions(),
    }
    expect(v.parse(ScheduleResponse, JSON.parse(JSON.stringify(answer)))).toEqual(answer)
  })
})

test('the shipped table of contracts satisfies the contract', () => {
  expect(() => v.parse(TariffsResponse, { currency: 'EUR', ...shippedTable })).not.toThrow()
})

test('an outlook may be empty, and each value of an outlook slot may be unknown', () => {
  const unknown = { gCo2PerKwh: null, low: null, high: null }
  const slot = {
    start: '2026-03-02T11:00:00Z',
    end: '2026-03-02T12:00:00Z',
    carbon: unknown,
    directCarbon: unknown,
    consumptionCarbon: unknown,
    directConsumptionCarbon: unknown,
    price: { eurPerMwh: null, low: null, high: null, basis: 'estimate' },
    globalScore: null,
    gridSignal: null,
    tariffColor: null,
    tariffColorBasis: null,
  }
  const outlook = {
    issuedAt: '2026-03-02T10:00:00Z',
    servedHours: 1,
    resolution: '1h',
    methodologyVersions: createForecastVersions(),
  }
  expect(() => v.parse(OutlookResponse, { ...outlook, slots: [slot] })).not.toThrow()
  expect(() => v.parse(OutlookResponse, { ...outlook, servedHours: 0, slots: [] })).not.toThrow()
})

test('every schedule parameter has a description and an example', () => {
  for (const { description, example } of Object.values<ParameterSchema>(scheduleParameters).map(describeParameter)) {
    expect(description).toEndWith('.')
    expect(String(example)).not.toBe('')
  }
})
