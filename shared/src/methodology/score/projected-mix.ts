import { hourMs } from '../../time/instant.ts'
import { parisTimeZone } from '../../time/paris.ts'
import { productionIntensity } from '../production-intensity.ts'
import type { HourlySeries } from './hourly-series.ts'
import { type ForecastType, forecastTypes, type ScoreInputs } from './score-inputs.ts'

/** Beyond the last published forecast, so many days are looked back for the same hour. */
const maxDaysBack = 7
/** The oldest realised hour that is carried over, ms: older than this no live intensity is served either. */
const maxRealisedAgeMs = 6 * hourMs

/** Without a forecast of these no mix is projected; offshore wind (1.5 GW) is carried over when it has none. */
const indispensable = ['SOLAR', 'WIND_ONSHORE'] as const satisfies readonly ForecastType[]

/** Whether the newest realised hour is recent enough to stand for the present. */
export function isRealisedRecent({ realised }: ScoreInputs, now: Temporal.Instant): boolean {
  return realised !== null && now.epochMilliseconds - realised.endMs <= maxRealisedAgeMs
}

/**
 * Intensity of the projected mix of one hour, gCO2eq/kWh, production boundary, by the code of the live intensity: wind and
 * solar as forecast, every other type as it last ran.
 *
 * @returns null when no mix is projectable: no recent realised hour, no forecast or no factors
 */
export function projectedIntensity(inputs: ScoreInputs, hourStartMs: number, now: Temporal.Instant): number | null {
  const { realised, gCo2eqPerKwhByType } = inputs
  if (realised === null || gCo2eqPerKwhByType === null || !isRealisedRecent(inputs, now)) return null
  const forecast = forecastMwByType(inputs, hourStartMs)
  if (forecast === null) return null
  const mix = { ...realised.powerMwByType, ...forecast }
  return productionIntensity(mix, gCo2eqPerKwhByType)?.gCo2eqPerKwh ?? null
}

/** Wind and solar power of one hour, MW: forecast, offshore wind carried over when it has none; null when not forecast. */
export function windAndSolarMw(inputs: ScoreInputs, hourStartMs: number): number | null {
  const forecast = forecastMwByType(inputs, hourStartMs)
  if (forecast === null) return null
  const known: Readonly<Record<string, number>> = { ...inputs.realised?.powerMwByType, ...forecast }
  return forecastTypes.reduce((sum, type) => sum + (known[type] ?? 0), 0)
}

function forecastMwByType(
  { forecastMw }: ScoreInputs,
  hourStartMs: number,
): Readonly<Partial<Record<ForecastType, number>>> | null {
  const powerMw: Partial<Record<ForecastType, number>> = {}
  for (const type of forecastTypes) {
    const value = forecastAt(forecastMw[type], hourStartMs)
    if (value !== null) powerMw[type] = value
  }
  return indispensable.every((type) => powerMw[type] !== undefined) ? powerMw : null
}

/** The forecast of the hour; beyond the last published one the same Paris hour of the last published day. */
function forecastAt(series: HourlySeries | undefined, hourStartMs: number): number | null {
  if (series === undefined) return null
  const published = series.get(hourStartMs)
  if (published !== undefined) return published
  const hour = Temporal.Instant.fromEpochMilliseconds(hourStartMs).toZonedDateTimeISO(parisTimeZone)
  for (let days = 1; days <= maxDaysBack; days += 1) {
    const value = series.get(hour.subtract({ days }).epochMilliseconds)
    if (value !== undefined) return value
  }
  return null
}
