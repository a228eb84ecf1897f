import { describe, expect, test } from 'bun:test'
import { pollUntil } from '@hexawatt/dev/src/embedded/poll.ts'
import { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon/carbon-intensity'
import { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { EvccForecast } from '@hexawatt/shared/contract/formats/export-bodies'
import { HoursResponse } from '@hexawatt/shared/contract/hours'
import { ScoreHistoryResponse } from '@hexawatt/shared/contract/score-history'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { hourMs } from '@hexawatt/shared/time/instant'
import * as v from 'valibot'
import { asOf } from '../gateway/testing/served-system-fixture.ts'
import { startElectricityMaps } from './testing/electricity-maps-fixture.ts'

const nowMs = Date.parse(asOf)

const fixture = await startElectricityMaps()
const system = stopAtEnd(fixture.system)

const textOf = async (path: string): Promise<string> => (await fixture.ask(path)).text()
const signs = (values: readonly number[]): number[] => values.map(Math.sign)

/** Text that both Go's RFC 3339 and System.Text.Json read as an instant. */
const Instant = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/))
/** `int` of C#: neither a fraction nor a text. */
const Int = v.pipe(v.number(), v.integer())

/** Members that evcc decodes: a decoder of Go matches the names, and needs the text of an error. */
const OfEvcc = v.object({
  zone: v.string(),
  forecast: v.array(v.object({ carbonIntensity: v.number(), datetime: Instant })),
})
/** The records of the Carbon Aware SDK. */
const CarbonIntensity = v.object({
  carbonIntensity: v.nullable(Int),
  datetime: Instant,
  updatedAt: Instant,
  createdAt: Instant,
  emissionFactorType: v.nullable(v.string()),
  isEstimated: v.boolean(),
  estimationMethod: v.nullable(v.string()),
})
const HistoryOfSdk = v.object({ zone: v.string(), history: v.array(CarbonIntensity) })
const PastRangeOfSdk = v.object({ data: v.array(CarbonIntensity) })
const ForecastOfSdk = v.object({
  zone: v.string(),
  forecast: v.array(v.object({ carbonIntensity: Int, datetime: Instant })),
  updatedAt: Instant,
})

/** System.Text.Json reads `51.0` as no integer. */
const hasWholeNumbers = (text: string): boolean => !/"carbonIntensity":(?!-?\d+[,}])/.test(text)

describe('forecast', () => {
  test('evcc finds a rate for the hour in progress and for each later hour, without a hole', async () => {
    const { zone, forecast } = v.parse(OfEvcc, JSON.parse(await textOf('carbon-intensity/forecast?zone=FR')))
    const starts = forecast.map(({ datetime }) => Date.parse(datetime))
    expect([zone, starts[0]]).toEqual(['FR', Math.floor(nowMs / hourMs) * hourMs])
    expect(starts.length).toBeGreaterThan(40)
    expect(starts.slice(1).map((start, index) => start - (starts[index] ?? 0))).toEqual(
      Array(starts.length - 1).fill(hourMs),
    )
  })

  test('the SDK reads the export’s whole grams', async () => {
    const text = await textOf('carbon-intensity/forecast?zone=FR')
    expect(hasWholeNumbers(text)).toBe(true)
    const { forecast, updatedAt } = v.parse(ForecastOfSdk, JSON.parse(text))
    const rates = v.parse(EvccForecast, await (await system.get('/v1/export/evcc?quantity=carbon')).json())
    for (const { datetime, carbonIntensity } of forecast) {
      const ofHour = rates.find(({ start }) => start.slice(0, 13) === datetime.slice(0, 13))
      expect([datetime, carbonIntensity]).toEqual([datetime, Math.round(ofHour?.value ?? Number.NaN)])
    }
    expect(Date.parse(updatedAt)).toBeLessThanOrEqual(nowMs)
  })
})

