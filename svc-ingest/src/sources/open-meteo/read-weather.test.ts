import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { weatherPoints } from '@hexawatt/shared/methodology/forecast/weather/weather-points'
import { findReferenceData, reportSkippedReferenceData } from '@hexawatt/shared/testing/reference-data'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import onePoint from './fixtures/one-point.json'
import { readWeather } from './read-weather.ts'

const [first, second, third] = ['2025-12-21T11:00:00Z', '2025-12-21T12:00:00Z', '2025-12-21T13:00:00Z'].map(
  Date.parse,
) as [number, number, number]

type Column = (number | null | string)[]
type Location = Omit<(typeof onePoint)[number], 'hourly' | 'hourly_units'> & {
  location_id?: number
  hourly: Record<string, Column>
  hourly_units: Record<string, string>
}

/** The answer of the fixture for each point, changed at some of them. */
function answerFor(change: (location: Location, at: number) => Location | null = (location) => location): unknown[] {
  return weatherPoints.flatMap(({ latitude, longitude }, at) => {
    const [sample] = onePoint
    const location = { ...sample, latitude, longitude, ...(at === 0 ? {} : { location_id: at }) } as Location
    const changed = change(location, at)
    return changed === null ? [] : [changed]
  })
}

const read = (json: unknown) => readWeather({ body: new TextEncoder().encode(JSON.stringify(json)), query: {} })
const readRun = (json: unknown, model: string) => read(json).runs.find((run) => run.model === model)

/** The answer with another column at a point, or at all of them. */
const withColumn = (name: string, values: Column | undefined, only?: number) =>
  answerFor((location, at) => {
    const { [name]: _, ...others } = location.hourly
    if (only !== undefined && at !== only) return location
    return { ...location, hourly: values === undefined ? others : { ...others, [name]: values } }
  })

describe('an answer in the documented form', () => {
  test('is read for both models, radiation as the mean of the hour that ends at its stamp', () => {
    const { runs, taken, unreadable, fault } = read(answerFor())
    expect(runs.map(({ model }) => model)).toEqual(['meteofrance_seamless', 'ecmwf_ifs025'])
    expect([unreadable, fault]).toEqual([0, undefined])
    expect(taken).toBe(weatherPoints.length * (6 + 9))
    const ecmwf = runs[1]?.hours
    expect(ecmwf?.get(first)?.temperatureCelsius).toBeCloseTo(6, 9)
    // Stamped an hour later.
    expect(ecmwf?.get(first)?.radiationWattsPerM2).toBeCloseTo(129, 9)
    expect(ecmwf?.get(second)?.radiationWattsPerM2).toBeCloseTo(90, 9)
    expect(ecmwf?.get(third)).not.toHaveProperty('radiationWattsPerM2')
  })

  test('ends earlier where a model has a shorter range', () => {
    expect([...(readRun(answerFor(), 'meteofrance_seamless')?.hours.keys() ?? [])].at(-1)).toBe(second)
    expect([...(readRun(answerFor(), 'ecmwf_ifs025')?.hours.keys() ?? [])].at(-1)).toBe(third)
  })

  test('has the wind from 10 m, 1.35 times stronger, everywhere in a model that has none at 100 m', () => {
    const scaled = readRun(answerFor(), 'meteofrance_seamless')
    const high = readRun(withColumn('wind_speed_100m_meteofrance_seamless', [5.4, 5.67, null]), 'meteofrance_seamless')
    expect([scaled?.isWindFrom10m, high?.isWindFrom10m]).toEqual([true, false])
    expect(scaled?.hours.get(first)?.windFeature8p5).toBeCloseTo(high?.hours.get(first)?.windFeature8p5 ?? 0, 9)
    // A single point with wind at 100 m shows that the model has it.
    const partly = readRun(
      withColumn('wind_speed_100m_meteofrance_seamless', [5.4, 5.67, null], 3),
      'meteofrance_seamless',
    )
    expect(partly?.isWindFrom10m).toBe(false)
    expect(partly?.hours.get(first)).not.toHaveProperty('windFeature8p5')
  })
})

