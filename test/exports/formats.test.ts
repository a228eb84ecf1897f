import { describe, expect, test } from 'bun:test'
import { ScoreForecast } from '@hexawatt/shared/contract/score'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { hourMs, minuteMs } from '@hexawatt/shared/time/instant'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import ICAL from 'ical.js'
import parsePrometheusTextFormat from 'parse-prometheus-text-format'
import * as v from 'valibot'
import { asOf, startServedSystem } from '../gateway/testing/served-system-fixture.ts'
import { startSystem } from '../testing/system-fixture.ts'

const nowMs = Date.parse(asOf)
const quarterMs = 15 * minuteMs

const system = stopAtEnd(await startServedSystem())
const forecast = v.parse(ScoreForecast, await (await system.get('/v1/score/forecast?hours=48')).json())

const hourOf = (ms: number) => forecast.hours.find(({ time }) => Date.parse(time) === Math.floor(ms / hourMs) * hourMs)
const jsonOf = async (path: string): Promise<unknown> => (await system.get(path)).json()
const textOf = async (path: string): Promise<string> => (await system.get(path)).text()

/** Type into which evcc decodes a forecast: instants of RFC 3339, and a number that must not be text. */
const EvccRates = v.array(
  v.object({
    start: v.pipe(v.string(), v.isoTimestamp()),
    end: v.pipe(v.string(), v.isoTimestamp()),
    value: v.number(),
  }),
)

describe('evcc', () => {
  test.each(['carbon', 'consumptionCarbon', 'price', 'tariff'] as const)(
    'evcc finds a %s for now and for every quarter-hour after it',
    async (quantity) => {
      const rates = v.parse(EvccRates, await jsonOf(`/v1/export/evcc?quantity=${quantity}`))
      const inForce = rates.filter(({ start, end }) => Date.parse(start) <= nowMs && nowMs < Date.parse(end))
      expect(inForce).toEqual(rates.slice(0, 1))
      expect(rates.length).toBeGreaterThan(4 * 24)
      for (const [index, { start, end }] of rates.entries()) {
        expect(Date.parse(end) - Date.parse(start)).toBe(quarterMs)
        if (index > 0) expect(start).toBe(rates[index - 1]?.end ?? '')
      }
    },
  )

  test('evcc gets grams of the forecast, and euros per kWh whose mean over an hour is the hour’s price', async () => {
    const carbon = v.parse(EvccRates, await jsonOf('/v1/export/evcc?quantity=carbon'))
    const known = carbon.filter(({ start }) => hourOf(Date.parse(start)) !== undefined)
    expect(known.length).toBeGreaterThan(100)
    for (const { start, value } of known) {
      expect(value).toBe(hourOf(Date.parse(start))?.carbonIntensityGco2Kwh ?? Number.NaN)
    }
    const price = v.parse(EvccRates, await jsonOf('/v1/export/evcc'))
    for (const { time, spotPriceEurPerMWh } of forecast.hours.filter((hour) => hour.spotPriceEurPerMWh !== null)) {
      const quarters = price.filter(({ start }) => start.slice(0, 13) === time.slice(0, 13))
      const mean = quarters.reduce((sum, { value }) => sum + value, 0) / 4
      expect(quarters).toHaveLength(4)
      expect(Math.abs(mean - (spotPriceEurPerMWh ?? 0) / 1_000)).toBeLessThan(0.000_02)
    }
  })

  test('evcc gets a series as long as the plan allows, with its holes left open', async () => {
    const rates = v.parse(EvccRates, await jsonOf('/v1/export/evcc?quantity=carbon'))
    const last = Date.parse(rates.at(-1)?.end ?? '')
    expect(last - Date.parse(rates[0]?.start ?? '')).toBeLessThanOrEqual(48 * hourMs)
  })
})

