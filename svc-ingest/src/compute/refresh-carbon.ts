import type { DataMode, FeedId } from '@hexawatt/shared/grid/feeds'
import {
  assessCarbon,
  type CarbonAssessment,
  type CarbonInputs,
  hourlyFeedMaxLagMs,
  seenDays,
} from '@hexawatt/shared/methodology/carbon-assessment'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { carbonSnapshot } from '@hexawatt/shared/snapshot/carbon-snapshot'
import type { SnapshotWriter } from '@hexawatt/shared/snapshot/snapshot-store'
import type { Clock } from '@hexawatt/shared/time/clock'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { readCountryIntensities } from '../references/country-intensities/country-intensity-store.ts'
import { readFactorSet } from '../references/emission-factors/factor-set-store.ts'
import { readSlotValues } from './slot-value-store.ts'

export type CarbonDeps = { sql: Sql; clock: Clock; snapshots: SnapshotWriter; mode: DataMode }

/**
 * Computes the newest carbon assessment from what is stored and writes its snapshot. When nothing can be computed the former
 * snapshot stays: its slot tells its age, and the service refuses it when it is too old.
 */
export async function refreshCarbon(deps: CarbonDeps): Promise<void> {
  const now = deps.clock.now()
  const assessment = await assessNow(deps.sql, now)
  if (assessment === null) return
  const snapshot = { mode: deps.mode, computedAt: isoSeconds(now), assessment }
  await deps.snapshots.write(carbonSnapshot, snapshot, now)
}

async function assessNow(sql: Sql, now: Temporal.Instant): Promise<CarbonAssessment | null> {
  const since = now.subtract({ hours: 24 * seenDays })
  const read = (feed: FeedId) => readSlotValues(sql, feed, since, now)
  const [generationByType, physicalFlows, factorSet, countryIntensities] = await Promise.all([
    read('generation_by_type'),
    read('physical_flows'),
    readFactorSet(sql, now),
    readCountryIntensities(sql, now),
  ])
  if (factorSet === null) return null
  const inputs: CarbonInputs = {
    generationByType,
    generationMix15min: [],
    physicalFlows,
    factorSet,
    countryIntensities,
  }
  const assessment = assessCarbon(inputs, now)
  // The quarter-hourly rows are ten times as many, and count only when the hourly feed is behind.
  if (assessment !== null && !isLate(assessment, now)) return assessment
  return assessCarbon({ ...inputs, generationMix15min: await read('generation_mix_15min') }, now)
}

function isLate(assessment: CarbonAssessment, now: Temporal.Instant): boolean {
  const slotEndMs = Temporal.Instant.from(assessment.slotEnd).epochMilliseconds
  return now.epochMilliseconds - slotEndMs > hourlyFeedMaxLagMs
}