describe('an odd element does not affect the others', () => {
  test.each<[string, unknown[], unreadable: number, reason: string]>([
    ['a text', withColumn('temperature_2m_ecmwf_ifs025', ['?', 6.3, 6.5], 31), 1, 'temperature_2m that is no number'],
    [
      'a temperature of 99',
      withColumn('temperature_2m_ecmwf_ifs025', [99, 6.3, 6.5], 31),
      1,
      'temperatureCelsius outside -35 to 50',
    ],
    [
      'the sun at night',
      withColumn('shortwave_radiation_ecmwf_ifs025', [118, 129, 900], 31),
      1,
      'radiationWattsPerM2 above that of a cloudless sky',
    ],
    [
      'a time between two hours',
      withColumn('time', [1766314801, 1766318400, 1766322000], 31),
      6,
      'a time that is no full hour',
    ],
    [
      'a point without hours',
      answerFor((location, at) => (at === 31 ? ({ latitude: 1 } as Location) : location)),
      1,
      'a point: longitude cannot be read',
    ],
    [
      'another place',
      answerFor((location, at) => (at === 31 ? { ...location, latitude: 40 } : location)),
      1,
      'a point that was not asked for, number 31',
    ],
  ])('%s', (_, json, unreadable, reason) => {
    const content = read(json)
    expect([content.unreadable, content.reasons]).toEqual([unreadable, [reason]])
    const ecmwf = content.runs.find(({ model }) => model === 'ecmwf_ifs025')
    expect(ecmwf?.hours.get(second)?.temperatureCelsius).toBeCloseTo(6.3, 9)
    expect(ecmwf?.hours.get(first)?.windFeature6).toBeNumber()
  })

  test('a missing point leaves the others their places', () => {
    const warm = withColumn('temperature_2m_ecmwf_ifs025', [30, 30, 30], 31)
    const all = readRun(warm, 'ecmwf_ifs025')?.hours.get(first)?.temperatureCelsius ?? 0
    const without = readRun(warm.toSpliced(5, 1), 'ecmwf_ifs025')?.hours.get(first)?.temperatureCelsius ?? 0
    const troyes = weatherPoints[5]?.people ?? 0
    expect(without).toBeCloseTo((all - troyes * 6) / (1 - troyes), 9)
  })

  test('a wind in another unit than asked for is no wind', () => {
    const json = answerFor((location) => ({
      ...location,
      hourly_units: { ...location.hourly_units, wind_speed_100m_ecmwf_ifs025: 'km/h' },
    }))
    const content = read(json)
    expect(content.reasons).toEqual(['wind_speed_100m in km/h'])
    expect(content.runs[1]?.hours.get(first)).not.toHaveProperty('windFeature8p5')
    expect(content.runs[1]?.hours.get(first)).toHaveProperty('temperatureCelsius')
  })
})

test('a member that no point has fails the poll, and the rest is there', () => {
  const { runs, fault } = read(withColumn('temperature_2m_ecmwf_ifs025', undefined))
  expect(fault).toBe('no point has temperature_2m_ecmwf_ifs025')
  expect(runs[1]?.hours.get(first)).toHaveProperty('windFeature8p5')
})

test.each<[string, unknown]>([
  ['an error', { error: true, reason: 'Daily API request limit exceeded. Please try again tomorrow.' }],
  ['no point', []],
  ['nothing but nulls', answerFor((location) => ({ ...location, hourly: { time: [1766314800] } }))],
])('%s is refused whole', (_, json) => {
  expect(() => read(json)).toThrow(UpstreamError)
})

/** The recorded city that is nearest to each point. */
const cities =
  'Lille (partie française),Béthune,Rouen,Valenciennes (partie française),Reims,Reims,Nancy,Strasbourg (partie française),Angers,Clermont-Ferrand,Bordeaux,Toulouse,Perpignan,Montpellier,Toulouse,Orléans,Tours,Rennes,Brest,Rennes,Nantes,Angers,Nantes,Caen,Rouen,Caen,Dijon,Lyon,Clermont-Ferrand,Grenoble,Marseille - Aix-en-Provence,Paris'.split(
    ',',
  )
const recorded = 'weather/fr_32cities_openmeteo_meteofrance_7past_7future_2025-12-21.csv.gz'
const folder = findReferenceData()
if (folder === null) reportSkippedReferenceData('the weather of a recorded answer')

test.skipIf(folder === null)(
  'a recorded answer for 32 cities loses three impossible values, and has a national mean in every hour',
  async () => {
    const text = Bun.gunzipSync(await Bun.file(join(folder ?? '', recorded)).bytes())
    const [, ...lines] = new TextDecoder().decode(text).trim().split('\n')
    const byCity = Map.groupBy(
      lines.map((line) => line.split(',')),
      ([, city]) => city,
    )
    const json = weatherPoints.map(({ latitude, longitude }, at) => {
      const rows = byCity.get(cities[at]) ?? []
      const hourly = {
        time: rows.map(([instant]) => Date.parse(instant ?? '') / 1_000),
        temperature_2m_meteofrance_seamless: rows.map((row) => Number(row[2])),
        wind_speed_10m_meteofrance_seamless: rows.map((row) => Number(row[3]) / 3.6),
        shortwave_radiation_meteofrance_seamless: rows.map((row) => Number(row[5]) + Number(row[6])),
      }
      return { latitude, longitude, ...(at === 0 ? {} : { location_id: at }), hourly }
    })
    const { runs, taken, unreadable, reasons } = read(json)
    // The record has a radiation below 0 in three hours of a night.
    expect([taken + unreadable, unreadable]).toEqual([32 * 14 * 24 * 3, 3])
    expect(reasons).toEqual(['radiationWattsPerM2 outside 0 to 1150'])
    const [run] = runs
    expect(run?.isWindFrom10m).toBe(true)
    const hours = [...(run?.hours.values() ?? [])]
    // Fourteen days, and the hour before them, which has the radiation of the first stamp only.
    expect(hours).toHaveLength(14 * 24 + 1)
    for (const hour of hours.slice(1, -1)) expect(Object.keys(hour)).toHaveLength(5)
  },
)
