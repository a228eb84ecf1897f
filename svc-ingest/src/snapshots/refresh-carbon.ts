import type { MaybePromise } from '@hexawatt/shared/bounds/maybe-promise'
import { carbonSnapshot } from '@hexawatt/shared/snapshot/carbon-snapshot'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import type { StoredCarbonRows } from '../inputs/stored-rows-source.ts'
import type { RefreshDeps } from './refresh-deps.ts'

/**
 * Writes the newest carbon assessment as its snapshot. When nothing could be computed the former snapshot stays: its slot
 * tells its age, and the service refuses it when it is too old.
 *
 * @param now the instant of the rows
 */
export async function refreshCarbon(
  { snapshots, mode }: RefreshDeps,
  rows: MaybePromise<StoredCarbonRows>,
  now: Temporal.Instant,
): Promise<void> {
  const { assessment } = await rows
  if (assessment === null) return
  await snapshots.write(carbonSnapshot, { mode, computedAt: isoSeconds(now), assessment }, now)
}
