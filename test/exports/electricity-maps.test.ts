import { describe, expect, test } from 'bun:test'
import { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon-intensity'
import { EvccForecast } from '@hexawatt/shared/contract/formats/export-bodies'
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
