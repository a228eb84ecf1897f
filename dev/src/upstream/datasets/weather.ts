import { type WeatherModel, weatherModels } from '@hexawatt/shared/methodology/forecast/weather/national-weather'
import { hourMs } from '@hexawatt/shared/time/instant'
import { type Fault, findFault, hasFault } from '../faults/fault.ts'
import {
  type PlaceWeather,
  type WeatherQuestion,
  type WeatherVariable,
  weatherVariables,
} from '../generator/weather.ts'
import { type AnyDataset, type Call, dataset } from '../server/dataset.ts'
import { createJsonRefusal, type Refusal } from '../server/refusals.ts'

/** Weather of places by model, in the publisher's JSON form. */
export const weatherDatasets: readonly AnyDataset[] = [
  dataset({
    publisher: 'open-meteo',
    subject: 'open-meteo',
    path: '/forecast',
    read: readQuestion,
    load: (source, question) => source.weather(question),
    write(places: readonly PlaceWeather[], question: AskedWeather, { faults }) {
      const locations = places.map((place, index) => writeLocation(place, index, question, faults))
      const missing = findFault(faults, 'missing_point')?.index
      const written = locations.filter((_, index) => index !== missing)
      // A single place is no list.
      return { content: question.places.length === 1 ? (written[0] ?? {}) : written }
    },
  }),
]

type AskedWeather = WeatherQuestion & {
  variables: readonly WeatherVariable[]
  isInMetresPerSecond: boolean
  isInUnixTime: boolean
}

const dayMs = 24 * hourMs
/** Days of the past and of the future that the publisher has. */
const [maxPastDays, maxForecastDays] = [92, 16]

/** Reads the parameters. @throws Refusal 400 in the publisher's form */
function readQuestion({ query, now, faults }: Call): AskedWeather {
  const [latitudes, longitudes] = ['latitude', 'longitude'].map((name) => readList(query, name).map(Number))
  if (
    !latitudes?.length ||
    latitudes.length !== longitudes?.length ||
    [...latitudes, ...longitudes].some(Number.isNaN)
  ) {
    throw refuse("Parameter 'latitude' and 'longitude' must have the same number of elements")
  }
  const places = latitudes.map((latitude, at) => ({ latitude, longitude: longitudes[at] ?? 0 }))
  const staleHours = findFault(faults, 'stale_run')?.hours ?? 0
  return {
    places,
    variables: readList(query, 'hourly').map((name) => findKnown(weatherVariables, name)),
    models: readList(query, 'models').map((name) => findKnown(weatherModels, name)),
    stamps: readStamps(query, now.epochMilliseconds),
    issuedMs: now.epochMilliseconds - staleHours * hourMs,
    isInMetresPerSecond: query.get('wind_speed_unit') === 'ms',
    isInUnixTime: query.get('timeformat') === 'unixtime',
  }
}

/** The full hours from the first asked day to the last one, in UTC. */
function readStamps(query: URLSearchParams, nowMs: number): number[] {
  const [first, last] = ['start_date', 'end_date'].map((name) => Date.parse(`${query.get(name)}T00:00:00Z`))
  if (first !== undefined && last !== undefined && first <= last && last - first <= maxPastDays * dayMs) {
    return Array.from({ length: ((last - first) / dayMs + 1) * 24 }, (_, hour) => first + hour * hourMs)
  }
  const pastDays = readDays(query, 'past_days', 0, maxPastDays)
  const forecastDays = readDays(query, 'forecast_days', 7, maxForecastDays)
  const today = Math.floor(nowMs / dayMs) * dayMs
  return Array.from({ length: (pastDays + forecastDays) * 24 }, (_, hour) => today - pastDays * dayMs + hour * hourMs)
}

function readDays(query: URLSearchParams, name: string, usual: number, most: number): number {
  const days = Number(query.get(name) ?? usual)
  if (!Number.isInteger(days) || days < 0 || days > most) {
    throw refuse(`${name} is invalid. Allowed range 0 to ${most}. Given ${query.get(name)}.`)
  }
  return days
}

function readList(query: URLSearchParams, name: string): string[] {
  return query.get(name)?.split(',') ?? []
}

function findKnown<Name extends string>(names: readonly Name[], name: string): Name {
  const known = names.find((one) => one === name)
  if (known === undefined) throw refuse(`Cannot initialize a variable or model from invalid String value ${name}.`)
  return known
}

function refuse(reason: string): Refusal {
  return createJsonRefusal(400, { error: true, reason })
}

function writeLocation(place: PlaceWeather, index: number, question: AskedWeather, faults: readonly Fault[]) {
  const { places, stamps, variables, models, isInMetresPerSecond, isInUnixTime } = question
  const { latitude = 0, longitude = 0 } = places[index] ?? {}
  const members = models.flatMap((model) =>
    variables.map((variable) => ({
      name: `${variable}_${model}`,
      unit: nameUnit(variable, isInMetresPerSecond),
      values: writeValues(place, variable, model, index, question, faults),
    })),
  )
  return {
    // The middle of the grid cell.
    latitude: Math.round(latitude * 20) / 20,
    longitude: Math.round(longitude * 20) / 20,
    generationtime_ms: 1.5,
    utc_offset_seconds: 0,
    timezone: 'GMT',
    timezone_abbreviation: 'GMT',
    elevation: 100,
    ...(index === 0 ? {} : { location_id: index }),
    hourly_units: {
      time: isInUnixTime ? 'unixtime' : 'iso8601',
      ...Object.fromEntries(members.map(({ name, unit }) => [name, unit])),
    },
    hourly: {
      time: stamps.map((stamp) => (isInUnixTime ? stamp / 1_000 : new Date(stamp).toISOString().slice(0, 16))),
      ...Object.fromEntries(members.map(({ name, values }) => [name, values])),
    },
  }
}

function nameUnit(variable: WeatherVariable, isInMetresPerSecond: boolean): string {
  if (variable === 'temperature_2m') return '°C'
  if (variable === 'shortwave_radiation') return 'W/m²'
  return isInMetresPerSecond ? 'm/s' : 'km/h'
}

function writeValues(
  place: PlaceWeather,
  variable: WeatherVariable,
  model: WeatherModel,
  index: number,
  { stamps, isInMetresPerSecond }: AskedWeather,
  faults: readonly Fault[],
): unknown[] {
  const isAbsent = faults.some(
    (fault) => fault.kind === 'no_values' && fault.variable === variable && (fault.model ?? model) === model,
  )
  const factor = variable.startsWith('wind') && !isInMetresPerSecond ? 3.6 : 1
  const values = place[model][variable].map((value) => (value === null || isAbsent ? null : value * factor))
  return index === 1 && hasFault(faults, 'odd_weather')
    ? values.map((value, at) => writeOdd(value, variable, stamps[at] ?? 0))
    : values
}

/** Values that no place has, at two hours of the day. */
function writeOdd(value: number | null, variable: WeatherVariable, stampMs: number): number | string | null {
  const hour = (stampMs / hourMs) % 24
  if (variable === 'temperature_2m' && hour === 6) return 99
  if (variable === 'wind_speed_100m' && hour === 6) return 'n/a'
  return variable === 'shortwave_radiation' && hour === 0 ? 400 : value
}
