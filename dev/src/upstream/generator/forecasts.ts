import { quarterMs } from '../subjects/quarter-hour.ts'
import type { PlannedSlot } from '../subjects/slots.ts'
import { relativeError } from './forecast-error.ts'
import { loadMw } from './load.ts'
import { seasonOf } from './season.ts'
import { temperatureCelsius, usualTemperatureCelsius } from './temperature.ts'

const loadErrorScale = 0.018
const loadErrorSeed = 87

/** Consumption by family (`REALISED` or a forecast), whole MW: the generator's load, off by the error of the lead. */
export function consumptionMw(slot: PlannedSlot, family: string): Map<string, number> {
  return new Map([[family, family === 'REALISED' ? meanLoadMw(slot) : expectedLoadMw(slot)]])
}

/** Weekly forecast: the load in whole MW, and what temperature it expects, degrees Celsius. */
export function weeklyForecast(slot: PlannedSlot): Map<string, number> {
  const season = seasonOf(slot.startEpochMs)
  const temperature = temperatureCelsius(season)
  return new Map([
    ['LOAD', expectedLoadMw(slot)],
    ['TEMPERATURE', toTenth(temperature)],
    ['TEMPERATURE_DEVIATION', toTenth(temperature - usualTemperatureCelsius(season))],
  ])
}

function expectedLoadMw(slot: PlannedSlot): number {
  const error = relativeError(slot.startEpochMs, slot.publishedEpochMs, loadErrorScale, loadErrorSeed)
  return Math.round(meanLoadMw(slot) * (1 + error))
}

/** Mean of the slot's quarter-hours. */
function meanLoadMw({ startEpochMs, endEpochMs }: PlannedSlot): number {
  let sumMw = 0
  for (let quarter = startEpochMs; quarter < endEpochMs; quarter += quarterMs) sumMw += loadMw(seasonOf(quarter))
  return Math.round((sumMw * quarterMs) / (endEpochMs - startEpochMs))
}

function toTenth(value: number): number {
  return Math.round(value * 10) / 10 + 0
}