describe('EMHASS', () => {
  test.each(['price', 'carbon', 'consumptionCarbon', 'tariff'] as const)(
    'EMHASS reads the %s as a dictionary of instants, the first not after now',
    async (quantity) => {
      const dictionary = v.parse(
        v.record(v.pipe(v.string(), v.isoTimestamp()), v.pipe(v.number(), v.finite())),
        await jsonOf(`/v1/export/emhass?quantity=${quantity}`),
      )
      const rates = v.parse(EvccRates, await jsonOf(`/v1/export/evcc?quantity=${quantity}`))
      expect(Object.entries(dictionary)).toEqual(rates.map(({ start, value }) => [start, value]))
      const [first = ''] = Object.keys(dictionary)
      // A point before the window of the optimisation anchors its first step.
      expect(nowMs - Date.parse(first)).toBeWithin(0, quarterMs)
    },
  )
})

describe('the Carbon Aware SDK', () => {
  test('the Carbon Aware SDK reads location, timestamp, duration in minutes and value of every quarter-hour', async () => {
    const ForecastData = v.array(
      v.strictObject({
        location: v.literal('FR'),
        timestamp: v.pipe(v.string(), v.isoTimestamp()),
        duration: v.pipe(v.number(), v.integer()),
        value: v.number(),
      }),
    )
    const data = v.parse(ForecastData, await jsonOf('/v1/export/carbon-aware-sdk'))
    const rates = v.parse(EvccRates, await jsonOf('/v1/export/evcc?quantity=carbon'))
    expect(data.map(({ timestamp, value }) => [timestamp, value])).toEqual(
      rates.map(({ start, value }) => [start, value]),
    )
    expect(new Set(data.map(({ duration }) => duration))).toEqual(new Set([15]))
  })
})

