import { composeGridStatus, composeTariffToday } from '@hexawatt/shared/answers/grid-and-tariff'
import { composeRegionsBody } from '@hexawatt/shared/answers/regions-body'
import type { DashboardSignalDay, DashboardTariff } from '@hexawatt/shared/contract/dashboard/colors-and-signals'
import type { DashboardRegions } from '@hexawatt/shared/contract/dashboard/exchanges-and-regions'
import type { GridStatusSnapshot, TariffSnapshot } from '@hexawatt/shared/snapshot/kinds'
import type { RegionsSnapshot } from '@hexawatt/shared/snapshot/regions'
import { addParisDays, parisDate } from '@hexawatt/shared/time/paris'

/** The published colours of today, now and tomorrow. */
export function presentTariff(tariff: TariffSnapshot | null, now: Temporal.Instant): DashboardTariff {
  const { date, color, inForce } = composeTariffToday(tariff, now)
  const tomorrow = parisDate(addParisDays(now, 1)).toString()
  return { date, color, inForce, tomorrow: tariff?.days.find((day) => day.date === tomorrow)?.color ?? null }
}

/** The signal of each published day, with its hours; empty when no signal covers today. */
export function presentSignals(signal: GridStatusSnapshot | null, now: Temporal.Instant): DashboardSignalDay[] {
  const days = signal === null ? [] : (composeGridStatus(signal, now)?.days ?? [])
  return days.map(({ date, day, status, message, hours }) => ({
    ...{ date, day, status, message },
    hours: hours.some((hour) => hour.status !== null) ? hours.map((hour) => hour.status) : null,
  }))
}

/** The figures of `/v1/carbon/regions` that a map shows. */
export function presentRegions(snapshot: RegionsSnapshot): DashboardRegions {
  const { slotStart, slotEnd, flowsSlotStart, regions } = composeRegionsBody(snapshot)
  return {
    start: slotStart,
    end: slotEnd,
    flowsSlotStart,
    regions: regions.map(({ code, totalGenerationMW, exchangeMW, ...region }) => ({
      code,
      gCo2PerKwh: region.gCo2PerKwh,
      directGCo2PerKwh: region.directGCo2PerKwh,
      consumptionGCo2PerKwh: region.consumptionGCo2PerKwh,
      consumptionDirectGCo2PerKwh: region.consumptionDirectGCo2PerKwh,
      totalGenerationMW,
      exchangeMW,
    })),
  }
}
