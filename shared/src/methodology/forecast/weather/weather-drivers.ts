import { reuseLast } from '../../../bounds/reuse.ts'
import { hourMs } from '../../../time/instant.ts'
import { type FilledGeneration, type FilledSeries, toAxisSeries } from '../axis/filled-past.ts'
import { type ParisAxis, readValueAt } from '../axis/paris-axis.ts'
import { computeNationalClearSky } from './clear-sky.ts'
import { computeFittedLoadMw, fitLoad, type LoadFit, smoothTemperature } from './load-regression.ts'
import { type ModelWeather, type NationalWeather, weatherModels } from './national-weather.ts'
import { computeFittedSolarMw, fitSolar, type SolarFit, type SolarWeather } from './solar-regression.ts'
import { computeFittedWindMw, fadeMiss, fitWind, type WindFit, type WindWeather } from './wind-regression.ts'

/** Names of the regressions in the archive, where one has too little of the past: it is then a missing input. */
const regressionNames = ['weather_load', 'weather_wind', 'weather_sun'] as const
export type RegressionName = (typeof regressionNames)[number]

/** What the weather says of an hour, MW; NaN where it says nothing, so that the next best estimate is taken. */
export type WeatherDrivers = Readonly<Record<'loadMw' | 'windMw' | 'sunMw', (hour: number) => number>> & {
  /** Regressions that no model has. */
  unfitted: readonly RegressionName[]
}

/** Consumption that was published, without filled holes, and generation that was realised. */
export type WeatherPast = { load: FilledSeries; generation: FilledGeneration }

/** The regressions of one model; null where there are too few rows. */
type ModelFits = {
  solar: { weather: SolarWeather; fit: SolarFit | null }
  load: { felt: Float64Array; fit: LoadFit | null }
  wind: { weather: WindWeather; fit: WindFit | null; missedMw: number }
}

/** A generation hour is known this many hours after its start. */
const knownAfterHours = 2

/**
 * Fits sun, load and wind on the weather of the past, each model on its own, and estimates hours from them: the first model that knows the hour
 * (docs/methodology/weather.md).
 *
 * Sun and wind are fitted on what the first issue of the Paris day knew, so that every issue of a day has the same coefficients; load up to the
 * last published day.
 *
 * @param dayStart first hour of the Paris day of the issue
 */
export function prepareWeatherDrivers(
  axis: ParisAxis,
  weather: NationalWeather,
  past: WeatherPast,
  dayStart: number,
): WeatherDrivers {
  const { newest } = past.generation
  const clearSky = listClearSky(axis)
  // The second model is fitted only where the first does not know every hour.
  const fits = weatherModels.flatMap((model) => {
    const ofModel = weather.byModel[model]
    return ofModel === undefined ? [] : [reuseLast(() => fitModel(axis, ofModel, weather, clearSky, past, dayStart))]
  })
  const findFirst = (estimate: (ofModel: ModelFits) => number): number => {
    for (const fit of fits) {
      const value = estimate(fit())
      if (!Number.isNaN(value)) return value
    }
    return Number.NaN
  }
  const isFitted: Readonly<Record<RegressionName, (ofModel: ModelFits) => boolean>> = {
    weather_load: ({ load }) => load.fit !== null,
    weather_wind: ({ wind }) => wind.fit !== null,
    weather_sun: ({ solar }) => solar.fit !== null,
  }
  return {
    loadMw: (hour) =>
      findFirst(({ load: { fit, felt } }) =>
        fit === null ? Number.NaN : computeFittedLoadMw(axis, fit, past.load, felt, hour),
      ),
    windMw: (hour) =>
      findFirst(({ wind: { fit, weather: ofWind, missedMw } }) => {
        if (fit === null) return Number.NaN
        const windMw = computeFittedWindMw(fit, ofWind, hour) + fadeMiss(missedMw, newest, hour)
        return Math.min(fit.maxMw, Math.max(0, windMw))
      }),
    sunMw: (hour) =>
      findFirst(({ solar: { fit, weather: ofSun } }) =>
        fit === null ? Number.NaN : computeFittedSolarMw(axis, fit, ofSun, hour),
      ),
    unfitted: regressionNames.filter((name) => !fits.some((fit) => isFitted[name](fit()))),
  }
}

function fitModel(
  axis: ParisAxis,
  model: ModelWeather,
  { isTemperatureSmoothed = false }: NationalWeather,
  clearSky: Float64Array,
  { load, generation }: WeatherPast,
  dayStart: number,
): ModelFits {
  const newestOfDay = Math.min(generation.newest, dayStart - knownAfterHours)
  const temperature = toAxisSeries(axis, model.temperatureCelsius)
  const ofSun = { radiation: toAxisSeries(axis, model.radiationWattsPerM2), clearSky, temperature }
  const ofWind = [model.windFeature6, model.windFeature8p5, model.windFeature11].map((one) => toAxisSeries(axis, one))
  const felt = isTemperatureSmoothed ? temperature : smoothTemperature(temperature)
  const realisedWindMw = sumComplete(generation, ['WIND_ONSHORE', 'WIND_OFFSHORE'])
  const wind = fitWind(ofWind, realisedWindMw, newestOfDay)
  const missedMw =
    wind === null
      ? Number.NaN
      : readValueAt(realisedWindMw, generation.newest) - computeFittedWindMw(wind, ofWind, generation.newest)
  return {
    solar: { weather: ofSun, fit: fitSolar(axis, ofSun, sumComplete(generation, ['SOLAR']), newestOfDay) },
    load: { felt, fit: fitLoad(axis, load, felt) },
    wind: { weather: ofWind, fit: wind, missedMw: Number.isNaN(missedMw) ? 0 : missedMw },
  }
}

/** Power of some types in the complete hours; NaN in the others, which were filled. */
function sumComplete({ mwByType, isComplete }: FilledGeneration, types: readonly string[]): Float64Array {
  const known = types.flatMap((type) => mwByType[type] ?? [])
  return Float64Array.from(isComplete, (complete, hour) =>
    complete === 0 || known.length === 0
      ? Number.NaN
      : known.reduce((sum, powerMw) => sum + readValueAt(powerMw, hour), 0),
  )
}

/** Radiation under a cloudless sky of the hours that were asked for lately: a constant of the hour that is costly to compute. */
const clearSkyByHour = new Map<number, number>()
const maxRememberedHours = 6000

function listClearSky({ firstMs, length }: ParisAxis): Float64Array {
  if (clearSkyByHour.size > maxRememberedHours) clearSkyByHour.clear()
  return Float64Array.from({ length }, (_, hour) => {
    const startMs = firstMs + hour * hourMs
    return clearSkyByHour.getOrInsertComputed(startMs, computeNationalClearSky)
  })
}
