import { hourMs } from '../../time/instant.ts'
import type { SlotValue } from '../complete-hour.ts'
import { productionIntensity } from '../production-intensity.ts'
import { type HourlySeries, hourlyMeans } from './hourly-series.ts'

/**
 * Intensity of production of each complete hour of the hourly feed, gCO2eq/kWh: an hour in which every type seen in `values`
 * has a value, ended by `now`.
 *
 * @param values generation by type of the last 7 days, MW
 */
export function realisedIntensities(
  values: readonly SlotValue[],
  gCo2eqPerKwhByType: Readonly<Record<string, number>>,
  now: Temporal.Instant,
): HourlySeries {
  const byType = hourlyMeans(values)
  const hours = new Set([...byType.values()].flatMap((series) => [...series.keys()]))
  const intensities = new Map<number, number>()
  for (const startMs of [...hours].sort((a, b) => a - b)) {
    if (startMs + hourMs > now.epochMilliseconds) continue
    const mix = mixOfHour(byType, startMs)
    const intensity = mix && productionIntensity(mix, gCo2eqPerKwhByType)
    if (intensity !== null) intensities.set(startMs, intensity.gCo2eqPerKwh)
  }
  return intensities
}

function mixOfHour(byType: ReadonlyMap<string, HourlySeries>, startMs: number): Record<string, number> | null {
  const mix: Record<string, number> = {}
  for (const [type, series] of byType) {
    const powerMw = series.get(startMs)
    if (powerMw === undefined) return null
    mix[type] = powerMw
  }
  return mix
}
