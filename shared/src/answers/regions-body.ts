import { round1, round2OrNull, roundOrNull } from '../bounds/numbers.ts'
import type { CarbonRegionsResponse } from '../contract/carbon/carbon-regions.ts'
import { regions } from '../grid/regions.ts'
import { isResidualAccepted } from '../methodology/imports/regional-consumption.ts'
import { regionsVersion } from '../methodology/versions.ts'
import type { RegionsSnapshot } from '../snapshot/regions.ts'

/** The regions as served: rounded, with their names. */
export function composeRegionsBody(snapshot: RegionsSnapshot): CarbonRegionsResponse {
  const { consumption } = snapshot
  const { exchangeResidualMw, lifeCycle, direct } = consumption
  const isKnown = lifeCycle.gCo2PerKwh.every((value) => value !== null)
  return {
    slotStart: snapshot.slotStart,
    slotEnd: snapshot.slotEnd,
    source: snapshot.publisher,
    regions: snapshot.regions.map(({ code, consumptionMw, exchangeMw, intensity }, index) => ({
      code,
      name: regions.find((region) => region.code === code)?.name ?? code,
      gCo2PerKwh: round2OrNull(intensity.gCo2eqPerKwh),
      directGCo2PerKwh: round2OrNull(intensity.directGCo2PerKwh),
      consumptionGCo2PerKwh: round2OrNull(lifeCycle.gCo2PerKwh[index] ?? null),
      consumptionDirectGCo2PerKwh: round2OrNull(direct.gCo2PerKwh[index] ?? null),
      totalGenerationMW: roundOrNull(intensity.totalGenerationMw, round1),
      consumptionMW: roundOrNull(consumptionMw, round1),
      exchangeMW: roundOrNull(exchangeMw, round1),
      mix: intensity.mix.map(({ productionType, powerMw }) => ({
        productionType,
        valueMW: roundOrNull(powerMw, round1),
      })),
      thermalSplit: 'national',
    })),
    flowsSlotStart: consumption.flowsSlotStart,
    poolGCo2PerKwh: round2OrNull(lifeCycle.poolGCo2PerKwh),
    poolDirectGCo2PerKwh: round2OrNull(direct.poolGCo2PerKwh),
    exchangeResidualMW: roundOrNull(exchangeResidualMw, round1),
    consumptionDegraded: !isKnown || !isResidualAccepted(exchangeResidualMw),
    methodologyVersion: regionsVersion,
  }
}
