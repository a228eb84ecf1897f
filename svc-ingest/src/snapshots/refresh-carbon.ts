import { round1, round2 } from '@hexawatt/shared/bounds/numbers'
import { dashboardMixHours, type MixSlot } from '@hexawatt/shared/contract/dashboard'
import { type DataMode, isFallbackSource } from '@hexawatt/shared/grid/feeds'
import {
  type CarbonAssessment,
  type CarbonInputs,
  createHourAssessment,
} from '@hexawatt/shared/methodology/carbon-assessment'
import { carbonSnapshot, mixSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { hourStart, isoSeconds } from '@hexawatt/shared/time/instant'
import type { StoredCarbonRows } from '../inputs/stored-rows-source.ts'
import { findDashboardExchanges } from './dashboard/exchanges.ts'
import type { RefreshDeps } from './refresh-deps.ts'

/**
 * Writes the newest carbon assessment as its snapshot. Without an assessment the former snapshot stays: the service derives its age
 * from its slot, and refuses it when it is too old.
 *
 * @param now the instant of the rows
 */
export async function refreshCarbon(
  { snapshots, mode }: RefreshDeps,
  rows: Promise<StoredCarbonRows>,
  now: Temporal.Instant,
): Promise<void> {
  const { assessment, ...read } = await rows
  if (assessment === null) return
  const spare = hasFallbackSource(mode, assessment, read) ? { usesSpare: true } : {}
  await snapshots.write(carbonSnapshot, { mode, computedAt: isoSeconds(now), ...spare, assessment }, now)
}

/** Whether an open source gave generation, flows or the exchanges in place of flows of the assessed hour in live mode. */
function hasFallbackSource(
  mode: DataMode,
  { slotStart, slotEnd, slotSource, importBasis }: CarbonAssessment,
  rows: Pick<StoredCarbonRows, 'generationByType' | 'generationMix15min' | 'physicalFlows' | 'exchangeSchedules'>,
): boolean {
  const [startMs, endMs] = [Date.parse(slotStart), Date.parse(slotEnd)]
  const generation = slotSource === 'generation_by_type' ? rows.generationByType : rows.generationMix15min
  const borders = importBasis === 'exchange_schedules' ? rows.exchangeSchedules : rows.physicalFlows
  return [...generation, ...borders].some(({ slotStart: { epochMilliseconds: atMs }, publisher }) => {
    return atMs >= startMs && atMs < endMs && isFallbackSource(mode, publisher)
  })
}

/**
 * Writes the last hours of the mix as their snapshot, with the exchanges, also when none of them is complete; nothing without emission factors.
 *
 * @param now the instant of the rows
 */
export async function refreshMix(
  { snapshots, mode }: RefreshDeps,
  rows: Promise<StoredCarbonRows>,
  now: Temporal.Instant,
): Promise<void> {
  const { factorSet, assessment, ...inputs } = await rows
  if (factorSet === null) return
  const newestEnd = assessment && Temporal.Instant.from(assessment.slotEnd)
  const slots = listMixSlots({ ...inputs, factorSet }, newestEnd, now)
  const exchanges = findDashboardExchanges(inputs, assessment && Date.parse(assessment.slotStart), now)
  await snapshots.write(mixSnapshot, { mode, computedAt: isoSeconds(now), slots, exchanges }, now)
}

/**
 * The last 24 hours of the mix, oldest first, each assessed like the newest hour in `/v1/carbon/intensity`, from the values known by now. They end with
 * the newest published hour: the publisher is one to two hours behind, which is no gap.
 *
 * @param newestEnd end of the newest complete hour; null when there is none
 */
function listMixSlots(inputs: CarbonInputs, newestEnd: Temporal.Instant | null, now: Temporal.Instant): MixSlot[] {
  const end = newestEnd ?? hourStart(now)
  const assess = createHourAssessment(inputs, now)
  return Array.from({ length: dashboardMixHours }, (_, index) => {
    const start = end.subtract({ hours: dashboardMixHours - index })
    return buildMixSlot(start, assess(start))
  })
}

function buildMixSlot(start: Temporal.Instant, assessment: CarbonAssessment | null): MixSlot {
  const consumption = assessment?.consumptionGCo2eqPerKwh ?? null
  return {
    start: isoSeconds(start),
    powerMW: assessment && listPowerByType(assessment),
    estimatedGCo2PerKwh: assessment && round2(assessment.productionGCo2eqPerKwh),
    estimatedGCo2PerKwhConsumption: consumption === null ? null : round2(consumption),
  }
}

function listPowerByType({ mix }: CarbonAssessment): Record<string, number> {
  return Object.fromEntries(mix.map(({ productionType, powerMw }) => [productionType, round1(powerMw)]))
}
