import { dashboardMixHours, type MixSlot } from '@hexawatt/shared/contract/dashboard'
import { round1, round2 } from '@hexawatt/shared/contract/numbers'
import {
  assessCarbonAt,
  type CarbonAssessment,
  type CarbonInputs,
} from '@hexawatt/shared/methodology/carbon-assessment'
import { hourStart, isoSeconds } from '@hexawatt/shared/time/instant'

/**
 * The last 24 hours of the mix, oldest first, each assessed as `/v1/carbon/intensity` assessed it when it was the newest, with what is
 * known by now. They end with the newest published hour: the publisher is one to two hours behind, which is no gap.
 *
 * @param newestEnd end of the newest complete hour; null when there is none
 */
export function mixSlots(inputs: CarbonInputs, newestEnd: Temporal.Instant | null, now: Temporal.Instant): MixSlot[] {
  const end = newestEnd ?? hourStart(now)
  return Array.from({ length: dashboardMixHours }, (_, index) => {
    const start = end.subtract({ hours: dashboardMixHours - index })
    return mixSlot(start, assessCarbonAt(inputs, start, now))
  })
}

function mixSlot(start: Temporal.Instant, assessment: CarbonAssessment | null): MixSlot {
  const consumption = assessment?.consumptionGCo2eqPerKwh ?? null
  return {
    start: isoSeconds(start),
    powerMW: assessment && powerByType(assessment),
    estimatedGCo2PerKwh: assessment && round2(assessment.productionGCo2eqPerKwh),
    estimatedGCo2PerKwhConsumption: consumption === null ? null : round2(consumption),
  }
}

function powerByType({ mix }: CarbonAssessment): Record<string, number> {
  return Object.fromEntries(mix.map(({ productionType, powerMw }) => [productionType, round1(powerMw)]))
}