describe('Prometheus', () => {
  /** As Prometheus 3 asks. */
  const accept =
    'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2'

  test('Prometheus gets the text exposition 0.0.4 to its own Accept header, and a parser reads the current gauges', async () => {
    const response = await system.get('/v1/export/prometheus', { accept })
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const text = await response.text()
    for (const line of text.trimEnd().split('\n')) {
      expect(line).toMatch(/^# (HELP|TYPE) hexawatt_[a-z0-9_]+ .+$|^hexawatt_[a-z0-9_]+(\{[a-z]+="\w+"\})? -?[\d.]+$/)
    }
    expect(text).toEndWith('\n')
    const families = parsePrometheusTextFormat(text)
    expect(new Set(families.map(({ type }) => type))).toEqual(new Set(['GAUGE']))
    const valuesOf = (name: string) =>
      Object.fromEntries(
        (families.find((family) => family.name === name)?.metrics ?? []).map(({ value, labels = {} }) => [
          Object.values(labels).join(),
          Number(value),
        ]),
      )
    const [price] = v.parse(EvccRates, await jsonOf('/v1/export/evcc'))
    const [carbon] = v.parse(EvccRates, await jsonOf('/v1/export/evcc?quantity=carbon'))
    expect(valuesOf('hexawatt_spot_price_eur_per_kwh')).toEqual({ '': price?.value ?? Number.NaN })
    const [consumption] = v.parse(EvccRates, await jsonOf('/v1/export/evcc?quantity=consumptionCarbon'))
    const intensities = valuesOf('hexawatt_carbon_intensity_gco2eq_per_kwh')
    expect([intensities['lifecycle'], intensities['consumption']]).toEqual([carbon?.value, consumption?.value])
    expect(Number.isFinite(consumption?.value)).toBe(true)
    for (const [name, count] of [
      ['hexawatt_grid_signal', 4],
      ['hexawatt_tariff_color', 3],
    ] as const) {
      const states = Object.values(valuesOf(name))
      expect([name, states.length, states.reduce((sum, value) => sum + value, 0)]).toEqual([name, count, 1])
    }
    expect(valuesOf('hexawatt_best_window_start_timestamp_seconds')['']).toBeGreaterThanOrEqual(nowMs / 1_000 - 900)
    expect(families).toHaveLength(7)
  })
})

describe('a calendar program', () => {
  const events = async () => {
    const calendar = new ICAL.Component(ICAL.parse(await textOf('/v1/export/calendar.ics')))
    return calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
  }

  test('a calendar program gets text/calendar with lines of at most 75 octets that end in CRLF', async () => {
    const response = await system.get('/v1/export/calendar.ics', { accept: 'text/calendar' })
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const lines = (await response.text()).split('\r\n')
    expect(lines.pop()).toBe('')
    for (const line of lines) {
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
      expect(line).not.toMatch(/[\r\n]/)
    }
  })

  test('the calendar has the best two hours of tomorrow, which no other two hours of that day beat', async () => {
    const tomorrow = Temporal.Instant.from(asOf).toZonedDateTimeISO(parisTimeZone).add({ days: 1 }).startOfDay()
    const best = (await events()).find(({ uid }) => uid === `best-${tomorrow.toPlainDate()}@hexawatt`)
    const meanFrom = (startMs: number): number =>
      Array.from(
        { length: 8 },
        (_, quarter) => hourOf(startMs + quarter * quarterMs)?.globalScore ?? Number.NaN,
      ).reduce((sum, score) => sum + score / 8, 0)
    const starts = Array.from({ length: 4 * 22 + 1 }, (_, quarter) => tomorrow.epochMilliseconds + quarter * quarterMs)
    const startMs = best?.startDate.toJSDate().getTime() ?? Number.NaN
    expect((best?.endDate.toJSDate().getTime() ?? 0) - startMs).toBe(2 * hourMs)
    expect(starts).toContain(startMs)
    expect(meanFrom(startMs)).toBeCloseTo(Math.max(...starts.map(meanFrom)), 9)
    expect(best?.summary).toBe(`Meilleur moment (score ${Math.round(meanFrom(startMs))})`)
    expect(best?.description).toMatch(
      /Score moyen \d+\ssur 100, \d+\sg CO₂éq\/kWh, prix de marché −?\d+,\d\sct\/kWh\.$/,
    )
  })

  test('the calendar has published red and white days from 06:00 to 06:00 in Paris', async () => {
    const days = (await events()).filter(({ uid }) => uid.startsWith('tariff-'))
    const today: unknown = await jsonOf('/v1/tariff/today')
    expect(Object(today).color).toBe('Rouge')
    expect(days[0]?.summary).toBe('Jour rouge (tarif à trois couleurs)')
    for (const { startDate, endDate } of days) {
      const [start, end] = [startDate, endDate].map((date) =>
        Temporal.Instant.fromEpochMilliseconds(date.toJSDate().getTime()).toZonedDateTimeISO(parisTimeZone),
      )
      expect([start?.hour, end?.hour, end?.toPlainDate().equals(start?.toPlainDate().add({ days: 1 }) ?? '')]).toEqual([
        6,
        6,
        true,
      ])
    }
  })

  test('a new issue of the forecast keeps the calendar’s events under the same identifiers', async () => {
    const before = (await events()).map(({ uid }) => uid)
    await system.refreshLive()
    expect((await events()).map(({ uid }) => uid)).toEqual(before)
    expect(new Set(before).size).toBe(before.length)
  })
})

test('without any data every export is an empty answer, not an error', async () => {
  const empty = await startSystem({ asOf })
  const bodies = ['evcc', 'emhass', 'carbon-aware-sdk', 'prometheus'].map(async (name) => {
    const response = await empty.get(`/v1/export/${name}`)
    return [response.status, response.headers.get('x-service-confidence'), await response.text()]
  })
  expect(await Promise.all(bodies)).toEqual(['[]', '{}', '[]', ''].map((body) => [200, 'degraded', body]))
  // RFC 5545 demands a component of every calendar: the time zone is one.
  const calendar = new ICAL.Component(ICAL.parse(await (await empty.get('/v1/export/calendar.ics')).text()))
  expect(calendar.getAllSubcomponents().map(({ name }) => name)).toEqual(['vtimezone'])
  const zone = new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone') ?? calendar)
  const offsetHours = (time: string): number => zone.utcOffset(ICAL.Time.fromDateTimeString(time)) / 3_600
  expect(['2025-01-15T12:00:00', '2025-03-30T03:30:00', '2025-07-15T12:00:00'].map(offsetHours)).toEqual([1, 2, 2])
  await empty.stop()
})
