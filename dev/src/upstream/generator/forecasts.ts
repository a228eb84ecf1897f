import { round1 } from '@hexawatt/shared/bounds/numbers'
import { hourMs } from '@hexawatt/shared/time/instant'
import { type QuarterField, quarterMs } from '../subjects/quarter-hour.ts'
import type { PlannedSlot } from '../subjects/slots.ts'
import { generateQuarter } from './generate-quarter.ts'
import { loadMw, temperatureCelsius, usualTemperatureCelsius } from './load.ts'
import { smoothNoise } from './noise.ts'
import { offshorePeakMw, onshorePeakMw, solarPeakMw } from './renewables.ts'
import { seasonOf } from './season.ts'

/** Beyond this lead the error of a forecast no longer grows, hours. */
const maxLeadHours = 10 * 24
/** Minimum lead of the last issue before a slot: no forecast is exact, hours. */
const minLeadHours = 1

/**
 * Relative error of a forecast: in [-scale, scale] at a lead of one day, growing with the square root of the lead. Its noise
 * depends only on the instant and the seed, so later issues of a slot approach the realised value.
 *
 * @param scale largest relative error at a lead of 24 hours
 */
function relativeError(startEpochMs: number, issuedEpochMs: number, scale: number, seed: number): number {
  const leadHours = Math.min(maxLeadHours, Math.max(minLeadHours, (startEpochMs - issuedEpochMs) / hourMs))
  const weather = 0.75 * smoothNoise(startEpochMs, 11, seed) + 0.25 * smoothNoise(startEpochMs, 3, seed + 1)
  return scale * Math.sqrt(leadHours / 24) * weather
}

type ForecastType = { productionType: string; field: QuarterField; peakMw: number; scale: number; seed: number }

const forecastTypes: readonly ForecastType[] = [
  { productionType: 'SOLAR', field: 'solar', peakMw: solarPeakMw, scale: 0.12, seed: 81 },
  { productionType: 'WIND_ONSHORE', field: 'windOnshore', peakMw: onshorePeakMw, scale: 0.18, seed: 83 },
  { productionType: 'WIND_OFFSHORE', field: 'windOffshore', peakMw: offshorePeakMw, scale: 0.2, seed: 85 },
]

/** Forecast of wind and sun by `FAMILY/TYPE`, whole MW: the generated power with the error of the lead. */
export function forecastMw(slot: PlannedSlot, family: string): Map<string, number> {
  const { startEpochMs, publishedEpochMs } = slot
  const quarter = generateQuarter(startEpochMs)
  return new Map(
    forecastTypes.map(({ productionType, field, peakMw, scale, seed }) => {
      const error = relativeError(startEpochMs, publishedEpochMs, scale, seed)
      const powerMw = Math.round(Math.min(peakMw, (quarter[field] ?? 0) * (1 + error)))
      return [`${family}/${productionType}`, powerMw]
    }),
  )
}

const loadErrorScale = 0.018
const loadErrorSeed = 87

/** Consumption by family (`REALISED` or a forecast), whole MW: the generated load, forecasts with the error of the lead. */
export function consumptionMw(slot: PlannedSlot, family: string): Map<string, number> {
  return new Map([[family, family === 'REALISED' ? meanLoadMw(slot) : expectedLoadMw(slot)]])
}

/** Weekly forecast: load in whole MW and temperature in degrees Celsius. */
export function weeklyForecast(slot: PlannedSlot): Map<string, number> {
  const season = seasonOf(slot.startEpochMs)
  const temperature = temperatureCelsius(season)
  return new Map([
    ['LOAD', expectedLoadMw(slot)],
    ['TEMPERATURE', round1(temperature)],
    ['TEMPERATURE_DEVIATION', round1(temperature - usualTemperatureCelsius(season))],
  ])
}

function expectedLoadMw(slot: PlannedSlot): number {
  const error = relativeError(slot.startEpochMs, slot.publishedEpochMs, loadErrorScale, loadErrorSeed)
  return Math.round(meanLoadMw(slot) * (1 + error))
}

/** Mean over the quarter-hours of the slot. */
function meanLoadMw({ startEpochMs, endEpochMs }: PlannedSlot): number {
  let sumMw = 0
  for (let quarter = startEpochMs; quarter < endEpochMs; quarter += quarterMs) sumMw += loadMw(seasonOf(quarter))
  return Math.round((sumMw * quarterMs) / (endEpochMs - startEpochMs))
}
