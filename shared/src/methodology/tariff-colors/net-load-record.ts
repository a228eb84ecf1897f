import { computeQuantile } from '../forecast/bands.ts'
import { forecastErrorGw, minWindowDays, rule, unforecastWindAndSun, usualTemperatureC } from './color-constants.ts'
import { computeCalendarMean } from './tariff-season.ts'

/** Means of consecutive tariff days, the past and the days ahead; null is unknown. */
export type DailyNetLoad = {
  firstDay: Temporal.PlainDate
  /** Realised consumption, and generation of wind and sun, MW. */
  loadMw: readonly (number | null)[]
  windAndSunMw: readonly (number | null)[]
  /** The same as forecast: of past days by the forecast of the day before, of days ahead by the best one there is. */
  loadForecastMw: readonly (number | null)[]
  windAndSunForecastMw: readonly (number | null)[]
  /** Mean temperature in France, °C. */
  temperatureC: readonly (number | null)[]
}

/** What regressions on the weather say about today and the days after it, by lead, MW; null is unknown. */
export type WeatherDays = {
  loadMw: readonly (number | null)[]
  windAndSunMw: readonly (number | null)[]
}

/** Net load of 365 consecutive tariff days with their date, and the 30 % quantile of their temperatures. */
export type DatedNetLoad = { firstDay: string; coldC: number; netLoadMw: readonly number[] }

/** C = (MW − `lowMw`) / `widthMw`; whether days of an earlier year stand in for some of the window. */
export type NetLoadScale = { lowMw: number; widthMw: number; hasStandIns: boolean }

/**
 * Published forecast of the net load of the day `lead` days ahead, MW, its running bias removed, with the standard deviation of its error; whether wind and
 * sun were forecast or stood in for.
 */
export type NetLoadForecast = { lead: number; netLoadMw: number; sdMw: number; hasWindAndSun: boolean }

/** Forecast with the weather; `sdMw` is null where the fitted error of its lead holds. */
export type WeatherNetLoad = { lead: number; netLoadMw: number; sdMw: number | null }

/** Whole weeks nearest to a year: a stand-in has the weekday of the day that it stands for. */
const daysOfWeeks = 52 * 7
/** Oldest scale that replaces an unknown one, days. */
const maxScaleAgeDays = 365
/** Days of a running mean, and how many of them must be known. */
const meanDays = 28
const minMeanDays = 20

/** Days before an issue that its net load rests on: the mean of 28 residuals, each on the scale of its 365 days. */
export const netLoadHistoryDays = rule.windowDays + meanDays
/** Number of days before an issue whose forecasts are compared with the actual values. */
export const forecastHistoryDays = meanDays

/**
 * Reads net load in the units of the rule. Scale and C of a day are computed once and cached; the number of days limits the cache.
 *
 * @param standIn days of an earlier year that complete the window of a scale that is not known from the days themselves; null leaves it unknown
 */
