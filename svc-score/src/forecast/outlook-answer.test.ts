import { beforeEach, describe, expect, test } from 'bun:test'
import { OutlookResponse } from '@hexawatt/shared/contract/planning/outlook'
import type { PlanId } from '@hexawatt/shared/contract/plans'
import {
  type ForecastSnapshot,
  forecastSnapshot,
  gridStatusSnapshot,
  statusSnapshot,
  tariffOutlookSnapshot,
  tariffSnapshot,
} from '@hexawatt/shared/snapshot/kinds'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import {
  createSampleHour,
  createSampleSubScores,
  openModeKnown,
  sampleFarForecast,
  sampleForecast,
  sampleGridStatus,
  sampleTariff,
  testNow,
} from '../testing/sample-snapshots.ts'
import { readRefusal, startScoreFixture } from '../testing/score-fixture.ts'

const fixture = stopAtEnd(await startScoreFixture())

const store = (changes: Partial<ForecastSnapshot> = {}) =>
  fixture.store(forecastSnapshot, {
    ...sampleForecast,
    hourInProgress: createSampleHour('2025-01-15T14:00:00Z', 99),
    ...changes,
  })

async function outlook(query = '', plan: PlanId = 'scale') {
  const response = await fixture.ask(`/v1/outlook${query}`, plan)
  expect(response.status).toBe(200)
  return { headers: response.headers, body: v.parse(OutlookResponse, await response.json()) }
}

beforeEach(async () => {
  await fixture.reset()
  await store()
})

describe('outlook slots', () => {
  test('begin at the next full hour, or at the next quarter-hour', async () => {
    const hourly = (await outlook('?hours=2')).body
    expect(hourly.slots.map(({ start, end }) => [start, end])).toEqual([
      ['2025-01-15T15:00:00Z', '2025-01-15T16:00:00Z'],
      ['2025-01-15T16:00:00Z', '2025-01-15T17:00:00Z'],
    ])
    const quarters = (await outlook('?hours=1&resolution=15m')).body
    expect(quarters.slots.map(({ start, globalScore }) => [start, globalScore])).toEqual([
      ['2025-01-15T14:30:00Z', 99],
      ['2025-01-15T14:45:00Z', 99],
      ['2025-01-15T15:00:00Z', 1],
      ['2025-01-15T15:15:00Z', 1],
    ])
    expect([hourly.servedHours, quarters.servedHours]).toEqual([2, 1])
  })

  test('are capped by the plan and by the known hours, without a gap', async () => {
    expect((await outlook('?hours=48')).body.servedHours).toBe(48)
    expect((await outlook('?hours=48', 'decouverte')).body.servedHours).toBe(6)
    expect((await outlook('?hours=48&resolution=15m')).body.slots).toHaveLength(192)
    expect((await outlook()).body.servedHours).toBe(24)
    await store({ hours: sampleForecast.hours.filter((_, index) => index !== 3) })
    expect((await outlook('?hours=48')).body.servedHours).toBe(3)
    // Three quarters of the fourth hour would be there too.
    expect((await outlook('?hours=48&resolution=15m')).body).toMatchObject({ servedHours: 3 })
  })

  test('reach 72 hours while the forecast was made with a weather forecast, and 48 without', async () => {
    expect((await outlook('?hours=72')).body.servedHours).toBe(48)
    expect((await outlook('?hours=72&resolution=15m')).body.slots).toHaveLength(192)
    await store({ hours: sampleFarForecast.hours })
    expect((await outlook('?hours=72')).body.servedHours).toBe(72)
    expect((await outlook('?hours=72&resolution=15m')).body.slots).toHaveLength(288)
    expect((await outlook('?hours=49')).body.servedHours).toBe(49)
    expect((await outlook('?hours=72', 'decouverte')).body.servedHours).toBe(6)
  })

  test('are none, and the response is degraded, without a forecast', async () => {
    await fixture.forget()
    const { body, headers } = await outlook()
    expect(body).toMatchObject({ servedHours: 0, slots: [], issuedAt: testNow })
    expect(headers.get('x-service-confidence')).toBe('degraded')
  })
})

