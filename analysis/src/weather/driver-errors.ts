import { type FilledSeries, toAxisSeries } from '@hexawatt/shared/methodology/forecast/axis/filled-past'
import { createParisAxis, type ParisAxis, readValueAt } from '@hexawatt/shared/methodology/forecast/axis/paris-axis'
import { computeNationalClearSky } from '@hexawatt/shared/methodology/forecast/weather/clear-sky'
import { computeFittedLoadMw, fitLoad } from '@hexawatt/shared/methodology/forecast/weather/load-regression'
import { computeFittedSolarMw, fitSolar } from '@hexawatt/shared/methodology/forecast/weather/solar-regression'
import type { HourlySeries } from '@hexawatt/shared/methodology/hourly-means'
import { hourMs } from '@hexawatt/shared/time/instant'
import { parisMidnight } from '@hexawatt/shared/time/paris'
import type { DayRange } from '../recorded/record-folder.ts'
import type { ObservedWeather } from './observed-weather.ts'

/** Mean absolute errors, MW, of drivers that were estimated from the weather as it was: what a perfect weather forecast would give. */
export type DriverErrors = {
  /** Consumption against its published forecast, one, two and three days after the last published day. */
  load: readonly (number | null)[]
  /** Sun against what came, of hours that begin from 8:00 to 15:00 UTC, and of all hours. */
  sun: { midday: number | null; all: number | null }
}

const historyDays = 93
const daysBeyond = [1, 2, 3] as const
const midday = { first: 8, last: 15 } as const
/** A generation hour is known this many hours after its start. */
const knownAfterHours = 2

/** Fits sun and load on each day from observed weather, walking forward, and estimates the hours after it from observed weather. */
export function computeDriverErrors(
  { temperatureCelsius, clearness }: ObservedWeather,
  { solarMw, loadMw }: { solarMw: HourlySeries; loadMw: HourlySeries },
  { from, to }: DayRange,
): DriverErrors {
  const load = daysBeyond.map(createMean)
  const [sunAtMidday, sun] = [createMean(), createMean()]
  for (let date = from; Temporal.PlainDate.compare(date, to) <= 0; date = date.add({ days: 1 })) {
    const axis = createParisAxis(parisMidnight(date), historyDays, 4 * 24)
    const temperature = toAxisSeries(axis, temperatureCelsius)
    const published: FilledSeries = { values: toAxisSeries(axis, loadMw), lastDay: historyDays }
    const loadFit = fitLoad(axis, published, temperature)
    for (const [index, days] of daysBeyond.entries()) {
      for (const hour of listHours(axis, historyDays + days)) {
        if (loadFit === null) continue
        load[index]?.add(
          computeFittedLoadMw(axis, loadFit, published, temperature, hour) - readValueAt(published.values, hour),
        )
      }
    }
    const clearSky = Float64Array.from({ length: axis.length }, (_, hour) =>
      computeNationalClearSky(axis.firstMs + hour * hourMs),
    )
    const radiation = toAxisSeries(axis, clearness).map((k, hour) => Math.min(k, 1.1) * (clearSky[hour] ?? Number.NaN))
    const [weather, realised] = [{ radiation, clearSky, temperature }, toAxisSeries(axis, solarMw)]
    const today = listHours(axis, historyDays)
    const solarFit = fitSolar(axis, weather, realised, (today[0] ?? 0) - knownAfterHours)
    for (const hour of today) {
      if (solarFit === null) continue
      const error = computeFittedSolarMw(axis, solarFit, weather, hour) - readValueAt(realised, hour)
      sun.add(error)
      const utcHour = (axis.firstMs / hourMs + hour) % 24
      if (utcHour >= midday.first && utcHour <= midday.last) sunAtMidday.add(error)
    }
  }
  return { load: load.map((mean) => mean.read()), sun: { midday: sunAtMidday.read(), all: sun.read() } }
}

function listHours({ days }: ParisAxis, day: number): number[] {
  const { first = 0, hours = 0 } = days[day] ?? {}
  return Array.from({ length: hours }, (_, index) => first + index)
}

/** Mean of the absolute values that are known; null without one. */
function createMean() {
  let [sum, count] = [0, 0]
  return {
    add(error: number): void {
      if (Number.isNaN(error)) return
      sum += Math.abs(error)
      count += 1
    },
    read: (): number | null => (count === 0 ? null : sum / count),
  }
}