describe('latest and the past', () => {
  test('latest is the newest published hour, measured, in life-cycle grams', async () => {
    const text = await textOf('carbon-intensity/latest?zone=FR')
    const latest = v.parse(CarbonIntensity, JSON.parse(text))
    const own = v.parse(CarbonIntensityResponse, await (await system.get('/v1/carbon/intensity')).json())
    expect(hasWholeNumbers(text)).toBe(true)
    expect(latest).toMatchObject({
      carbonIntensity: Math.round(own.estimatedGCo2PerKwh),
      datetime: own.dataSlotStart?.replace('Z', '.000Z'),
      emissionFactorType: 'lifecycle',
      isEstimated: false,
      estimationMethod: null,
    })
  })

  test('history is 24 hours in order, each with its own value and not the value of the hour in which it was computed', async () => {
    const text = await textOf('carbon-intensity/history?zone=FR')
    const { zone, history } = v.parse(HistoryOfSdk, JSON.parse(text))
    expect([zone, history.length, hasWholeNumbers(text)]).toEqual(['FR', 24, true])
    const starts = history.map(({ datetime }) => Date.parse(datetime))
    expect(signs(starts.slice(1).map((start, index) => start - (starts[index] ?? 0) - hourMs))).toEqual(
      Array(23).fill(0),
    )
    const own = await (await system.get('/v1/score/history?from=2026-02-01T00:00:00Z')).json()
    for (const { datetime, carbonIntensity, createdAt } of history) {
      const point = v
        .parse(ScoreHistoryResponse, own)
        .points.findLast(({ carbonSlotStart }) => carbonSlotStart?.slice(0, 13) === datetime.slice(0, 13))
      expect([datetime, carbonIntensity]).toEqual([datetime, Math.round(point?.carbonIntensityGco2Kwh ?? Number.NaN)])
      expect(Date.parse(createdAt)).toBeGreaterThan(Date.parse(datetime))
    }
  })

  test('past-range has exactly the hours of its range, also if its ends are parts of hours', async () => {
    const range = (start: string, end: string) =>
      textOf(`carbon-intensity/past-range?zone=FR&start=2026-01-${start}&end=2026-01-${end}`)
    const hoursOf = async (start: string, end: string) =>
      v.parse(PastRangeOfSdk, JSON.parse(await range(start, end))).data.map(({ datetime }) => datetime.slice(8, 13))
    expect(await hoursOf('10T22:00:00Z', '11T01:00:00Z')).toEqual(['10T22', '10T23', '11T00'])
    // As the SDK writes instants.
    expect(await hoursOf('10T22:30:00.0000000%2B00:00', '10T23:10:00.0000000%2B00:00')).toEqual(['10T22', '10T23'])
    expect(await hoursOf('01T00:00:00Z', '11T00:00:00Z')).toHaveLength(240)
  })
})

describe('one past hour', () => {
  test('it is the hour that contains the instant, with the value of past-range; without an instant it is the newest', async () => {
    const hour = async (datetime: string) =>
      v.parse(CarbonIntensity, JSON.parse(await textOf(`carbon-intensity/past?zone=FR${datetime}`)))
    const range = 'carbon-intensity/past-range?start=2026-01-10T22:00:00Z&end=2026-01-10T23:00:00Z'
    const [ranged = null] = v.parse(PastRangeOfSdk, JSON.parse(await textOf(range))).data
    // As Cloud Carbon Footprint, as the documentation of Electricity Maps, and as a person writes instants.
    for (const instant of ['2026-01-10T22:00:00.000Z', '2026-01-10T22:59Z', '2026-01-10T23:30:00%2B01:00']) {
      expect<unknown>([instant, await hour(`&datetime=${instant}`)]).toEqual([instant, ranged])
    }
    const { history } = v.parse(HistoryOfSdk, JSON.parse(await textOf('carbon-intensity/history')))
    expect(history.at(-1)).toMatchObject(await hour(''))
  })

  test('an hour of which nothing is known is refused, and not answered with another hour', async () => {
    const response = await fixture.ask('carbon-intensity/past?datetime=2025-06-01T00:00:00Z')
    expect([response.status, await response.json()]).toMatchObject([503, { code: 'insufficient_data' }])
  })
})

