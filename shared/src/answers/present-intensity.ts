import { round1, round2 } from '../bounds/numbers.ts'
import type { CarbonIntensityResponse } from '../contract/carbon/carbon-intensity.ts'
import { toServedCountry } from '../grid/borders.ts'
import { isLowCarbon } from '../grid/production-types.ts'
import type { CarbonAssessment } from '../methodology/carbon-assessment.ts'
import { createMethodologyVersions } from '../methodology/versions.ts'

/** Names the calculation and the feed of the mix (the feeds treat biogas differently). */
const methodologyBySource: Readonly<Record<CarbonAssessment['slotSource'], string>> = {
  generation_by_type:
    'Location-based hourly generation mix (feed generation_by_type) weighted by ADEME Base Carbone factors',
  generation_mix_15min:
    'Location-based hourly generation mix (mean of four quarter-hours of feed generation_mix_15min) weighted by ADEME Base Carbone factors',
}

/** Names the calculation. Where the consumption boundary is estimated or missing it says so, with the reason. */
function describeMethodology({ slotSource, importBasis, missingBorders }: CarbonAssessment): string {
  const method = methodologyBySource[slotSource]
  if (missingBorders.length === 0) return method
  const countries = [...new Set(missingBorders.map(toServedCountry))].join(', ')
  const borders = `flows of the hour are not published at the borders with ${countries}`
  return importBasis === 'exchange_schedules'
    ? `${method}; consumption boundary estimated by commercial exchanges (feed exchange_schedules), because physical ${borders}`
    : `${method}; no consumption boundary, because physical ${borders}`
}

/**
 * The assessment as served: rounded, with the delta of the two *rounded* intensities.
 *
 * @param timestamp instant of the response, ISO 8601 UTC
 * @param dataAgeMinutes minutes from the end of the slot to that instant
 */
export function composeIntensity(
  assessment: CarbonAssessment,
  timestamp: string,
  dataAgeMinutes: number,
): CarbonIntensityResponse {
  const production = round2(assessment.productionGCo2eqPerKwh)
  const consumption = assessment.consumptionGCo2eqPerKwh === null ? null : round2(assessment.consumptionGCo2eqPerKwh)
  const versions = createMethodologyVersions(assessment.importBasis)
  return {
    timestamp,
    dataSlotStart: assessment.slotStart,
    dataSlotEnd: assessment.slotEnd,
    dataAgeMinutes,
    totalGenerationMW: round1(assessment.totalGenerationMw),
    lowCarbonPct: round2(assessment.lowCarbonPct),
    renewablePct: round2(assessment.renewablePct),
    estimatedGCo2PerKwh: production,
    estimatedGCo2PerKwhConsumption: consumption,
    consumptionBoundaryDelta: consumption === null ? null : round2(consumption - production),
    unmappedImportCountries: assessment.unmappedImportCountries,
    mix: toServedMix(assessment),
    methodology: describeMethodology(assessment),
    methodologyVersions: versions,
    methodologyVersion: versions.carbon,
    emissionFactorsSource: assessment.emissionFactors,
  }
}

function toServedMix({ mix, totalGenerationMw }: CarbonAssessment): CarbonIntensityResponse['mix'] {
  return mix.map(({ productionType, powerMw }) => ({
    productionType,
    valueMW: round1(powerMw),
    sharePct: round2((100 * powerMw) / totalGenerationMw),
    isLowCarbon: isLowCarbon(productionType),
  }))
}
