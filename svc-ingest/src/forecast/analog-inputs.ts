import type { FeedId } from '@hexawatt/shared/grid/feeds'
import {
  type FactorSet,
  operatorDirectFactors,
  toGCo2eqPerKwhByType,
} from '@hexawatt/shared/methodology/emission-factors'
import {
  type AnalogInputs,
  analogHistoryDays,
  weatherHistoryDays,
} from '@hexawatt/shared/methodology/forecast/analog-forecast'
import type { PublishedSeries, RealisedGeneration } from '@hexawatt/shared/methodology/forecast/axis/filled-past'
import type { NationalWeather } from '@hexawatt/shared/methodology/forecast/weather/national-weather'
import { type HourlySeries, takeFirstKnown } from '@hexawatt/shared/methodology/hourly-means'
import { forecastTypes } from '@hexawatt/shared/methodology/score/sub-scores/score-inputs'
import type { Span } from '@hexawatt/shared/stored-rows/span'
import { hourMs, hourStart } from '@hexawatt/shared/time/instant'
import { addParisDays } from '@hexawatt/shared/time/paris'
import { toParisDay, toParisDayStartMs } from '@hexawatt/shared/time/paris-clock'
import { addFreshHours } from './fresh-hours.ts'

/** Forecasts of wind and sun, the newest first: for each hour the first known forecast counts. */
const weatherHorizons = ['ID', 'D-1', 'D-2', 'D-3'] as const
/** The same of consumption; beyond them the weekly forecast. */
const loadHorizons = ['ID', 'D-1', 'D-2'] as const
const weekly = 'WEEKLY'
const price = 'PRICE'

/** Series of each feed that the forecast reads; null: every one. */
export const analogFeeds = {
  generation_by_type: null,
  generation_mix_15min: null,
  generation_forecast: weatherHorizons.flatMap((horizon) => forecastTypes.map((type) => `${horizon}/${type}`)),
  consumption: loadHorizons,
  consumption_weekly: [weekly],
  power_exchanges: [price],
} as const satisfies Partial<Record<FeedId, readonly string[] | null>>

export type AnalogFeed = keyof typeof analogFeeds
export const analogFeedIds = Object.keys(analogFeeds) as AnalogFeed[]

/** Hourly means of each series of each feed, as known at one instant. */
export type AnalogHours = Readonly<Record<AnalogFeed, ReadonlyMap<string, HourlySeries>>>

/** The days or weeks of a feed as one. */
export function joinHours(parts: Iterable<ReadonlyMap<string, HourlySeries>>): Map<string, HourlySeries> {
  const all = new Map<string, Map<number, number>>()
  for (const part of parts) {
    for (const [series, byHour] of part) {
      const joined = all.get(series)
      if (joined === undefined) all.set(series, new Map(byHour))
      else for (const [startMs, value] of byHour) joined.set(startMs, value)
    }
  }
  return all
}

/** Hours back for which the quarter-hourly mix is read: the hourly feed is rarely more than a day late. */
const mixHoursBack = 48
/** Published series are read to the end of D+3, with weather of D+4: so far the forecast reaches. */
const countPublishedDays = (hasWeather: boolean): number => (hasWeather ? 5 : 4)
/** Feeds that regressions on the weather learn from. */
const learntFeeds: readonly AnalogFeed[] = ['generation_by_type', 'consumption', 'consumption_weekly']

/**
 * Span of a feed that the forecast of an instant reads: slots that begin within it.
 *
 * @param hasWeather whether the forecast is made with weather, whose regressions need a longer past
 * @param isMixAlone no hourly generation is known, as in open mode: the quarter-hourly mix is the whole past
 */
export function computeAnalogSpan(
  feed: AnalogFeed,
  at: Temporal.Instant,
  hasWeather: boolean,
  isMixAlone = false,
): Span {
  const endMs = at.epochMilliseconds
  if (feed === 'generation_mix_15min') {
    if (isMixAlone) return computeAnalogSpan('generation_by_type', at, hasWeather)
    return { startMs: endMs - mixHoursBack * hourMs, endMs }
  }
  const daysBack = hasWeather && learntFeeds.includes(feed) ? weatherHistoryDays : analogHistoryDays
  const startMs = addParisDays(at, -daysBack).epochMilliseconds
  if (feed === 'generation_by_type') return { startMs, endMs }
  return { startMs, endMs: addParisDays(at, countPublishedDays(hasWeather)).epochMilliseconds }
}

/**
 * The inputs of a forecast from the rows that were known at its instant. The end of the publication follows from the rows, never from the
 * clock; BIOMASS of the operator's feed holds biogas already.
 */
export function assembleAnalogInputs(
  hours: AnalogHours,
  factorSet: FactorSet,
  at: Temporal.Instant,
  weather: NationalWeather | null = null,
): AnalogInputs {
  const publish = (byHour: HourlySeries) => buildPublished(byHour, at, countPublishedDays(weather !== null))
  const buildWindOrSun = (type: (typeof forecastTypes)[number]): PublishedSeries =>
    publish(takeFirstKnown(weatherHorizons.map((horizon) => hours.generation_forecast.get(`${horizon}/${type}`))))
  const load = [...loadHorizons.map((horizon) => hours.consumption.get(horizon)), hours.consumption_weekly.get(weekly)]
  return {
    generation: sumRealisedGeneration(hours, at),
    windAndSun: {
      windOnshore: buildWindOrSun('WIND_ONSHORE'),
      windOffshore: buildWindOrSun('WIND_OFFSHORE'),
      solar: buildWindOrSun('SOLAR'),
    },
    weather,
    load: publish(takeFirstKnown(load)),
    price: publish(hours.power_exchanges.get(price) ?? new Map()),
    factors: { lifeCycle: toGCo2eqPerKwhByType(factorSet), direct: operatorDirectFactors },
  }
}

/** A series with the end of its last Paris day all of whose hours are known; without such a day, the start of the oldest day that is read. */
function buildPublished(byHour: HourlySeries, at: Temporal.Instant, publishedDays: number): PublishedSeries {
  const today = toParisDay(at.epochMilliseconds)
  let publishedUntilMs = toParisDayStartMs(today + publishedDays)
  for (let day = publishedDays - 1; day >= -analogHistoryDays; day -= 1) {
    const startMs = toParisDayStartMs(today + day)
    if (isWholeSpanKnown(byHour, { startMs, endMs: publishedUntilMs })) break
    publishedUntilMs = startMs
  }
  return { byHour, publishedUntilMs }
}

function isWholeSpanKnown(byHour: HourlySeries, { startMs, endMs }: Span): boolean {
  for (let hour = startMs; hour < endMs; hour += hourMs) if (!byHour.has(hour)) return false
  return true
}

/** The hourly feed, and after its newest complete hour the hours that the quarter-hourly mix has complete. */
function sumRealisedGeneration(hours: AnalogHours, at: Temporal.Instant): RealisedGeneration {
  const knownUntilMs = hourStart(at).epochMilliseconds
  const mwByType = addFreshHours(hours.generation_by_type, hours.generation_mix_15min, {
    // An hour older than the rows that were read of the mix is absent.
    startMs: computeAnalogSpan('generation_mix_15min', at, true, hours.generation_by_type.size === 0).startMs,
    endMs: knownUntilMs,
  })
  return { mwByType: Object.fromEntries(mwByType), knownUntilMs }
}
