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

/** C = (MW − `lowMw`) / `widthMw`. */
export type NetLoadScale = { lowMw: number; widthMw: number }

/** Forecast of the net load of the day `lead` days ahead, MW, its running bias removed, with the standard deviation of its error. */
export type NetLoadForecast = { lead: number; netLoadMw: number; sdMw: number }

/** Oldest scale that replaces an unknown one, days. */
const maxScaleAgeDays = 365
/** Days of a running mean, and how many of them must be known. */
const meanDays = 28
const minMeanDays = 20

/** Days before an issue that its net load rests on: the mean of 28 residuals, each on the scale of its 365 days. */
export const netLoadHistoryDays = rule.windowDays + meanDays
/** Number of days before an issue whose forecasts are compared with the actual values. */
export const forecastHistoryDays = meanDays

/** Reads net load in the units of the rule. Scale and residual of a day are computed once and cached; the number of days limits the cache. */
export function createNetLoadRecord(days: DailyNetLoad) {
  const scales = new Map<number, NetLoadScale | null>()
  const residuals = new Map<number, number | null>()
  const netLoadMw = days.loadMw.map((loadMw, index) => subtractOrNull(loadMw, days.windAndSunMw[index]))
  const loadErrorMw = days.loadForecastMw.map((mw, index) => subtractOrNull(mw, days.loadMw[index]))
  const windAndSunErrorMw = days.windAndSunForecastMw.map((mw, index) => subtractOrNull(mw, days.windAndSunMw[index]))
  const indexOf = (date: Temporal.PlainDate) => days.firstDay.until(date, { largestUnit: 'days' }).days

  /** Scale of a day from the 365 days before it; null with less than 330 known days. */
  function computeOwnScale(index: number): NetLoadScale | null {
    return scales.getOrInsertComputed(index, () => {
      const window = (values: DailyValues) =>
        Float64Array.from(listKnown(values, index - rule.windowDays, index)).sort()
      const netLoads = window(netLoadMw)
      if (netLoads.length < minWindowDays) return null
      const temperatures = window(days.temperatureC)
      const coldC =
        temperatures.length < minWindowDays
          ? usualTemperatureC
          : computeQuantile(temperatures, rule.temperatureQuantile)
      const lowMw = computeQuantile(netLoads, rule.lowQuantile)
      const rangeMw = computeQuantile(netLoads, rule.highQuantile) - lowMw
      return { lowMw, widthMw: rangeMw * Math.exp(-rule.gamma * (coldC - rule.kappaC)) }
    })
  }

  /** Scale of a day, else of the newest day before it that has one. */
  function findScale(index: number): NetLoadScale | null {
    for (let age = 0; age <= maxScaleAgeDays; age++) {
      const scale = computeOwnScale(index - age)
      if (scale !== null) return scale
    }
    return null
  }

  /** C of a day, on the scale of that day, minus the calendar mean. */
  function computeResidual(index: number): number | null {
    return residuals.getOrInsertComputed(index, () => {
      const powerMw = netLoadMw[index] ?? null
      const scale = powerMw === null ? null : findScale(index)
      if (powerMw === null || scale === null) return null
      return (powerMw - scale.lowMw) / scale.widthMw - computeCalendarMean(days.firstDay.add({ days: index }))
    })
  }

  return {
    /** Scale of a forecast that is issued on a day: the one of the day before. Null when it is unknown, and so are those of a year before it. */
    scaleForIssue: (date: Temporal.PlainDate) => findScale(indexOf(date) - 1),

    /** C less the calendar's mean, on the two days before `date` and on average over 28 days; null when one of them is unknown. */
    residualsBefore(date: Temporal.PlainDate) {
      const index = indexOf(date)
      const lastDay = computeResidual(index - 1)
      const dayBefore = computeResidual(index - 2)
      const mean28 = averageMost(Array.from({ length: meanDays }, (_, age) => computeResidual(index - 1 - age)))
      return lastDay === null || dayBefore === null || mean28 === null ? null : { lastDay, dayBefore, mean28 }
    },

    /**
     * Forecasts of net load from `date` on, less the mean error of the last 28 days. A day without a forecast of wind and sun takes their mean and part of what
     * they deviated from it the day before, with a greater error. A day without a forecast of load has none.
     */
    forecastsFrom(date: Temporal.PlainDate): NetLoadForecast[] {
      const index = indexOf(date)
      const before = (values: DailyValues) =>
        averageMost(values.slice(Math.max(0, index - meanDays), Math.max(0, index)))
      const loadBiasMw = before(loadErrorMw)
      const windAndSunBiasMw = before(windAndSunErrorMw)
      const usualMw = before(days.windAndSunMw)
      const lastDayMw = days.windAndSunMw[index - 1] ?? null
      return forecastErrorGw.flatMap((errorGw, lead) => {
        const forecastMw = days.loadForecastMw[index + lead] ?? null
        if (forecastMw === null || loadBiasMw === null) return []
        const loadMw = forecastMw - loadBiasMw
        const windAndSunMw = days.windAndSunForecastMw[index + lead] ?? null
        if (windAndSunMw !== null && windAndSunBiasMw !== null) {
          return [{ lead, netLoadMw: loadMw - (windAndSunMw - windAndSunBiasMw), sdMw: 1000 * errorGw }]
        }
        const share = unforecastWindAndSun.lastingShare[lead - 1]
        const addedGw = unforecastWindAndSun.sdGw[lead - 1]
        if (share === undefined || addedGw === undefined || usualMw === null || lastDayMw === null) return []
        const stoodInMw = usualMw + share * (lastDayMw - usualMw)
        return [{ lead, netLoadMw: loadMw - stoodInMw, sdMw: 1000 * Math.hypot(errorGw, addedGw) }]
      })
    },
  }
}
export type NetLoadRecord = ReturnType<typeof createNetLoadRecord>

type DailyValues = readonly (number | null)[]

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
