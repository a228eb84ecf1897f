import { hourMs } from '../../../time/instant.ts'
import { findSameClockDaysBefore } from '../../../time/paris-clock.ts'
import type { HourlySeries } from '../../hourly-means.ts'
import { computeProductionIntensity } from '../../intensity.ts'
import { type ForecastType, forecastTypes, type ScoreInputs } from './score-inputs.ts'

/** Days searched back for the same hour beyond the last published forecast. */
const maxDaysBack = 7
/** Greatest age of the realised hour that is carried over, ms: beyond it no live intensity is served either. */
const maxRealisedAgeMs = 6 * hourMs

/** Types without whose forecast no mix is projected; offshore wind (1.5 GW) is carried over instead. */
const indispensable = ['SOLAR', 'WIND_ONSHORE'] as const satisfies readonly ForecastType[]

/** Whether the newest realised hour is recent enough for the live score. */
export function isRealisedRecent({ realised }: ScoreInputs, now: Temporal.Instant): boolean {
  return realised !== null && now.epochMilliseconds - realised.endMs <= maxRealisedAgeMs
}

/**
 * Production-boundary intensity of the projected mix of one hour, gCO2eq/kWh, by the function of the live intensity: wind and solar as
 * forecast, every other type as in the newest realised hour.
 *
 * @returns null when no mix is projectable: no recent realised hour, no forecast or no factors
 */
export function projectIntensity(inputs: ScoreInputs, hourStartMs: number, now: Temporal.Instant): number | null {
  const { realised, gCo2eqPerKwhByType } = inputs
  if (realised === null || gCo2eqPerKwhByType === null || !isRealisedRecent(inputs, now)) return null
  const forecast = listForecastMwByType(inputs, hourStartMs)
  if (forecast === null) return null
  const mix = { ...realised.powerMwByType, ...forecast }
  return computeProductionIntensity(mix, gCo2eqPerKwhByType)?.gCo2eqPerKwh ?? null
}

/** Wind and solar power of one hour, MW: forecast, offshore wind carried over when it has none; null when not forecast. */
export function computeWindAndSolarMw(inputs: ScoreInputs, hourStartMs: number): number | null {
  return sumWindAndSolarMw(inputs, listForecastMwByType(inputs, hourStartMs))
}

/** The terms of {@link computeWindAndSolarMw}, in the order of its sum; null when not forecast. */
export function listWindAndSolarMw(inputs: ScoreInputs, hourStartMs: number): WindAndSolarTerm[] | null {
  return listTerms(inputs, listForecastMwByType(inputs, hourStartMs))
}

type WindAndSolarTerm = { productionType: ForecastType; powerMw: number }

/** As {@link computeWindAndSolarMw}, but null where the forecast of the hour itself is not published. */
export function computePublishedWindAndSolarMw(inputs: ScoreInputs, hourStartMs: number): number | null {
  return sumWindAndSolarMw(inputs, listForecastMwByType(inputs, hourStartMs, 0))
}

/** Wind and solar power of the newest realised hour, MW; null when that hour is too old for the live score, or has no value for them. */
export function computeRealisedWindAndSolarMw(inputs: ScoreInputs, now: Temporal.Instant): number | null {
  const powerMwByType = inputs.realised?.powerMwByType ?? {}
  if (!isRealisedRecent(inputs, now) || indispensable.some((type) => powerMwByType[type] === undefined)) return null
  return sumWindAndSolarMw(inputs, powerMwByType)
}

function sumWindAndSolarMw(inputs: ScoreInputs, powerMw: Readonly<Record<string, number>> | null): number | null {
  return listTerms(inputs, powerMw)?.reduce((sum, term) => sum + term.powerMw, 0) ?? null
}

function listTerms(inputs: ScoreInputs, powerMw: Readonly<Record<string, number>> | null): WindAndSolarTerm[] | null {
  if (powerMw === null) return null
  const known: Readonly<Record<string, number>> = { ...inputs.realised?.powerMwByType, ...powerMw }
  return forecastTypes.map((productionType) => ({ productionType, powerMw: known[productionType] ?? 0 }))
}

function listForecastMwByType(
  { forecastMw }: ScoreInputs,
  hourStartMs: number,
  daysBack = maxDaysBack,
): Readonly<Partial<Record<ForecastType, number>>> | null {
  const powerMw: Partial<Record<ForecastType, number>> = {}
  for (const type of forecastTypes) {
    const value = findForecast(forecastMw[type], hourStartMs, daysBack)
    if (value !== null) powerMw[type] = value
  }
  return indispensable.every((type) => powerMw[type] !== undefined) ? powerMw : null
}

/** The forecast of the hour; beyond the last published one the same Paris hour of the last published day. */
function findForecast(series: HourlySeries | undefined, hourStartMs: number, daysBack: number): number | null {
  if (series === undefined) return null
  const published = series.get(hourStartMs)
  if (published !== undefined) return published
  for (let days = 1; days <= daysBack; days += 1) {
    const value = series.get(findSameClockDaysBefore(hourStartMs, days))
    if (value !== undefined) return value
  }
  return null
}