export function createNetLoadRecord(days: DailyNetLoad, standIn: DatedNetLoad | null) {
  const scales = new Map<number, NetLoadScale | null>()
  const completedScales = new Map<number, NetLoadScale>()
  const values = new Map<number, number | null>()
  const netLoadMw = days.loadMw.map((loadMw, index) => subtractOrNull(loadMw, days.windAndSunMw[index]))
  const loadErrorMw = days.loadForecastMw.map((mw, index) => subtractOrNull(mw, days.loadMw[index]))
  const windAndSunErrorMw = days.windAndSunForecastMw.map((mw, index) => subtractOrNull(mw, days.windAndSunMw[index]))
  const indexOf = (date: Temporal.PlainDate) => days.firstDay.until(date, { largestUnit: 'days' }).days

  /** Scale of a day from the 365 days before it; null with less than 330 known days. */
  function computeOwnScale(index: number): NetLoadScale | null {
    return scales.getOrInsertComputed(index, () => {
      const netLoads = listKnown(netLoadMw, index - rule.windowDays, index)
      if (netLoads.length < minWindowDays) return null
      const temperatures = listKnown(days.temperatureC, index - rule.windowDays, index)
      const coldC =
        temperatures.length < minWindowDays
          ? usualTemperatureC
          : computeQuantile(Float64Array.from(temperatures).sort(), rule.temperatureQuantile)
      return { ...computeScale(Float64Array.from(netLoads), coldC), hasStandIns: false }
    })
  }

  /** Scale of a day from the known ones of the 365 days before it and stand-ins for the others. */
  function computeCompletedScale(index: number, { firstDay, coldC, netLoadMw: standInMw }: DatedNetLoad): NetLoadScale {
    return completedScales.getOrInsertComputed(index, () => {
      const offset = Temporal.PlainDate.from(firstDay).until(days.firstDay, { largestUnit: 'days' }).days
      const window = new Float64Array(rule.windowDays)
      for (let age = 0; age < rule.windowDays; age += 1) {
        const day = index - 1 - age
        const weekdayOfYear = (((offset + day) % daysOfWeeks) + daysOfWeeks) % daysOfWeeks
        const ownMw = day < 0 ? null : netLoadMw[day]
        window[age] = ownMw ?? standInMw[weekdayOfYear] ?? Number.NaN
      }
      return { ...computeScale(window, coldC), hasStandIns: true }
    })
  }

  /** Scale of a day, else of the newest day before it that has one, else with stand-ins. */
  function findScale(index: number): NetLoadScale | null {
    // A day with fewer days before it has no scale.
    for (let day = index; day >= Math.max(index - maxScaleAgeDays, minWindowDays); day -= 1) {
      const scale = computeOwnScale(day)
      if (scale !== null) return scale
    }
    return standIn && computeCompletedScale(index, standIn)
  }

  /** C of a day on the scale of that day. */
  function computeC(index: number): number | null {
    return values.getOrInsertComputed(index, () => {
      const powerMw = netLoadMw[index] ?? null
      const scale = powerMw === null ? null : findScale(index)
      return powerMw === null || scale === null ? null : (powerMw - scale.lowMw) / scale.widthMw
    })
  }

  /** C of a day minus the calendar mean. */
  function computeResidual(index: number): number | null {
    const value = computeC(index)
    return value === null ? null : value - computeCalendarMean(days.firstDay.add({ days: index }))
  }

  /** Mean of values over the 28 days before a day, where most of them are known. */
  function averageBefore(index: number, values: DailyValues): number | null {
    return averageMost(values.slice(Math.max(0, index - meanDays), Math.max(0, index)))
  }

  /**
   * Published forecasts of net load from `date` on, less the mean error of the last 28 days. A day without a forecast of wind and sun takes their mean and part of
   * what they deviated from it the day before, with a greater error. A day without a forecast of load has none.
   */
  function forecastsFrom(date: Temporal.PlainDate): NetLoadForecast[] {
    const index = indexOf(date)
    const loadBiasMw = averageBefore(index, loadErrorMw)
    const windAndSunBiasMw = averageBefore(index, windAndSunErrorMw)
    const usualMw = averageBefore(index, days.windAndSunMw)
    const lastDayMw = days.windAndSunMw[index - 1] ?? null
    return forecastErrorGw.flatMap((errorGw, lead): NetLoadForecast[] => {
      const forecastMw = days.loadForecastMw[index + lead] ?? null
      if (forecastMw === null || loadBiasMw === null) return []
      const loadMw = forecastMw - loadBiasMw
      const windAndSunMw = days.windAndSunForecastMw[index + lead] ?? null
      if (windAndSunMw !== null && windAndSunBiasMw !== null) {
        const netLoadMw = loadMw - (windAndSunMw - windAndSunBiasMw)
        return [{ lead, netLoadMw, sdMw: 1000 * errorGw, hasWindAndSun: true }]
      }
      const share = unforecastWindAndSun.lastingShare[lead - 1]
      const addedGw = unforecastWindAndSun.sdGw[lead - 1]
      if (share === undefined || addedGw === undefined || usualMw === null || lastDayMw === null) return []
      const stoodInMw = usualMw + share * (lastDayMw - usualMw)
      const sdMw = 1000 * Math.hypot(errorGw, addedGw)
      return [{ lead, netLoadMw: loadMw - stoodInMw, sdMw, hasWindAndSun: false }]
    })
  }

  return {
    /** Scale of a forecast that is issued on a day: the one of the day before. Null when it is unknown, and so are those of a year before it, and nothing stands in. */
    scaleForIssue: (date: Temporal.PlainDate) => findScale(indexOf(date) - 1),

    /** C less the calendar's mean, on the two days before `date` and on average over 28 days; null when one of them is unknown. */
    residualsBefore(date: Temporal.PlainDate) {
      const index = indexOf(date)
      const lastDay = computeResidual(index - 1)
      const dayBefore = computeResidual(index - 2)
      const mean28 = averageMost(Array.from({ length: meanDays }, (_, age) => computeResidual(index - 1 - age)))
      return lastDay === null || dayBefore === null || mean28 === null ? null : { lastDay, dayBefore, mean28 }
    },

    /** C of a past day; null when its net load is unknown. */
    readC: (date: Temporal.PlainDate) => computeC(indexOf(date)),

    forecastsFrom,

    /**
     * Forecasts of net load from `date` on with the weather. Today and tomorrow have the published forecast where load, wind and sun are published. The
     * regression of load repeats the mean error of the published loads that it is fitted on: that error is removed. Empty without any day by the weather.
     */
    weatherForecastsFrom(date: Temporal.PlainDate, { loadMw, windAndSunMw }: WeatherDays): WeatherNetLoad[] {
      const loadBiasMw = averageBefore(indexOf(date), loadErrorMw)
      if (loadBiasMw === null) return []
      const byWeather = loadMw.flatMap((mw, lead): WeatherNetLoad[] => {
        const netLoadMw = subtractOrNull(mw, windAndSunMw[lead])
        return netLoadMw === null ? [] : [{ lead, netLoadMw: netLoadMw - loadBiasMw, sdMw: null }]
      })
      if (byWeather.length === 0) return []
      const published = forecastsFrom(date)
        .filter(({ lead, hasWindAndSun }) => lead <= 1 && hasWindAndSun)
        .map(({ lead, netLoadMw, sdMw }): WeatherNetLoad => ({ lead, netLoadMw, sdMw: lead === 0 ? null : sdMw }))
      const isPublished = (lead: number) => published.some((of) => of.lead === lead)
      return [...published, ...byWeather.filter(({ lead }) => !isPublished(lead))]
    },
  }
}
export type NetLoadRecord = ReturnType<typeof createNetLoadRecord>

type DailyValues = readonly (number | null)[]

/** @param netLoads sorted by this */
function computeScale(netLoads: Float64Array, coldC: number): Omit<NetLoadScale, 'hasStandIns'> {
  const sorted = netLoads.sort()
  const lowMw = computeQuantile(sorted, rule.lowQuantile)
  const rangeMw = computeQuantile(sorted, rule.highQuantile) - lowMw
  return { lowMw, widthMw: rangeMw * Math.exp(-rule.gamma * (coldC - rule.kappaC)) }
}

function subtractOrNull(mw: number | null, lessMw: number | null | undefined): number | null {
  return mw === null || lessMw === null || lessMw === undefined ? null : mw - lessMw
}

/** The known values of the days `[from, to)`. */
function listKnown(values: DailyValues, from: number, to: number): number[] {
  return values.slice(Math.max(0, from), Math.max(0, to)).filter((value) => value !== null)
}

function averageMost(values: DailyValues): number | null {
  const few = listKnown(values, 0, values.length)
  return few.length < minMeanDays ? null : few.reduce((sum, value) => sum + value, 0) / few.length
}
