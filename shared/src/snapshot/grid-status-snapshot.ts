import * as v from 'valibot'
import { IsoDate, UtcTimestamp } from '../contract/fields.ts'
import { GridStatusHour } from '../contract/grid-status.ts'
import { dataModes } from '../grid/feeds.ts'
import { gridSignalStatuses } from '../grid/grid-signal.ts'
import type { SnapshotKind } from './snapshot-store.ts'

/** The newest signal by Paris day, ascending. The service names the days (D, D+1 …) by the day on which it is asked. */
export const GridStatusSnapshot = v.strictObject({
  mode: v.picklist(dataModes),
  computedAt: UtcTimestamp,
  publishedAt: v.nullable(UtcTimestamp),
  fetchedAt: UtcTimestamp,
  /** An issue is missing that was due. */
  isStale: v.boolean(),
  days: v.array(
    v.strictObject({
      date: IsoDate,
      status: v.picklist(gridSignalStatuses),
      message: v.string(),
      hours: v.array(GridStatusHour),
    }),
  ),
})
export type GridStatusSnapshot = v.InferOutput<typeof GridStatusSnapshot>

export const gridStatusSnapshot: SnapshotKind<GridStatusSnapshot> = {
  name: 'grid_status',
  schemaVersion: 1,
  schema: GridStatusSnapshot,
}
