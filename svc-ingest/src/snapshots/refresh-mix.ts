import type { MaybePromise } from '@hexawatt/shared/bounds/maybe-promise'
import { mixSnapshot } from '@hexawatt/shared/snapshot/mix-snapshot'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import type { StoredCarbonRows } from '../inputs/stored-rows-source.ts'
import { mixSlots } from './mix-slots.ts'
import type { RefreshDeps } from './refresh-deps.ts'

/**
 * Writes the last hours of the mix as their snapshot, also when none of them is complete. Without factors nothing can be said.
 *
 * @param now the instant of the rows
 */
export async function refreshMix(
  { snapshots, mode }: RefreshDeps,
  rows: MaybePromise<StoredCarbonRows>,
  now: Temporal.Instant,
): Promise<void> {
  const { factorSet, assessment, ...inputs } = await rows
  if (factorSet === null) return
  const newestEnd = assessment && Temporal.Instant.from(assessment.slotEnd)
  const slots = mixSlots({ ...inputs, factorSet }, newestEnd, now)
  await snapshots.write(mixSnapshot, { mode, computedAt: isoSeconds(now), slots }, now)
}
