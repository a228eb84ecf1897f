import { mixSnapshot } from '@hexawatt/shared/snapshot/mix-snapshot'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import type { CarbonRows } from '../carbon-rows.ts'
import type { RefreshDeps } from '../refresh-deps.ts'
import { mixSlots } from './mix-slots.ts'

/**
 * Writes the last hours of the mix as their snapshot, also when none of them is complete. Without factors nothing can be said.
 *
 * @param now the instant of the rows
 */
export async function refreshMix(
  { snapshots, mode }: RefreshDeps,
  rows: Promise<CarbonRows>,
  now: Temporal.Instant,
): Promise<void> {
  const { factorSet, assessment, ...inputs } = await rows
  if (factorSet === null) return
  const newestEnd = assessment && Temporal.Instant.from(assessment.slotEnd)
  const slots = mixSlots({ ...inputs, factorSet }, newestEnd, now)
  await snapshots.write(mixSnapshot, { mode, computedAt: isoSeconds(now), slots }, now)
}
