import { describe, expect, test } from 'bun:test'
import { computeNationalClearSky } from '@hexawatt/shared/methodology/forecast/weather/clear-sky'
import { weatherPoints } from '@hexawatt/shared/methodology/forecast/weather/weather-points'
import { generateQuarter } from '../generator/generate-quarter.ts'
import { generateTemperatureCelsius } from '../generator/load.ts'
import { toSeason } from '../generator/season.ts'
import { generateWeather } from '../generator/weather.ts'
import { basePaths } from '../subjects/publishers.ts'
import { type Upstream, useUpstreams } from '../testing/upstream-fixture.ts'

const upstreamAt = useUpstreams()
const now = '2026-01-20T12:10:00Z'
const upstream: Upstream = await upstreamAt(now)
const hourMs = 3_600_000

const path = `${basePaths['open-meteo']}/forecast`
const usual = {
  latitude: '48.8,43.6',
  longitude: '2.4,1.4',
  hourly: 'temperature_2m,wind_speed_100m,shortwave_radiation',
  models: 'meteofrance_seamless,ecmwf_ifs025',
  wind_speed_unit: 'ms',
  timeformat: 'unixtime',
}
type Location = {
  location_id?: number
  hourly_units: Record<string, string>
  hourly: Record<string, (number | null)[]>
}
const ask = async (query: Record<string, string> = {}): Promise<Location[]> =>
  (await (await upstream.get(path, { ...usual, ...query })).json()) as Location[]

describe('the form of an answer', () => {
  test('is a list of places with their number, and a column for each variable and model', async () => {
    const [first, second, ...others] = await ask()
    expect(others).toEqual([])
    expect([first?.location_id, second?.location_id]).toEqual([undefined, 1])
    expect(first?.hourly_units).toMatchObject({ time: 'unixtime', wind_speed_100m_ecmwf_ifs025: 'm/s' })
    // Today and six more days, from midnight UTC on.
    expect(first?.hourly['time']).toHaveLength(7 * 24)
    expect(first?.hourly['time']?.[0]).toBe(Date.parse('2026-01-20T00:00:00Z') / 1_000)
  })

  test('is no list for a single place, and has kilometres an hour and ISO times unless asked otherwise', async () => {
    const response = await upstream.get(path, {
      latitude: '48.8',
      longitude: '2.4',
      hourly: 'wind_speed_10m',
      models: 'ecmwf_ifs025',
    })
    expect(await response.json()).toMatchObject({
      hourly_units: { time: 'iso8601', wind_speed_10m_ecmwf_ifs025: 'km/h' },
      hourly: { time: expect.arrayContaining(['2026-01-20T00:00']) },
    })
  })

  test('has at most 92 days of the past', async () => {
    const [place] = await ask({ past_days: '92', forecast_days: '1' })
    expect(place?.hourly['time']).toHaveLength(93 * 24)
    const refused = await upstream.get(path, { ...usual, past_days: '93' })
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { error: true, reason: 'past_days is invalid. Allowed range 0 to 92. Given 93.' },
    ])
  })

  test.each([{ latitude: '48.8' }, { hourly: 'no_such' }, { models: 'no_such' }])('%p is refused', async (query) => {
    const response = await upstream.get(path, { ...usual, ...query })
    expect([response.status, Object.keys((await response.json()) as object)]).toEqual([400, ['error', 'reason']])
  })
})

/** Correlation of two series. */
function correlate(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanA, meanB] = [mean(a), mean(b)]
  const covariance = (x: readonly number[], meanX: number, y: readonly number[], meanY: number) =>
    x.reduce((sum, value, at) => sum + (value - meanX) * ((y[at] ?? 0) - meanY), 0)
  return covariance(a, meanA, b, meanB) / Math.sqrt(covariance(a, meanA, a, meanA) * covariance(b, meanB, b, meanB))
}

describe('the generated weather', () => {
  const endMs = Date.parse(now)
  const stamps = Array.from(
    { length: 60 * 24 },
    (_, hour) => Math.floor(endMs / hourMs) * hourMs - (60 * 24 - hour) * hourMs,
  )
  const generate = (issuedMs: number, hours: readonly number[] = stamps) =>
    generateWeather({ places: weatherPoints, models: ['ecmwf_ifs025'], stamps: hours, issuedMs })
  const places = generate(endMs)
  /** Mean over the places. */
  const meanOf = (variable: 'temperature_2m' | 'wind_speed_100m' | 'shortwave_radiation') =>
    stamps.map(
      (_, at) => places.reduce((sum, place) => sum + (place.ecmwf_ifs025[variable][at] ?? 0), 0) / places.length,
    )

  test('is what the generated wind, sun and load follow', () => {
    const middle = (stamp: number) => generateQuarter(stamp + hourMs / 2)
    expect(
      correlate(
        meanOf('wind_speed_100m'),
        stamps.map((stamp) => middle(stamp).wind ?? 0),
      ),
    ).toBeGreaterThan(0.9)
    // Stamped at the end of its hour.
    expect(
      correlate(
        meanOf('shortwave_radiation'),
        stamps.map((stamp) => middle(stamp - hourMs).solar ?? 0),
      ),
    ).toBeGreaterThan(0.97)
    const national = stamps.map((stamp) => generateTemperatureCelsius(toSeason(stamp + hourMs / 2)))
    expect(correlate(meanOf('temperature_2m'), national)).toBeGreaterThan(0.95)
  })

  test('has the clouds of the generated sun', () => {
    const radiation = meanOf('shortwave_radiation')
    const noons = stamps.flatMap((stamp, at) => ((stamp / hourMs) % 24 === 12 ? [{ stamp, at }] : []))
    const share = (value: number, stamp: number) => value / computeNationalClearSky(stamp - hourMs)
    const ofWeather = noons.map(({ stamp, at }) => share(radiation[at] ?? 0, stamp))
    const ofPower = noons.map(({ stamp }) => share(generateQuarter(stamp - hourMs / 2).solar ?? 0, stamp))
    expect(correlate(ofWeather, ofPower)).toBeGreaterThan(0.9)
  })

  test('is known without error once an hour is past, and with an error that grows with the lead before', () => {
    const temperature = (leadHours: number) =>
      stamps.map((stamp) => generate(stamp - leadHours * hourMs, [stamp])[0]?.ecmwf_ifs025.temperature_2m[0] ?? 0)
    const known = temperature(-6)
    const errors = [-6, 24, 72].map((lead) => {
      const values = temperature(lead)
      return values.reduce((sum, value, at) => sum + Math.abs(value - (known[at] ?? 0)), 0) / values.length
    })
    expect(errors[0]).toBe(0)
    expect(errors[1]).toBeGreaterThan(0.2)
    expect(errors[2]).toBeGreaterThan(1.4 * (errors[1] ?? 0))
  })

  test('is the same from every request until the next run', async () => {
    const later = await upstreamAt('2026-01-20T14:50:00Z')
    const again = (await (await later.get(path, usual)).json()) as Location[]
    expect(again.map(({ hourly }) => hourly)).toEqual((await ask()).map(({ hourly }) => hourly))
  })
})
