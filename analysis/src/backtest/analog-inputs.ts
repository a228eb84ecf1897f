import { operatorDirectFactors } from '@hexawatt/shared/methodology/emission-factors'
import type { AnalogInputs } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import type { HourLookup, PublishedSeries } from '@hexawatt/shared/methodology/forecast/axis/filled-past'
import { computeHourlyMeans, type HourlySeries } from '@hexawatt/shared/methodology/hourly-means'
import { hourMs } from '@hexawatt/shared/time/instant'
import { lifeCycleFactors } from '../recorded/realised-values.ts'
import type { GridRecord, RecordedHours } from '../recorded/recorded-hours.ts'
import { createWeatherEmulator, type WeatherEmulator } from '../weather/emulated-weather.ts'
import type { ObservedWeather } from '../weather/observed-weather.ts'
import { addLongerHorizons, type EmulatedSeries, type Emulation, hasWeather, recordedOnly } from './emulated-inputs.ts'
import { computeDayAheadKnownUntilMs, computeGenerationKnownUntilMs } from './forecast-inputs.ts'

/** The record by series: made once for all issues. */
export type RecordedSeries = {
  generationMwByType: ReadonlyMap<string, HourlySeries>
  forecastMwByType: ReadonlyMap<string, HourlySeries>
  loadMw: HourlySeries
  priceEurPerMwh: HourlySeries
  /** Emulated forecasts of the weather; null without observed weather. */
  forecastWeather: WeatherEmulator
}

const nothing: HourlySeries = new Map()

/** Arranges a record by series. */
export function groupBySeries(record: GridRecord, observed: ObservedWeather | null = null): RecordedSeries {
  const generationMwByType = indexBySeries(record.generation)
  return {
    generationMwByType,
    forecastWeather: observed === null ? () => null : createWeatherEmulator(observed, sumWindMw(generationMwByType)),
    forecastMwByType: indexBySeries(record.generationForecast),
    loadMw: indexBySeries(record.consumption).get('D-1') ?? nothing,
    priceEurPerMwh: indexBySeries(record.price).get('PRICE') ?? nothing,
  }
}

/** Inputs of the analog mix as known at `now`: its lookups return nothing that was published later. */
export function createAnalogInputs(
  series: RecordedSeries,
  now: Temporal.Instant,
  emulation: Emulation = recordedOnly,
): AnalogInputs {
  const generationUntilMs = computeGenerationKnownUntilMs(now, emulation)
  const toPublishedSeries = (
    values: HourlySeries,
    feed: Parameters<typeof computeDayAheadKnownUntilMs>[0],
  ): PublishedSeries => {
    const publishedUntilMs = computeDayAheadKnownUntilMs(feed, now)
    return { byHour: limitToKnown(values, publishedUntilMs), publishedUntilMs }
  }
  const windOrSun = (type: string, name: EmulatedSeries): PublishedSeries => {
    const values = series.forecastMwByType.get(`D-1/${type}`) ?? nothing
    const dayAhead = toPublishedSeries(values, 'generationForecast')
    return emulation.has('horizons') ? addLongerHorizons(dayAhead, values, name, now) : dayAhead
  }
  const dayAheadLoad = toPublishedSeries(series.loadMw, 'consumption')
  const generated = [...series.generationMwByType].map(([type, mw]) => [type, limitToKnown(mw, generationUntilMs)])
  return {
    generation: { mwByType: Object.fromEntries(generated), knownUntilMs: generationUntilMs },
    windAndSun: {
      windOnshore: windOrSun('WIND_ONSHORE', 'windOnshore'),
      windOffshore: windOrSun('WIND_OFFSHORE', 'windOffshore'),
      solar: windOrSun('SOLAR', 'solar'),
    },
    weather: hasWeather(emulation)
      ? series.forecastWeather(now, emulation.has('weather') ? 'usual' : 'pessimistic')
      : null,
    load: emulation.has('load') ? addLongerHorizons(dayAheadLoad, series.loadMw, 'load', now) : dayAheadLoad,
    price: toPublishedSeries(series.priceEurPerMwh, 'price'),
    factors: { lifeCycle: lifeCycleFactors, direct: operatorDirectFactors },
  }
}

