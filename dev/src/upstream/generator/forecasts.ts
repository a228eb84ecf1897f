import { round1 } from '@hexawatt/shared/bounds/numbers'
import { hourMs } from '@hexawatt/shared/time/instant'
import { type QuarterField, quarterMs } from '../subjects/quarter-hour.ts'
import type { PlannedSlot } from '../subjects/slots.ts'
import { generateQuarter } from './generate-quarter.ts'
import { computeUsualTemperatureCelsius, generateLoadMw, generateTemperatureCelsius } from './load.ts'
import { computeNoise } from './noise.ts'
import { offshorePeakMw, onshorePeakMw, solarPeakMw } from './renewables.ts'
import { toSeason } from './season.ts'

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
function computeRelativeError(startEpochMs: number, issuedEpochMs: number, scale: number, seed: number): number {
  const leadHours = Math.min(maxLeadHours, Math.max(minLeadHours, (startEpochMs - issuedEpochMs) / hourMs))
  const weather = 0.75 * computeNoise(startEpochMs, 11, seed) + 0.25 * computeNoise(startEpochMs, 3, seed + 1)
  return scale * Math.sqrt(leadHours / 24) * weather
}

type ForecastType = { productionType: string; field: QuarterField; peakMw: number; scale: number; seed: number }

const forecastTypes: readonly ForecastType[] = [
  { productionType: 'SOLAR', field: 'solar', peakMw: solarPeakMw, scale: 0.12, seed: 81 },
  { productionType: 'WIND_ONSHORE', field: 'windOnshore', peakMw: onshorePeakMw, scale: 0.18, seed: 83 },
  { productionType: 'WIND_OFFSHORE', field: 'windOffshore', peakMw: offshorePeakMw, scale: 0.2, seed: 85 },
]

/** Forecast of wind and sun by `FAMILY/TYPE`, whole MW: the generated power with the error of the lead. */
export function generateForecastMw(slot: PlannedSlot, family: string): Map<string, number> {
  const { startEpochMs, publishedEpochMs } = slot
  const quarter = generateQuarter(startEpochMs)
  return new Map(
    forecastTypes.map(({ productionType, field, peakMw, scale, seed }) => {
      const error = computeRelativeError(startEpochMs, publishedEpochMs, scale, seed)
      const powerMw = Math.round(Math.min(peakMw, (quarter[field] ?? 0) * (1 + error)))
      return [`${family}/${productionType}`, powerMw]
    }),
  )
}

const loadErrorScale = 0.018
const loadErrorSeed = 87

/** Consumption by family (`REALISED` or a forecast), whole MW: the generated load, forecasts with the error of the lead. */
export function generateConsumptionMw(slot: PlannedSlot, family: string): Map<string, number> {
  return new Map([[family, family === 'REALISED' ? computeMeanLoadMw(slot) : forecastLoadMw(slot)]])
}

/** Weekly forecast: load in whole MW and temperature in degrees Celsius. */
export function generateWeeklyForecast(slot: PlannedSlot): Map<string, number> {
  const season = toSeason(slot.startEpochMs)
  const temperature = generateTemperatureCelsius(season)
  return new Map([
    ['LOAD', forecastLoadMw(slot)],
    ['TEMPERATURE', round1(temperature)],
    ['TEMPERATURE_DEVIATION', round1(temperature - computeUsualTemperatureCelsius(season))],
  ])
}

function forecastLoadMw(slot: PlannedSlot): number {
  const error = computeRelativeError(slot.startEpochMs, slot.publishedEpochMs, loadErrorScale, loadErrorSeed)
  return Math.round(computeMeanLoadMw(slot) * (1 + error))
}

/** Mean over the quarter-hours of the slot. */
function computeMeanLoadMw({ startEpochMs, endEpochMs }: PlannedSlot): number {
  let sumMw = 0
  for (let quarter = startEpochMs; quarter < endEpochMs; quarter += quarterMs)
    sumMw += generateLoadMw(toSeason(quarter))
  return Math.round((sumMw * quarterMs) / (endEpochMs - startEpochMs))
}
