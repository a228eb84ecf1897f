import { toGCo2eqPerKwhByType } from '../methodology/emission-factors.ts'
import { computeBorderFlows } from '../methodology/imports/border-flows.ts'
import { computeConsumptionHour } from '../methodology/imports/consumption-hour.ts'
import { createNeighbourFactors } from '../methodology/imports/neighbour-types.ts'
import { createDaysBeforeSelection } from '../methodology/past-assessment.ts'
import { hourlyConsumptionVersion } from '../methodology/versions.ts'
import type { Statements } from '../postgres/client.ts'
import type { StoredConsumptionHour } from './consumption-hour-store.ts'
import { type AssessedHours, findLeastFinal, type HourSpan } from './hour-rows.ts'
import { readNeighbours, type StoredNeighbours } from './neighbour-pasts.ts'

/** An hour as it is computed, before it is stored. */
export type ComputedConsumptionHour = Omit<StoredConsumptionHour, 'knownFromMs'>

/** Computed hours, and the mixes of the neighbours that they rest on. An hour without a complete French mix is absent. */
export type ComputedConsumption = { hours: ComputedConsumptionHour[]; neighbours: StoredNeighbours['hours'] }

/**
 * Computes the consumption-based intensity of assessed hours from stored rows as they were known at an instant
 * (docs/methodology/history.md#hours-with-their-imports). The same rows give the same values, whichever hours are computed together.
 *
 * @param assessed rows and assessments of these hours as known at `at`
 */
export async function computeConsumption(
  sql: Statements,
  { rows, assessments }: AssessedHours,
  span: HourSpan,
  at: Temporal.Instant,
): Promise<ComputedConsumption> {
  const { factorSet, countryIntensities } = rows
  if (factorSet === null) return { hours: [], neighbours: new Map() }
  const factors = createNeighbourFactors(toGCo2eqPerKwhByType(factorSet))
  const neighbours = await readNeighbours(sql, span, at, factors)
  const selectFlows = createDaysBeforeSelection(rows.physicalFlows)
  const hours = [...assessments].flatMap(([startMs, assessment]) => {
    if (assessment === null) return []
    const { slotSource: mixSource, consumptionGCo2eqPerKwh: yearlyGCo2eqPerKwh } = assessment
    const hour = computeConsumptionHour({
      startMs,
      mix: Object.fromEntries(assessment.mix.map(({ productionType, powerMw }) => [productionType, powerMw])),
      netFlowMwByCountry: computeBorderFlows(selectFlows(startMs), startMs),
      neighbours: neighbours.findPasts(startMs),
      countryIntensities,
      factors,
    })
    if (hour === null) return []
    const mixFinality = findLeastFinal(rows.finalities[mixSource], startMs)
    return [{ ...hour, yearlyGCo2eqPerKwh, mixSource, mixFinality, methodologyVersion: hourlyConsumptionVersion }]
  })
  return { hours, neighbours: neighbours.hours }
}
