import {
  aggregateHour,
  findImplausibleWeather,
  type PointHour,
} from '@hexawatt/shared/methodology/forecast/weather/aggregate-weather'
import { type WeatherModel, weatherModels } from '@hexawatt/shared/methodology/forecast/weather/national-weather'
import { type WeatherPoint, weatherPoints } from '@hexawatt/shared/methodology/forecast/weather/weather-points'
import { hourMs } from '@hexawatt/shared/time/instant'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import * as v from 'valibot'
import type { ModelRun, WeatherContent } from '../definition/content.ts'
import { type Answer, readJson } from '../definition/source.ts'

/** Variables of the publisher, in the units in which they are asked for. The wind at 10 m replaces that at 100 m, which some models lack. */
const units = {
  temperature_2m: '°C',
  wind_speed_100m: 'm/s',
  wind_speed_10m: 'm/s',
  shortwave_radiation: 'W/m²',
} as const
type Variable = keyof typeof units
export const variables = Object.keys(units) as readonly Variable[]

/** Wind at 100 m as a multiple of that at 10 m, over open country. */
const windAt100mBy10m = 1.35

/** The grid cell of an answer may lie this far from its point, degrees. */
const maxOffsetDegrees = 0.5

const Location = v.object({
  latitude: v.number(),
  longitude: v.number(),
  /** Place in the list of the asked points; absent for the first one. */
  location_id: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  hourly_units: v.optional(v.record(v.string(), v.unknown()), {}),
  hourly: v.looseObject({ time: v.array(v.unknown()) }),
})
type Location = v.InferOutput<typeof Location>

const maxReasons = 5

/** Counts of the values of points; each reason once. */
function createTally() {
  const reasons = new Set<string>()
  const tally = { taken: 0, unreadable: 0 }
  return {
    tally,
    reasons,
    refuse(reason: string, values = 1): void {
      tally.unreadable += values
      if (reasons.size < maxReasons) reasons.add(reason)
    },
  }
}
type Tally = ReturnType<typeof createTally>

/**
 * The weather of the country from an answer for its points. An odd value, hour or point does not affect the others.
 *
 * @throws UpstreamError `unusable` when no hour of any model can be read
 */
export function readWeather(answer: Answer): WeatherContent {
  const counts = createTally()
  const locations = readLocations(readJson(answer), counts)
  const runs = weatherModels.map((model) => readRun(model, locations, counts)).filter(({ hours }) => hours.size > 0)
  if (runs.length === 0) {
    const [reason = 'no point has a value'] = counts.reasons
    throw new UpstreamError('unusable', `the weather of no hour can be read: ${reason}`)
  }
  const missing = listMissing([...locations.values()])
  const fault = missing.length === 0 ? {} : { fault: `no point has ${missing.join(', ')}` }
  return { runs, ...counts.tally, reasons: [...counts.reasons], ...fault }
}

/** The locations of an answer by their place among the points. */
function readLocations(json: unknown, counts: Tally): Map<number, Location> {
  const located = new Map<number, Location>()
  for (const [index, record] of (Array.isArray(json) ? json : [json]).entries()) {
    const parsed = v.safeParse(Location, record)
    if (!parsed.success) {
      counts.refuse(`a point: ${v.getDotPath(parsed.issues[0]) ?? 'its form'} cannot be read`)
      continue
    }
    const at = parsed.output.location_id ?? index
    const point = weatherPoints[at]
    if (point === undefined || !isNear(point, parsed.output))
      counts.refuse(`a point that was not asked for, number ${at}`)
    else located.set(at, parsed.output)
  }
  return located
}

function isNear(point: WeatherPoint, { latitude, longitude }: Location): boolean {
  return (
    Math.abs(latitude - point.latitude) <= maxOffsetDegrees && Math.abs(longitude - point.longitude) <= maxOffsetDegrees
  )
}

/** Members of every model that no point has. A model whose values are all null has its members. */
function listMissing(locations: readonly Location[]): string[] {
  const isThere = (variable: Variable, model: WeatherModel) =>
    locations.some(({ hourly }) => nameMember(variable, model) in hourly)
  return weatherModels.flatMap((model) =>
    variables
      .filter((variable) => variable !== 'wind_speed_10m')
      .filter(
        (variable) =>
          !isThere(variable, model) && !(variable === 'wind_speed_100m' && isThere('wind_speed_10m', model)),
      )
      .map((variable) => nameMember(variable, model)),
  )
}

function nameMember(variable: Variable, model: WeatherModel): string {
  return `${variable}_${model}`
}

function readRun(model: WeatherModel, locations: ReadonlyMap<number, Location>, counts: Tally): ModelRun {
  const has100m = [...locations.values()].some((location) =>
    readColumn(location, 'wind_speed_100m', model)?.some((value) => typeof value === 'number'),
  )
  const points = new Map<number, PointHour[]>()
  for (const [at, location] of locations) {
    const point = weatherPoints[at]
    if (point === undefined) continue
    const add = createHourCollector(points, at, point, counts)
    const read = (variable: Variable, take: (value: number, stampMs: number) => void) =>
      readValues(location, variable, model, counts, take)
    read('temperature_2m', (value, stampMs) => add('temperatureCelsius', value, stampMs))
    // The mean of the hour that ends at the stamp.
    read('shortwave_radiation', (value, stampMs) => add('radiationWattsPerM2', value, stampMs - hourMs))
    if (has100m) read('wind_speed_100m', (value, stampMs) => add('windMetresPerSecond', value, stampMs))
    else read('wind_speed_10m', (value, stampMs) => add('windMetresPerSecond', windAt100mBy10m * value, stampMs))
  }
  const hours = new Map(
    [...points]
      .map(([hourStartMs, ofPoints]) => [hourStartMs, aggregateHour(ofPoints)] as const)
      .filter(([, national]) => Object.keys(national).length > 0)
      .sort(([a], [b]) => a - b),
  )
  return { model, hours, isWindFrom10m: !has100m }
}

function createHourCollector(points: Map<number, PointHour[]>, at: number, point: WeatherPoint, counts: Tally) {
  return (variable: keyof PointHour, value: number, hourStartMs: number): void => {
    const reason = findImplausibleWeather(point, variable, value, hourStartMs)
    if (reason !== null) {
      counts.refuse(reason)
      return
    }
    const ofHour = points.getOrInsertComputed(hourStartMs, () => [])
    ofHour[at] = { ...ofHour[at], [variable]: value }
    counts.tally.taken += 1
  }
}

/** Column of a variable; undefined when the location has none. */
function readColumn({ hourly }: Location, variable: Variable, model: WeatherModel): readonly unknown[] | undefined {
  const column = hourly[nameMember(variable, model)]
  return Array.isArray(column) ? column : undefined
}

function readValues(
  location: Location,
  variable: Variable,
  model: WeatherModel,
  counts: Tally,
  take: (value: number, stampMs: number) => void,
): void {
  const column = readColumn(location, variable, model)
  if (column === undefined) return
  const unit = location.hourly_units[nameMember(variable, model)] ?? units[variable]
  if (unit !== units[variable]) {
    counts.refuse(`${variable} in ${String(unit)}`, column.length)
    return
  }
  for (const [index, stamp] of location.hourly.time.entries()) {
    const value = column[index]
    if (value === null || value === undefined) continue
    const stampMs = typeof stamp === 'number' ? stamp * 1_000 : Number.NaN
    if (stampMs % hourMs !== 0) counts.refuse('a time that is no full hour')
    else if (typeof value !== 'number') counts.refuse(`${variable} that is no number`)
    else take(value, stampMs)
  }
}