describe('an outlook slot', () => {
  test('has the four intensities with their bands, price with basis, the national score, and versions', async () => {
    const { body } = await outlook('?hours=1')
    expect(body.slots).toEqual([
      {
        start: '2025-01-15T15:00:00Z',
        end: '2025-01-15T16:00:00Z',
        carbon: { gCo2PerKwh: 20, low: 17, high: 25 },
        directCarbon: { gCo2PerKwh: 16, low: 13, high: 21 },
        consumptionCarbon: { gCo2PerKwh: 27, low: 23, high: 33 },
        directConsumptionCarbon: { gCo2PerKwh: 22, low: 18, high: 28 },
        price: { eurPerMwh: 40, low: 40, high: 40, basis: 'auction' },
        globalScore: 1,
        gridSignal: null,
        tariffColor: null,
        tariffColorBasis: null,
      },
    ])
    expect(body.methodologyVersions).toMatchObject({ forecast: 3, consumption: null })
  })

  test('has the score of the known dimensions', async () => {
    const [first = createSampleHour('2025-01-15T15:00:00Z', 1), ...others] = sampleForecast.hours
    const hour = { ...first, subScores: createSampleSubScores(70, 50, 0, 0) }
    await fixture.store(forecastSnapshot, {
      ...sampleForecast,
      hours: [
        { ...hour, knownDimensions: openModeKnown },
        { ...others[0], ...hour, time: others[0]?.time ?? '' },
      ],
    })
    const { body } = await outlook('?hours=2')
    expect(body.slots.map(({ globalScore }) => globalScore)).toEqual([60, 36])
  })

  test('has auctioned quarter-hour prices as their own band, and their mean in hourly slots', async () => {
    const [first = createSampleHour('2025-01-15T15:00:00Z', 1), ...others] = sampleForecast.hours
    await store({ hours: [{ ...first, price: { ...first.price, quarterHours: [25, 35, 45, 55] } }, ...others] })
    const quarters = (await outlook('?hours=2&resolution=15m')).body.slots
    expect(quarters.map(({ price }) => [price.eurPerMwh, price.low, price.high])).toEqual([
      [40, 40, 40],
      [40, 40, 40],
      [25, 25, 25],
      [35, 35, 35],
      [45, 45, 45],
      [55, 55, 55],
      [40, 40, 40],
      [40, 40, 40],
    ])
    expect((await outlook('?hours=1')).body.slots[0]?.price.eurPerMwh).toBe(40)
  })

  test('has the published grid signal, and the published colour of its tariff day', async () => {
    await fixture.store(gridStatusSnapshot, sampleGridStatus)
    await fixture.store(tariffSnapshot, sampleTariff)
    const { slots } = (await outlook('?hours=48')).body
    expect(slots.slice(0, 9).map(({ gridSignal }) => gridSignal)).toEqual([
      'Favorable',
      'Favorable',
      'Tendu',
      ...Array<null>(6).fill(null),
    ])
    const colors = slots.map(({ start, tariffColor, tariffColorBasis }) => [start, tariffColor, tariffColorBasis])
    expect(colors[13]).toEqual(['2025-01-16T04:00:00Z', 'Blanc', 'published'])
    expect(colors[14]).toEqual(['2025-01-16T05:00:00Z', 'Rouge', 'published'])
    expect(colors[38]).toEqual(['2025-01-17T05:00:00Z', null, null])
  })

  test('has the most likely forecast colour beyond the published ones, marked as a forecast', async () => {
    await fixture.store(tariffSnapshot, sampleTariff)
    await fixture.store(tariffOutlookSnapshot, {
      mode: 'demo',
      issuedAt: testNow,
      outlook: {
        variant: 'B',
        stock: { red: 10, white: 20 },
        days: [
          { date: '2025-01-16', color: null, probabilities: { blue: 1, white: 0, red: 0 } },
          { date: '2025-01-17', color: null, probabilities: { blue: 0.3, white: 0.4, red: 0.3 } },
        ],
      },
    })
    const { slots } = (await outlook('?hours=48')).body
    const colors = slots.map(({ start, tariffColor, tariffColorBasis }) => [start, tariffColor, tariffColorBasis])
    expect(colors[14]).toEqual(['2025-01-16T05:00:00Z', 'Rouge', 'published'])
    expect(colors[38]).toEqual(['2025-01-17T05:00:00Z', 'Blanc', 'forecast'])
  })
})

describe('the outlook response', () => {
  test.each([
    ['?resolution=30m', '1h or 15m'],
    ['?resolution=', '1h or 15m'],
    ['?resolution=1h&resolution=15m', 'more than once'],
    ['?hours=73', 'from 1 to 72'],
  ])('%s is refused with what is accepted', async (query, accepted) => {
    const { status, code, problem } = await readRefusal(await fixture.ask(`/v1/outlook${query}`))
    expect([status, code]).toEqual([400, 'invalid_parameter'])
    expect(problem.detail).toContain(accepted)
  })

  test('keeps its version when nothing changes, and changes it with the quarter-hour', async () => {
    const tag = async () => (await outlook('?resolution=15m')).headers.get('etag')
    const before = await tag()
    await store({ issuedAt: '2025-01-15T14:20:20Z' })
    expect(await tag()).toBe(before)
    fixture.moveTo('2025-01-15T14:30:00Z')
    expect(await tag()).not.toBe(before)
  })

  test('may be cached until the next tick or quarter-hour', async () => {
    fixture.moveTo('2025-01-15T14:42:00Z')
    await store({ issuedAt: '2025-01-15T14:42:00Z' })
    expect((await outlook()).headers.get('cache-control')).toBe('private, max-age=180')
  })

  test('is degraded by a late source; without a forecast it has the data mode of the installation', async () => {
    expect((await outlook()).headers.get('x-service-confidence')).toBeNull()
    await store({ hasLateSource: true })
    expect((await outlook()).headers.get('x-service-confidence')).toBe('degraded')
    await fixture.forget()
    await fixture.store(statusSnapshot, {
      generatedAt: '2025-01-15T14:20:00Z',
      mode: 'demo',
      sources: [],
      history: null,
    })
    expect((await outlook()).headers.get('x-data-mode')).toBe('demo')
  })
})
