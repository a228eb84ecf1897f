import { readdir } from 'node:fs/promises'
import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import { listFetchedMonthNames } from '@hexawatt/shared/grid/shipped-recordings'
import { type WeatherModel, weatherModels } from '@hexawatt/shared/methodology/forecast/weather/national-weather'
import { toParisTime } from '@hexawatt/shared/time/paris'
import {
  computeRunErrors,
  type PlaceWeather,
  type RunErrors,
  type WeatherQuestion,
  type WeatherVariable,
  weatherVariables,
} from '../generator/weather.ts'
import { type CsvFile, readCsvFile, runOnce } from './csv-file.ts'

/** Columns of a recorded month of weather: a row for each stamp, model and place. */
export const recordedWeatherColumns = ['stamp_utc', 'model', 'latitude', 'longitude', ...weatherVariables] as const

/** Values of an hour in the order of the variables. */
type Hour = readonly (number | null)[]
/** Hours by their stamp, ms, by model and place. */
type RecordedMonth = ReadonlyMap<string, ReadonlyMap<number, Hour>>

/** Whether a folder of recordings has weather. */
export async function hasRecordedWeather(folder: string): Promise<boolean> {
  return (await readdir(folder)).some((name) => name.startsWith('open_weather_hourly_'))
}

/**
 * Makes the reader of the recorded weather of a folder. What comes is served as the forecast, off by a made-up error that grows with the lead. Null where
 * the instant of the question is in no recorded month.
 */
export function createRecordedWeather(folder: string) {
  const months = new Map<string, () => Promise<RecordedMonth | null>>()
  const readMonth = (name: string): Promise<RecordedMonth | null> =>
    months.getOrInsertComputed(name, () =>
      runOnce(async () => {
        const file = await readCsvFile(folder, name)
        return file === null ? null : indexHours(file)
      }),
    )()

  return async function readRecordedWeather(
    { places, models, stamps, issuedMs }: WeatherQuestion,
    now: Temporal.Instant,
  ): Promise<PlaceWeather[] | null> {
    const nameOfNow = nameMonth(now.epochMilliseconds)
    const nameOfStamps = stamps.map(nameMonth)
    const names = [...new Set([...nameOfStamps, nameOfNow])]
    const read = new Map(await Promise.all(names.map(async (name) => [name, await readMonth(name)] as const)))
    if (read.get(nameOfNow) === null) return null
    const monthOfStamps = nameOfStamps.map((name) => read.get(name))
    return places.map(({ latitude, longitude }) => {
      const byModel = models.map((model) => {
        const key = nameSeries(model, latitude, longitude)
        const hours = stamps.map((stamp, at) => {
          const hour = monthOfStamps[at]?.get(key)?.get(stamp)
          const errors = computeRunErrors(model, stamp, issuedMs)
          return hour === undefined || errors === null ? null : addErrors(hour, errors)
        })
        const columns = weatherVariables.map((variable, at) => [variable, hours.map((hour) => hour?.[at] ?? null)])
        return [model, Object.fromEntries(columns)]
      })
      // A model that is not asked for is not written.
      return Object.fromEntries(byModel) as PlaceWeather
    })
  }
}

/** The file of the Paris month of an instant. */
function nameMonth(epochMs: number): string {
  return listFetchedMonthNames(
    toParisTime(Temporal.Instant.fromEpochMilliseconds(epochMs)).toPlainDate().toPlainYearMonth(),
  ).weather
}

const nameSeries = (model: WeatherModel | string, latitude: number | string, longitude: number | string): string =>
  `${model} ${Number(latitude)} ${Number(longitude)}`

function indexHours({ columns, rows }: CsvFile): RecordedMonth {
  if (recordedWeatherColumns.some((name, at) => columns[at] !== name)) {
    throw new RangeError(`Recorded weather has the columns ${recordedWeatherColumns.join()}.`)
  }
  const bySeries = new Map<string, Map<number, Hour>>()
  for (const [stamp = '', model = '', latitude = '', longitude = '', ...cells] of rows) {
    if (!weatherModels.some((known) => known === model)) continue
    const hours = bySeries.getOrInsertComputed(nameSeries(model, latitude, longitude), () => new Map())
    hours.set(
      Date.parse(stamp),
      cells.map((cell) => (cell === '' ? null : Number(cell))),
    )
  }
  return bySeries
}

/** A recorded hour as a run before it says it. */
function addErrors(hour: Hour, { degrees, windFactor, sunFactor }: RunErrors): Hour {
  const changed: Record<WeatherVariable, (value: number) => number> = {
    temperature_2m: (value) => value + degrees,
    wind_speed_100m: (value) => value * windFactor,
    wind_speed_10m: (value) => value * windFactor,
    shortwave_radiation: (value) => value * sunFactor,
  }
  return weatherVariables.map((variable, at) => {
    const value = hour[at] ?? null
    return value === null ? null : roundHalfAwayFromZero(changed[variable](value), 2)
  })
}
