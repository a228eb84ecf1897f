import { round1, round2, roundOrNull } from '../bounds/numbers.ts'
import type { CarbonRegionsResponse } from '../contract/carbon-regions.ts'
import { regions } from '../grid/regions.ts'
import { regionsVersion } from '../methodology/versions.ts'
import type { RegionsSnapshot } from '../snapshot/regions.ts'

/** The regions as served: rounded, with their names. */
export function composeRegionsBody(snapshot: RegionsSnapshot): CarbonRegionsResponse {
  return {
    slotStart: snapshot.slotStart,
    slotEnd: snapshot.slotEnd,
    source: snapshot.publisher,
    regions: snapshot.regions.map(({ code, consumptionMw, exchangeMw, intensity }) => ({
      code,
      name: regions.find((region) => region.code === code)?.name ?? code,
      gCo2PerKwh: roundOrNull(intensity.gCo2eqPerKwh, round2),
      directGCo2PerKwh: roundOrNull(intensity.directGCo2PerKwh, round2),
      totalGenerationMW: roundOrNull(intensity.totalGenerationMw, round1),
      consumptionMW: roundOrNull(consumptionMw, round1),
      exchangeMW: roundOrNull(exchangeMw, round1),
      mix: intensity.mix.map(({ productionType, powerMw }) => ({
        productionType,
        valueMW: roundOrNull(powerMw, round1),
      })),
      thermalSplit: 'national',
    })),
    methodologyVersion: regionsVersion,
  }
}
