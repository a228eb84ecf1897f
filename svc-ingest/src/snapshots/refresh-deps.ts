import type { DataMode } from '@hexawatt/shared/grid/feeds'
import type { SnapshotStoreDeps, SnapshotWriter } from '@hexawatt/shared/snapshot/snapshot-store'
import type { Clock } from '@hexawatt/shared/time/clock'
import type { IssueDeps } from '../forecast/issue-forecast.ts'
import type { PastContent } from '../past/past-contents.ts'
import type { Source } from '../sources/definition/source.ts'

/** Dependencies of every live snapshot. */
export type RefreshDeps = SnapshotStoreDeps &
  IssueDeps & {
    clock: Clock
    snapshots: SnapshotWriter
    mode: DataMode
    /** Sources that this installation polls. */
    sources: readonly Pick<Source, 'id' | 'gives'>[]
    /** Contents whose past this installation loads. */
    past: readonly PastContent[]
  }
