import { hourMs } from '../../time/instant.ts'
import { weatherHistoryDays } from '../forecast/analog-forecast.ts'
import {
  type FilledGeneration,
  fillGeneration,
  fillPublished,
  type RealisedGeneration,
  toAxisSeries,
} from '../forecast/axis/filled-past.ts'
import { computeHourIndex, createParisAxis, readValueAt } from '../forecast/axis/paris-axis.ts'
import type { DriverInputs } from '../forecast/drivers.ts'
import { prepareWeatherDrivers } from '../forecast/weather/weather-drivers.ts'
import { averageTariffDays } from './daily-net-load.ts'
import { maxLeadDays } from './forecast-colors.ts'
import type { WeatherDays } from './net-load-record.ts'

/** The part of the forecast's inputs that the days of the weather rest on. */
export type WeatherDayInputs = Pick<DriverInputs, 'weather' | 'load'> & { generation: RealisedGeneration }

/** The model whose runs reach ten days. */
const longModel = 'ecmwf_ifs025'

/**
 * Means of load and of wind and sun over today and nine tariff days by the hourly regressions on the weather (docs/methodology/weather.md); an hour whose
 * load is published has that one, and an hour of today that is over has the wind and the sun that came. A day with too few known hours is unknown.
 *
 * @param today the tariff day that holds `now`
 * @returns null without a weather forecast
 */
export function computeWeatherDays(
  { weather, load, generation: realised }: WeatherDayInputs,
  now: Temporal.Instant,
  today: Temporal.PlainDate,
): WeatherDays | null {
  if (weather === null) return null
  const unknown = Array.from({ length: maxLeadDays + 1 }, () => null)
  const axis = createParisAxis(now, weatherHistoryDays, (maxLeadDays + 2) * 24)
  const generation = fillGeneration(axis, realised)
  if (generation === null) return { loadMw: unknown, windAndSunMw: unknown }
  const published = { values: toAxisSeries(axis, load.byHour), lastDay: fillPublished(axis, load).lastDay }
  const ofLongModel = weather.byModel[longModel]
  const byModel = ofLongModel === undefined ? weather.byModel : { [longModel]: ofLongModel }
  const issued = computeHourIndex(axis.firstMs, now.epochMilliseconds)
  const dayStart = axis.days[axis.dayOf[issued] ?? 0]?.first ?? 0
  const drivers = prepareWeatherDrivers(axis, { ...weather, byModel }, { load: published, generation }, dayStart)
  const ofHour = (valueAt: (hour: number) => number) => (startMs: number) => {
    const value = valueAt((startMs - axis.firstMs) / hourMs)
    return Number.isNaN(value) ? null : value
  }
  const lastDay = today.add({ days: maxLeadDays })
  return {
    loadMw: averageTariffDays(
      ofHour((hour) => {
        const publishedMw = readValueAt(published.values, hour)
        return Number.isNaN(publishedMw) ? drivers.loadMw(hour) : publishedMw
      }),
      today,
      lastDay,
    ),
    windAndSunMw: averageTariffDays(
      ofHour((hour) => readRealisedMw(generation, hour) ?? drivers.windMw(hour) + drivers.sunMw(hour)),
      today,
      lastDay,
    ),
  }
}

const windAndSunTypes = ['WIND_ONSHORE', 'WIND_OFFSHORE', 'SOLAR'] as const

/** Wind and sun of an hour that is known, MW: what the newest error says fades ahead of it and means nothing before. Null for other hours. */
function readRealisedMw({ isComplete, mwByType }: FilledGeneration, hour: number): number | null {
  if (isComplete[hour] !== 1) return null
  return windAndSunTypes.reduce((sum, type) => sum + (mwByType[type]?.[hour] ?? 0), 0)
}
