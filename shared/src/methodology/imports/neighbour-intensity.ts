import { isGeneration } from '../../grid/production-types.ts'
import { hourMs } from '../../time/instant.ts'
import { seenDays } from '../carbon-assessment.ts'
import type { EmissionRule } from '../forecast/analog-forecast.ts'
import { computeGCo2eqPerKwhBySet, type PowerMwByType } from '../intensity.ts'
import type { FactorsByRule } from './neighbour-types.ts'

/** Carbon intensity by both emission rules, gCO2eq/kWh, unrounded. */
export type IntensityByRule = Readonly<Record<EmissionRule, number>>

/** Output of a neighbour in one hour, MW by production type; an absent type is unknown. */
export type NeighbourHour = { startMs: number; powerMwByType: PowerMwByType }

/**
 * Carbon intensity of a mix: Σ MWᵢ·fᵢ / Σ MWᵢ by both rules. Storage consumption and exchanges are dropped, and a negative value counts as 0 MW.
 *
 * @returns null when nothing is generated: that is missing data, never 0 g
 */
export function computeIntensityByRule(powerMwByType: PowerMwByType, factors: FactorsByRule): IntensityByRule | null {
  const [lifeCycle, direct] = computeGCo2eqPerKwhBySet(powerMwByType, [factors.lifeCycle, factors.direct]) ?? []
  return lifeCycle === undefined || direct === undefined ? null : { lifeCycle, direct }
}

/**
 * Intensity of each complete hour of a neighbour by start of the hour, ms. An hour is complete when every type that was seen in the seven days up to its end
 * has a value: an absent type disqualifies the hour and is never read as 0. An hour in which nothing is generated is left out too.
 *
 * @param hours the newest version of each hour, in any order; seven days before the first hour that is asked for
 */
export function computeCompleteHours(
  hours: readonly NeighbourHour[],
  factors: FactorsByRule,
): Map<number, IntensityByRule> {
  const complete = new Map<number, IntensityByRule>()
  const seenMs = new Map<string, number>()
  for (const { startMs, powerMwByType } of hours.toSorted((a, b) => a.startMs - b.startMs)) {
    for (const type of Object.keys(powerMwByType)) if (isGeneration(type)) seenMs.set(type, startMs)
    const isComplete = seenMs
      .entries()
      .every(([type, lastMs]) => powerMwByType[type] !== undefined || lastMs <= startMs - seenDays * 24 * hourMs)
    const intensity = isComplete ? computeIntensityByRule(powerMwByType, factors) : null
    if (intensity !== null) complete.set(startMs, intensity)
  }
  return complete
}