describe('mix and level', () => {
  test('the breakdown has all of the generation, and the exchanges of the same hour', async () => {
    const body = JSON.parse(await textOf('power-breakdown/latest?zone=FR'))
    const own = v.parse(CarbonIntensityResponse, await (await system.get('/v1/carbon/intensity')).json())
    const { exchanges } = v.parse(DashboardResponse, await (await system.get('/api/dashboard')).json())
    const sum = (values: object): number => Object.values(values).reduce((total, mw) => total + (mw ?? 0), 0)
    expect(body).toMatchObject({
      datetime: own.dataSlotStart?.replace('Z', '.000Z'),
      powerProductionTotal: Math.round(own.totalGenerationMW),
    })
    expect(Math.abs(sum(body.powerProductionBreakdown) - own.totalGenerationMW)).toBeLessThan(6)
    expect(exchanges?.start).toBe(own.dataSlotStart ?? '')
    expect(body.powerImportTotal - body.powerExportTotal).toBe(Math.round(exchanges?.netImportMw ?? Number.NaN))
    expect(Math.abs(sum(body.powerConsumptionBreakdown) - body.powerConsumptionTotal)).toBeLessThan(6)
    const { mix } = JSON.parse(await textOf('v4/electricity-mix/latest?zone=FR')).data[0]
    const { flows, 'hydro storage': hydro, 'battery storage': _battery, ...sources } = mix
    expect(Math.abs(sum({ ...sources, ...hydro }) - own.totalGenerationMW)).toBeLessThan(1)
    expect(flows).toEqual({ imports: body.powerImportTotal, exports: body.powerExportTotal })
  })

  test('Home Assistant reads the latest intensity and the fossil share of the breakdown', async () => {
    const latest = JSON.parse(await textOf('carbon-intensity/latest'))
    const { fossilFreePercentage } = JSON.parse(await textOf('power-breakdown/latest'))
    const { status, countryCode, data } = JSON.parse(await textOf('home-assistant?countryCode=FR'))
    expect([status, countryCode, data.carbonIntensity]).toEqual(['ok', 'FR', latest.carbonIntensity])
    expect(Math.round(100 - data.fossilFuelPercentage)).toBe(fossilFreePercentage)
  })

  test('the level is the third of the last seven days in which the newest hour lies', async () => {
    const { zone, data } = JSON.parse(await textOf('carbon-intensity-level/latest'))
    const own = v.parse(CarbonIntensityResponse, await (await system.get('/v1/carbon/intensity')).json())
    const months = await Promise.all(
      ['2026-01', '2026-02'].map(async (month) =>
        v.parse(HoursResponse, await (await system.get(`/api/hours?month=${month}`)).json()),
      ),
    )
    const before = Date.parse(own.dataSlotStart ?? '')
    const week = months.flatMap(({ hours, productionGCo2PerKwh }) =>
      productionGCo2PerKwh.filter((value, index) => {
        const start = Date.parse(hours[index] ?? '')
        return value !== null && start < before && start >= before - 7 * 24 * hourMs
      }),
    )
    const lower = week.filter((value) => (value ?? 0) < own.estimatedGCo2PerKwh).length / week.length
    expect([zone, data.length, data[0].datetime]).toEqual(['FR', 1, own.dataSlotStart?.replace('Z', '.000Z')])
    expect(week.length).toBeGreaterThan(48)
    expect(data[0].level).toBe(lower > 2 / 3 ? 'high' : lower < 1 / 3 ? 'low' : 'moderate')
  })
})

test.each([
  'carbon-intensity/latest',
  'carbon-intensity/forecast',
  'carbon-intensity/history',
  'carbon-intensity/past?datetime=2026-01-10T22:00:00Z',
  'carbon-intensity/past-range?start=2026-01-10T22:00:00Z&end=2026-01-11T01:00:00Z',
  'carbon-intensity-level/latest',
])('%s: version 4 has the answer and the tag of version 3', async (path) => {
  const [three, four] = await Promise.all([fixture.ask(path), fixture.ask(`v4/${path}`)])
  expect([four.status, await four.json()]).toEqual([200, await three.json()])
  expect(four.headers.get('etag')).toBe(three.headers.get('etag'))
})

// The last one: it moves the clock of the system.
test('a caller that disables estimates is refused while a source is late, and others see that the value is an estimate', async () => {
  const paths = ['carbon-intensity/latest', 'carbon-intensity-level/latest', 'power-breakdown/latest', 'home-assistant']
  const statuses = async (query: string) =>
    Promise.all(paths.map(async (path) => (await fixture.ask(`${path}${query}`)).status))
  expect(await statuses('?disableEstimations=true')).toEqual([200, 200, 200, 200])
  system.clock.advance({ hours: 3 })
  const isEstimated = async () => JSON.parse(await textOf('carbon-intensity/latest')).isEstimated === true
  expect(await pollUntil(isEstimated, { intervalMs: 50, timeoutMs: 10_000 })).toBe(true)
  expect(await statuses('')).toEqual([200, 200, 200, 200])
  expect(await statuses('?disableEstimations=true')).toEqual([503, 503, 503, 503])
})
