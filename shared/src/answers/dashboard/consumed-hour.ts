import { type CarbonConsumptionResponse, neighbourBases } from '../../contract/carbon/carbon-consumption.ts'
import type { DashboardConsumption } from '../../contract/dashboard/consumed-hour.ts'

/** The hour of `GET /v1/carbon/consumption` as the page shows it: of the bases of its imports the least exact. */
export function presentConsumedHour({ imports, ...hour }: CarbonConsumptionResponse): DashboardConsumption {
  const { slotStart, slotEnd, gCo2PerKwh, directGCo2PerKwh, domesticShare } = hour
  const counted = imports.filter(({ netImportMW }) => (netImportMW ?? 0) > 0).map(({ basis }) => basis)
  const basis = neighbourBases.findLast((one) => counted.includes(one)) ?? null
  return { slotStart, slotEnd, gCo2PerKwh, directGCo2PerKwh, domesticShare, basis }
}
