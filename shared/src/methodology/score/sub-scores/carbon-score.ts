import { round1 } from '../../../bounds/numbers.ts'
import { hourMs } from '../../../time/instant.ts'
import { toParisHourOfDay } from '../../../time/paris-clock.ts'
import { computeHourlyMeans, type HourlySeries, type SlotValue } from '../../hourly-means.ts'
import { computeProductionIntensity } from '../../intensity.ts'
import { carbonAnchors, interpolateLinearly, medianGCo2eqPerKwh } from './scales.ts'
import type { CarbonBasis, Rated } from './sub-scores.ts'

/** Span of the same-hour mean, ms. */
const meanSpanMs = 7 * 24 * hourMs
/** With fewer samples the median of the calibration year is used. */
const minSamples = 48

/** Mean intensity of each Paris hour of the day (0–23), gCO2eq/kWh; null when fewer than 48 hours are known. */
export type SameHourMeans = ReadonlyMap<number, number> | null

/** Means over the hours of the last 7 days that have ended by `now`. */
export function computeSameHourMeans(realised: HourlySeries, now: Temporal.Instant): SameHourMeans {
  const nowMs = now.epochMilliseconds
  const samples = [...realised].filter(([startMs]) => startMs >= nowMs - meanSpanMs && startMs + hourMs <= nowMs)
  if (samples.length < minSamples) return null
  const byHour = Map.groupBy(samples, ([startMs]) => toParisHourOfDay(startMs))
  return new Map([...byHour].map(([hour, ofHour]) => [hour, ofHour.reduce((sum, [, g]) => sum + g, 0) / ofHour.length]))
}

/**
 * Carbon sub-score of one hour.
 *
 * @param known realised or projected intensity of the hour; null when unknown
 */
export function rateCarbon(known: CarbonBasis | null, means: SameHourMeans, hourStartMs: number): Rated<CarbonBasis> {
  const basis = known ?? findFallbackBasis(means, hourStartMs)
  return { value: round1(interpolateLinearly(carbonAnchors, basis.gCo2eqPerKwh)), basis }
}

function findFallbackBasis(means: SameHourMeans, hourStartMs: number): CarbonBasis {
  const mean = means?.get(toParisHourOfDay(hourStartMs))
  if (mean === undefined) return { kind: 'median', gCo2eqPerKwh: medianGCo2eqPerKwh }
  return { kind: 'same_hour_mean', gCo2eqPerKwh: mean }
}

/**
 * Production intensity of each complete hour of the hourly feed, gCO2eq/kWh: hours ended by `now` in which every type of `values` has a value.
 *
 * @param values generation by type of the last 7 days, MW
 */
export function computeRealisedIntensities(
  values: readonly SlotValue[],
  gCo2eqPerKwhByType: Readonly<Record<string, number>>,
  now: Temporal.Instant,
): HourlySeries {
  const byType = computeHourlyMeans(values)
  const hours = new Set([...byType.values()].flatMap((series) => [...series.keys()]))
  const intensities = new Map<number, number>()
  for (const startMs of [...hours].sort((a, b) => a - b)) {
    if (startMs + hourMs > now.epochMilliseconds) continue
    const mix = findMixOfHour(byType, startMs)
    const intensity = mix && computeProductionIntensity(mix, gCo2eqPerKwhByType)
    if (intensity !== null) intensities.set(startMs, intensity.gCo2eqPerKwh)
  }
  return intensities
}

function findMixOfHour(byType: ReadonlyMap<string, HourlySeries>, startMs: number): Record<string, number> | null {
  const mix: Record<string, number> = {}
  for (const [type, series] of byType) {
    const powerMw = series.get(startMs)
    if (powerMw === undefined) return null
    mix[type] = powerMw
  }
  return mix
}
