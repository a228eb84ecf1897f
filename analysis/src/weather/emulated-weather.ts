import { computeNationalClearSky } from '@hexawatt/shared/methodology/forecast/weather/clear-sky'
import type { NationalWeather } from '@hexawatt/shared/methodology/forecast/weather/national-weather'
import type { HourlySeries } from '@hexawatt/shared/methodology/hourly-means'
import { hourMs } from '@hexawatt/shared/time/instant'
import { computeNormalScores, createNormalNumbers, type NormalScores } from './normal-distribution.ts'
import type { ObservedWeather } from './observed-weather.ts'

/**
 * How far emulated forecasts are off: correlation with what came at 24 hours of wind and clearness, and the standard deviation of the temperature's
 * error at issue and its growth a day, °C. Temperature and wind have the errors of forecasts as issued (six cities, 112 days of 2026). Nothing
 * archived carries cloud: the level of clearness is assumed, such that the sun of the day ahead errs like the operator's own forecast.
 */
const errorLevels = {
  usual: { wind: 0.95, clearness: 0.91, temperature: 0.6, temperaturePerDay: 0.2 },
  pessimistic: { wind: 0.9, clearness: 0.86, temperature: 0.9, temperaturePerDay: 0.3 },
} as const
export type ErrorLevel = keyof typeof errorLevels

/** From one lead to the next an error keeps this share of itself. */
const keptByHour = { wind: 0.97, clearness: 0.95, temperature: 0.98 } as const
/** Hours that an issue forecasts, the hour in progress among them. */
const forecastHours = 76
/** The slow mean of wind counts as known: over 60 days, of ln(MW + 500). */
const slowMeanHours = 60 * 24
const windOffsetMw = 500
/** A fleet of this size, MW, makes a share of the wind power: the regression finds it again. */
const fleetMw = 25_000
/** Clearness above which the sky gives no more. */
const maxClearness = 1.1
/** The publisher's temperature is smoothed: so are its errors. */
const temperatureKept = Math.exp(-1 / 24)

type Truth = {
  firstMs: number
  clearSky: Float64Array
  temperature: Float64Array
  clearness: Float64Array
  wind: Float64Array
  clearnessScores: Float64Array
  clearnessOfScore: (hour: number, score: number) => number
  windScores: Float64Array
  windOfScore: (hour: number, score: number) => number
}

/** Gives the forecast weather of an instant; null where the observed weather ends. */
export type WeatherEmulator = (now: Temporal.Instant, level: ErrorLevel) => NationalWeather | null

/**
 * Emulates weather forecasts as issued: observed weather up to the issue, and beyond it observed weather with an artificial error that grows with the
 * lead. Wind and clearness keep their spread: the normal scores of what came and of an error path are mixed. Every issue has an error path of its
 * own, the same in every run. Wind is the share of wind power itself, so that its regression has nothing to learn.
 *
 * @param windMw realised wind power, on- and offshore
 */
export function createWeatherEmulator(observed: ObservedWeather, windMw: HourlySeries): WeatherEmulator {
  const truth = prepareTruth(observed, windMw)
  return (now, level) => {
    const issued = Math.floor((now.epochMilliseconds - truth.firstMs) / hourMs)
    if (issued + forecastHours > truth.temperature.length) return null
    const path = emulatePath(truth, issued, level)
    const lookUp = (before: Float64Array, after: Float64Array, toValue = (_: number, value: number) => value) => ({
      get: (startMs: number) => {
        const hour = (startMs - truth.firstMs) / hourMs
        const value = (hour < issued ? before[hour] : after[hour - issued]) ?? Number.NaN
        return Number.isNaN(value) ? undefined : toValue(hour, value)
      },
    })
    const nothing = { get: () => 0 }
    const toRadiation = (hour: number, k: number) => Math.min(k, maxClearness) * (truth.clearSky[hour] ?? Number.NaN)
    const wind = lookUp(truth.wind, path.wind, (_, powerMw) => powerMw / fleetMw)
    return {
      knownFromMs: now.epochMilliseconds,
      isOld: false,
      isTemperatureSmoothed: true,
      byModel: {
        meteofrance_seamless: {
          radiationWattsPerM2: lookUp(truth.clearness, path.clearness, toRadiation),
          temperatureCelsius: lookUp(truth.temperature, path.temperature),
          windFeature6: wind,
          windFeature8p5: nothing,
          windFeature11: nothing,
        },
      },
    }
  }
}