/** The values of the hours that begin before `untilMs`. */
function limitToKnown(values: HourLookup, untilMs: number): HourLookup {
  return { get: (startMs) => (startMs < untilMs ? values.get(startMs) : undefined) }
}

/** Wind power of each hour with a known onshore wind, MW. An empty cell of offshore wind counts as 0 MW. */
function sumWindMw(generationMwByType: ReadonlyMap<string, HourlySeries>): HourlySeries {
  const offshore = generationMwByType.get('WIND_OFFSHORE') ?? nothing
  const onshore = generationMwByType.get('WIND_ONSHORE') ?? nothing
  return new Map([...onshore].map(([startMs, powerMw]) => [startMs, powerMw + (offshore.get(startMs) ?? 0)]))
}

function indexBySeries(hours: RecordedHours): ReadonlyMap<string, HourlySeries> {
  return computeHourlyMeans([...hours.values()].flat())
}

/** Inputs that an issue omits; all false and null in the product. */
export type Omission = {
  missing: MissingInput | null
  /** Only the newest days of data are there: a cold start. */
  daysOfData: number | null
  /** Forecasts of wind and sun are there for the newest days only: the first start loads the rest of the past, but no old forecasts. */
  daysOfWindAndSun: number | null
}

/** Inputs that can be missing. */
export const missingInputs = ['price', 'load', 'wind-and-sun', 'generation'] as const
export type MissingInput = (typeof missingInputs)[number]

export const allInputs: Omission = { missing: null, daysOfData: null, daysOfWindAndSun: null }

/** The newest generation is so much older when it is late: 6 h old instead of 2. */
const lateMs = 4 * hourMs

/** The inputs without the omitted parts. */
export function omitInputs(
  inputs: AnalogInputs,
  now: Temporal.Instant,
  { missing, daysOfData, daysOfWindAndSun }: Omission,
): AnalogInputs {
  if (missing === null && daysOfData === null && daysOfWindAndSun === null) return inputs
  const findFirstMs = (days: number | null): number =>
    days === null ? Number.NEGATIVE_INFINITY : now.epochMilliseconds - days * 24 * hourMs
  const fromMs = findFirstMs(daysOfData)
  const windAndSunFromMs = Math.max(fromMs, findFirstMs(daysOfWindAndSun))
  const generationUntilMs = inputs.generation.knownUntilMs - (missing === 'generation' ? lateMs : 0)
  const keepSince = (values: HourLookup, sinceMs = fromMs): HourLookup => ({
    get: (startMs) => (startMs >= sinceMs ? values.get(startMs) : undefined),
  })
  const series = (published: PublishedSeries, input: MissingInput): PublishedSeries => ({
    ...published,
    byHour:
      input === missing ? nothing : keepSince(published.byHour, input === 'wind-and-sun' ? windAndSunFromMs : fromMs),
  })
  const { windOnshore, windOffshore, solar } = inputs.windAndSun
  const generated = Object.entries(inputs.generation.mwByType)
  return {
    generation: {
      mwByType: Object.fromEntries(
        generated.map(([type, mw]) => [type, limitToKnown(keepSince(mw), generationUntilMs)]),
      ),
      knownUntilMs: generationUntilMs,
    },
    windAndSun: {
      windOnshore: series(windOnshore, 'wind-and-sun'),
      windOffshore: series(windOffshore, 'wind-and-sun'),
      solar: series(solar, 'wind-and-sun'),
    },
    weather: inputs.weather,
    load: series(inputs.load, 'load'),
    price: series(inputs.price, 'price'),
    factors: inputs.factors,
  }
}
