import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { weatherModels } from '@hexawatt/shared/methodology/forecast/weather/national-weather'
import { weatherPoints } from '@hexawatt/shared/methodology/forecast/weather/weather-points'
import { hourMs, isoSeconds } from '@hexawatt/shared/time/instant'
import * as v from 'valibot'
import { SetupError } from '../../embedded/setup-error.ts'
import { weatherVariables } from '../../upstream/generator/weather.ts'
import { recordedWeatherColumns } from '../../upstream/replay/recorded-weather.ts'
import type { Call } from './open-calls.ts'

/** Server of the weather, and the key of a customer. */
type WeatherServer = { base: string; key: string | undefined }

/** The server that the settings name; null for none. Only the user knows whether the free service may be used. */
export function readWeatherServer(env: EnvSource): WeatherServer | null {
  const base = env['WEATHER_URL']
  if (!base || base === 'off') return null
  if (!URL.canParse(base)) throw new SetupError('WEATHER_URL is not a usable address: correct it or unset it.')
  return { base: base.replace(/\/$/, ''), key: env['WEATHER_API_KEY'] }
}

const Column = v.array(v.nullable(v.number()))
const Locations = v.pipe(
  v.array(v.object({ hourly: v.looseObject({ time: v.array(v.number()) }) })),
  v.length(weatherPoints.length),
)

/** Hours of every point of the forecast and both models, as a recording; null when the server has none of them. */
export async function fetchWeather(
  call: Call,
  { base, key }: WeatherServer,
  { start, end }: { start: Temporal.Instant; end: Temporal.Instant },
): Promise<string | null> {
  const url = new URL(`${base}/v1/forecast`)
  const day = (instant: Temporal.Instant) => isoSeconds(instant).slice(0, 'YYYY-MM-DD'.length)
  url.search = new URLSearchParams({
    latitude: weatherPoints.map(({ latitude }) => latitude).join(','),
    longitude: weatherPoints.map(({ longitude }) => longitude).join(','),
    hourly: weatherVariables.join(','),
    models: weatherModels.join(','),
    wind_speed_unit: 'ms',
    timeformat: 'unixtime',
    // The radiation of the last hour is stamped at its end.
    start_date: day(start),
    end_date: day(end),
    ...(key === undefined ? {} : { apikey: key }),
  }).toString()
  const answer = await call('open-meteo', url)
  if (answer === null) return null
  const parsed = v.safeParse(Locations, answer)
  if (!parsed.success) throw new SetupError(`${url.host}${url.pathname} sent no weather of every point.`)
  return writeWeatherCsv(parsed.output, start.epochMilliseconds, end.epochMilliseconds + hourMs)
}

type Locations = v.InferOutput<typeof Locations>

function writeWeatherCsv(locations: Locations, fromMs: number, untilMs: number): string | null {
  const lines = locations.flatMap(({ hourly }, at) => {
    const { latitude, longitude } = weatherPoints[at] ?? { latitude: 0, longitude: 0 }
    return weatherModels.flatMap((model) => {
      const columns = weatherVariables.map((variable) => v.safeParse(Column, hourly[`${variable}_${model}`]))
      return hourly.time.flatMap((seconds, hour) => {
        const cells = columns.map((column) => (column.success ? (column.output[hour] ?? '') : ''))
        const isInside = seconds * 1_000 >= fromMs && seconds * 1_000 < untilMs
        if (!isInside || cells.every((cell) => cell === '')) return []
        const instant = isoSeconds(Temporal.Instant.fromEpochMilliseconds(seconds * 1_000))
        return [[instant, model, latitude, longitude, ...cells].join(',')]
      })
    })
  })
  return lines.length === 0 ? null : `${[recordedWeatherColumns.join(','), ...lines].join('\n')}\n`
}
