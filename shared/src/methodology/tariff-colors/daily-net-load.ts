import type { FeedId } from '../../grid/feeds.ts'
import { hourMs } from '../../time/instant.ts'
import { toTariffDayStart } from '../../time/paris.ts'
import { computeHourlyMeans, type HourlySeries, type SlotValue } from '../hourly-means.ts'
import type { DailyNetLoad } from './net-load-record.ts'

/** Newest versions of the slots of four feeds, MW. */
export type NetLoadRows = {
  /** Series `REALISED`, `D-1`, `D-2`. */
  consumption: readonly SlotValue[]
  /** Series `WEEKLY`. */
  consumptionWeekly: readonly SlotValue[]
  /** Series by type. */
  generationByType: readonly SlotValue[]
  /** Series `D-1/SOLAR` and the like, up to three days ahead. */
  generationForecast: readonly SlotValue[]
}

/** Offshore wind did not always exist: a day on which it is not reported at all has none. */
const alwaysReported = ['SOLAR', 'WIND_ONSHORE'] as const
const windAndSunTypes = [...alwaysReported, 'WIND_OFFSHORE'] as const
/** Forecasts by lead, the newest first. */
const generationLeads = ['D-1', 'D-2', 'D-3'] as const
const noHours: HourlySeries = new Map()

/** Series that the realised means are made of, by feed. */
export const realisedNetLoadSeries = {
  consumption: ['REALISED'],
  generation_by_type: windAndSunTypes,
} as const satisfies Partial<Record<FeedId, readonly string[]>>

/** Series that the forecast means are made of, by feed. */
export const netLoadForecastSeries = {
  consumption: ['D-1', 'D-2'],
  consumption_weekly: ['WEEKLY'],
  generation_forecast: generationLeads.flatMap((lead) => windAndSunTypes.map((type) => `${lead}/${type}`)),
} as const satisfies Partial<Record<FeedId, readonly string[]>>

/** Hours of a day that may be unknown: the newest realised ones come an hour late, the forecast for tomorrow ends the day at midnight. */
const maxMissing = { realised: 2, forecast: 6 } as const

/**
 * Means over tariff days (06:00 to 06:00 in Paris, 23 to 25 hours) from the hours that feeds know. The few unknown hours of a day take the values of the same hours of
 * the day before; a day with more of them is unknown.
 *
 * @param lastDay included; days ahead have forecasts only
 */
export function computeDailyNetLoad(
  rows: NetLoadRows,
  firstDay: Temporal.PlainDate,
  lastDay: Temporal.PlainDate,
): DailyNetLoad {
  const load = computeHourlyMeans(rows.consumption)
  const weekly = computeHourlyMeans(rows.consumptionWeekly)
  const generation = computeHourlyMeans(rows.generationByType)
  const forecasts = computeHourlyMeans(rows.generationForecast)
  const loadForecasts = [load.get('D-1'), load.get('D-2'), weekly.get('WEEKLY')]
  const days = listTariffDays(firstDay, lastDay)
  const windAndSun = (seriesOf: (type: string) => HourlyValue, missing: number) =>
    days.map((hours) => computeMean(hours, sumTypes(hours, seriesOf), missing))
  return {
    firstDay,
    loadMw: days.map((hours) => computeMean(hours, readFirstKnown([load.get('REALISED')]), maxMissing.realised)),
    windAndSunMw: windAndSun((type) => readFirstKnown([generation.get(type)]), maxMissing.realised),
    loadForecastMw: days.map((hours) => computeMean(hours, readFirstKnown(loadForecasts), maxMissing.forecast)),
    windAndSunForecastMw: windAndSun(
      (type) => readFirstKnown(generationLeads.map((lead) => forecasts.get(`${lead}/${type}`))),
      maxMissing.forecast,
    ),
    // No feed knows the temperature: the method takes the usual quantile.
    temperatureC: [],
  }
}

/** Means of a forecast over tariff days, `lastDay` included; with more than six unknown hours a day is unknown. */
export function averageTariffDays(
  valueAt: HourlyValue,
  firstDay: Temporal.PlainDate,
  lastDay: Temporal.PlainDate,
): (number | null)[] {
  return listTariffDays(firstDay, lastDay).map((hours) => computeMean(hours, valueAt, maxMissing.forecast))
}

/** Value of the hour that starts at an instant, ms since the epoch; null is unknown. */
type HourlyValue = (startMs: number) => number | null

/** Hours of each tariff day, by their start, ms. */
function listTariffDays(firstDay: Temporal.PlainDate, lastDay: Temporal.PlainDate): number[][] {
  const count = firstDay.until(lastDay, { largestUnit: 'days' }).days + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => listHours(firstDay.add({ days: index })))
}

function listHours(day: Temporal.PlainDate): number[] {
  const fromMs = toTariffDayStart(day).epochMilliseconds
  const toMs = toTariffDayStart(day.add({ days: 1 })).epochMilliseconds
  return Array.from({ length: (toMs - fromMs) / hourMs }, (_, hour) => fromMs + hour * hourMs)
}

function readFirstKnown(series: readonly (HourlySeries | undefined)[]): HourlyValue {
  return (startMs) => series.map((hours = noHours) => hours.get(startMs)).find((value) => value !== undefined) ?? null
}

/** Sum over the types that are reported on a day: each of them must be known in an hour. */
function sumTypes(hours: readonly number[], seriesOf: (type: string) => HourlyValue): HourlyValue {
  const reported = windAndSunTypes.filter((type) => hours.some((startMs) => seriesOf(type)(startMs) !== null))
  if (alwaysReported.some((type) => !reported.includes(type))) return () => null
  return (startMs) => {
    const values = reported.map((type) => seriesOf(type)(startMs))
    return values.some((value) => value === null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  }
}

function computeMean(hours: readonly number[], valueAt: HourlyValue, missing: number): number | null {
  const own = hours.map(valueAt)
  if (own.filter((value) => value === null).length > missing) return null
  const values = hours
    .map((startMs, index) => own[index] ?? valueAt(startMs - 24 * hourMs))
    .filter((value) => value !== null)
  return values.length < hours.length ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
