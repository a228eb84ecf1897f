import { type FilledGeneration, type FilledSeries, fillPublished, type PublishedSeries } from './axis/filled-past.ts'
import { computeMeanBetween, type ParisAxis, readValueAt } from './axis/paris-axis.ts'
import { computeWeightedMean, listPastHours } from './axis/same-hours.ts'

/** Published forecasts of wind and sun, MW. */
export type PublishedWindAndSun = Readonly<Record<'windOnshore' | 'windOffshore' | 'solar', PublishedSeries>>

/** Wind and sun of the past: each hour as published, and as realised where nothing was published for it. */
export type WeatherPast = {
  /** wf, on- and offshore together, MW. */
  wind: FilledSeries
  /** sf, MW. */
  solar: FilledSeries
  /** m28: mean of the realised wind of the last 672 known hours, MW. */
  longMeanMw: number
  /** wind(l) − wf(l), MW; 0 where one is unknown. */
  missedMw: number
  /** l: the hour of the miss. */
  newest: number
}

/** Hours of m6 and of m28. */
const lastMeanHours = 6
const longMeanHours = 672
/** Share of the newest error that is corrected in the next hour, and the time constant of its decay, hours. */
const missKept = 0.9
const missFadeHours = 9
/** Time constant of the transition from the last forecast to the long mean, hours. */
const forecastFadeHours = 48
/** Days whose same hour makes the sun beyond publication, and the half-life of their weight. */
const solarDays = 4
const solarHalfLifeDays = 2

/**
 * Prepares wind and sun (docs/methodology/forecast.md#drivers-of-the-target-hour). Onshore and offshore are filled separately; offshore wind without any value
 * is 0. A past hour that has no forecast takes the realised value: a new installation knows weeks of the past, but no forecast older than itself.
 */
export function prepareWeatherPast(
  axis: ParisAxis,
  published: PublishedWindAndSun,
  generation: FilledGeneration,
): WeatherPast {
  const realised = addSeries(
    axis,
    toRealisedMw(axis, generation, 'WIND_ONSHORE'),
    toRealisedMw(axis, generation, 'WIND_OFFSHORE'),
  )
  const onshore = fillPublished(axis, published.windOnshore)
  // Where the horizons of onshore wind reach further, offshore wind has a hole and not nothing.
  const publishedUntilMs = Math.max(published.windOnshore.publishedUntilMs, published.windOffshore.publishedUntilMs)
  const offshore = fillPublished(axis, { ...published.windOffshore, publishedUntilMs })
  const { newest } = generation
  // Of realised hours the last whole day is the one before that of the hour after l.
  const lastRealisedDay = (axis.dayOf[newest + 1] ?? 0) - 1
  const forecastWind = { values: addSeries(axis, onshore.values, offshore.values), lastDay: onshore.lastDay }
  const wind = completeWithRealised(forecastWind, realised, lastRealisedDay)
  const realisedSolar = toRealisedMw(axis, generation, 'SOLAR')
  const solar = completeWithRealised(fillPublished(axis, published.solar), realisedSolar, lastRealisedDay)
  const missed = readValueAt(realised, newest) - readValueAt(wind.values, newest)
  return {
    wind,
    solar,
    longMeanMw: computeMeanBetween(realised, newest + 1 - longMeanHours, newest + 1),
    missedMw: Number.isNaN(missed) ? 0 : missed,
    newest,
  }
}

/**
 * W(t), on- and offshore wind, MW: published (a forecast of any horizon) and corrected by the newest error; beyond, from m6, the mean of the 6 hours
 * up to the last published one before t, to m28.
 */
export function computeWindMw({ wind, longMeanMw, missedMw, newest }: WeatherPast, hour: number): number {
  const published = readValueAt(wind.values, hour)
  if (!Number.isNaN(published)) {
    return Math.max(0, published + missKept * Math.exp(-(hour - newest - 1) / missFadeHours) * missedMw)
  }
  const lastHour = findLastKnownBefore(wind.values, hour)
  if (lastHour === -1) return longMeanMw
  const kept = Math.exp(-(hour - lastHour) / forecastFadeHours)
  return kept * computeMeanBetween(wind.values, lastHour + 1 - lastMeanHours, lastHour + 1) + (1 - kept) * longMeanMw
}

/** S(t), MW: published; beyond, the mean of the same hours of the last four published days, weights ½^(j/2). */
export function computeSolarMw(axis: ParisAxis, { solar }: WeatherPast, hour: number): number {
  const published = readValueAt(solar.values, hour)
  if (!Number.isNaN(published)) return published
  const past = listPastHours(axis, hour, solar.lastDay, solarDays, ({ index }) => 0.5 ** (index / solarHalfLifeDays))
  return computeWeightedMean(past, solar.values)
}

/** Newest known hour before another; −1 when there is none. */
function findLastKnownBefore(values: Float64Array, hour: number): number {
  let last = hour - 1
  while (last >= 0 && Number.isNaN(readValueAt(values, last))) last -= 1
  return last
}

function toRealisedMw({ length }: ParisAxis, { mwByType }: FilledGeneration, type: string): Float64Array {
  return mwByType[type] ?? new Float64Array(length).fill(Number.NaN)
}

/** Each hour without a forecast takes the realised value; what is known by neither stays unknown. */
function completeWithRealised(
  { values, lastDay }: FilledSeries,
  realised: Float64Array,
  lastRealisedDay: number,
): FilledSeries {
  const isForecast = values.some((value) => !Number.isNaN(value))
  return {
    values: values.map((value, hour) => (Number.isNaN(value) ? readValueAt(realised, hour) : value)),
    lastDay: isForecast ? Math.max(lastDay, lastRealisedDay) : lastRealisedDay,
  }
}

function addSeries({ length }: ParisAxis, onshore: Float64Array, offshore: Float64Array): Float64Array {
  const total = new Float64Array(length)
  for (let hour = 0; hour < length; hour += 1)
    total[hour] = readValueAt(onshore, hour) + (readValueAt(offshore, hour) || 0)
  return total
}