/** Wind, clearness and temperature of the hours from the issue on. */
function emulatePath(truth: Truth, issued: number, level: ErrorLevel) {
  const { temperature: atIssue, temperaturePerDay, ...correlations } = errorLevels[level]
  const nextNormal = createNormalNumbers(truth.firstMs / hourMs + issued)
  const createErrors = (kept: number): Float64Array => {
    let error = nextNormal()
    return Float64Array.from({ length: forecastHours }, (_, lead) => {
      if (lead > 0) error = kept * error + Math.sqrt(1 - kept ** 2) * nextNormal()
      return error
    })
  }
  const mixScores = (scores: Float64Array, correlation: number, errors: Float64Array): Float64Array =>
    errors.map((error, lead) => {
      const rho = 1 - (1 - correlation) * (0.75 + (0.25 * lead) / 24) ** 2
      return rho * (scores[issued + lead] ?? Number.NaN) + Math.sqrt(1 - rho ** 2) * error
    })
  const wind = mixScores(truth.windScores, correlations.wind, createErrors(keptByHour.wind))
  const clearness = mixScores(truth.clearnessScores, correlations.clearness, createErrors(keptByHour.clearness))
  let smoothed = 0
  const temperature = createErrors(keptByHour.temperature).map((error, lead) => {
    smoothed = temperatureKept * smoothed + (1 - temperatureKept) * (atIssue + (temperaturePerDay * lead) / 24) * error
    return (truth.temperature[issued + lead] ?? Number.NaN) + smoothed
  })
  return {
    wind: wind.map((score, lead) => truth.windOfScore(issued + lead, score)),
    clearness: clearness.map((score, lead) => truth.clearnessOfScore(issued + lead, score)),
    temperature,
  }
}

function prepareTruth(observed: ObservedWeather, windMw: HourlySeries): Truth {
  const starts = [...observed.temperatureCelsius.keys()]
  const firstMs = starts[0] ?? 0
  const length = starts.length === 0 ? 0 : ((starts.at(-1) ?? 0) - firstMs) / hourMs + 1
  const toArray = (series: HourlySeries): Float64Array =>
    Float64Array.from({ length }, (_, hour) => series.get(firstMs + hour * hourMs) ?? Number.NaN)
  const [temperature, clearness] = [toArray(observed.temperatureCelsius), toArray(observed.clearness)]
  const wind = toArray(windMw)
  const logs = wind.map((powerMw) => Math.log(powerMw + windOffsetMw))
  const slow = computeSlowMean(logs)
  const ofWind = computeNormalScores(logs.map((log, hour) => log - (slow[hour] ?? Number.NaN)))
  const months = Array.from({ length }, (_, hour) => new Date(firstMs + hour * hourMs).toISOString().slice(0, 7))
  const ofMonth = new Map<string, NormalScores>()
  const clearnessScores = new Float64Array(length).fill(Number.NaN)
  for (const month of new Set(months)) {
    const scores = computeNormalScores(clearness.map((k, hour) => (months[hour] === month ? k : Number.NaN)))
    ofMonth.set(month, scores)
    scores.scores.forEach((score, hour) => {
      if (!Number.isNaN(score)) clearnessScores[hour] = score
    })
  }
  return {
    firstMs,
    clearSky: Float64Array.from({ length }, (_, hour) => computeNationalClearSky(firstMs + hour * hourMs)),
    temperature,
    clearness,
    wind,
    clearnessScores,
    clearnessOfScore: (hour, score) => ofMonth.get(months[hour] ?? '')?.toValue(score) ?? Number.NaN,
    windScores: ofWind.scores,
    windOfScore: (hour, score) =>
      Math.max(0, Math.exp(ofWind.toValue(score) + (slow[hour] ?? Number.NaN)) - windOffsetMw),
  }
}

/** Mean of the known values within 30 days of each hour. */
function computeSlowMean(values: Float64Array): Float64Array {
  const [sums, counts] = [new Float64Array(values.length + 1), new Float64Array(values.length + 1)]
  for (const [hour, value] of values.entries()) {
    const isKnown = !Number.isNaN(value)
    sums[hour + 1] = (sums[hour] ?? 0) + (isKnown ? value : 0)
    counts[hour + 1] = (counts[hour] ?? 0) + Number(isKnown)
  }
  return values.map((_, hour) => {
    const [from, to] = [Math.max(0, hour - slowMeanHours / 2), Math.min(values.length, hour + slowMeanHours / 2)]
    return ((sums[to] ?? 0) - (sums[from] ?? 0)) / ((counts[to] ?? 0) - (counts[from] ?? 0))
  })
}
