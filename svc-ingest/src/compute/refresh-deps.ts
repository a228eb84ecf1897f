import type { DataMode } from '@hexawatt/shared/grid/feeds'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { SnapshotWriter } from '@hexawatt/shared/snapshot/snapshot-store'
import type { Clock } from '@hexawatt/shared/time/clock'

/** What every live snapshot is computed with. */
export type RefreshDeps = { sql: Sql; clock: Clock; snapshots: SnapshotWriter; mode: DataMode }
