import type { DataMode } from '@hexawatt/shared/grid/feeds'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { consumptionSnapshot } from '@hexawatt/shared/snapshot/consumption'
import type { SnapshotWriter } from '@hexawatt/shared/snapshot/snapshot-store'
import { readNewestConsumptionHour } from '@hexawatt/shared/stored-hours/consumption-hour-store'
import type { Clock } from '@hexawatt/shared/time/clock'
import { isoSeconds } from '@hexawatt/shared/time/instant'

type SnapshotDeps = { sql: Sql; clock: Clock; snapshots: SnapshotWriter; mode: DataMode }

/** How far back the newest hour is looked for: an older one is not served. */
const searchedHours = 24

/** Writes the newest hour whose flows are known at all borders as its snapshot. Without one the former snapshot stays: the service refuses it when it is too old. */
export async function refreshConsumption({ sql, clock, snapshots, mode }: SnapshotDeps): Promise<void> {
  const now = clock.now()
  const hour = await readNewestConsumptionHour(sql, now.subtract({ hours: searchedHours }), now)
  if (hour === null) return
  await snapshots.write(consumptionSnapshot, { mode, computedAt: isoSeconds(now), hour }, now)
}
