import * as v from 'valibot'
import { dashboardMixHours, MixSlot } from '../contract/dashboard.ts'
import { UtcTimestamp } from '../contract/fields.ts'
import { dataModes } from '../grid/feeds.ts'
import type { SnapshotKind } from './snapshot-store.ts'

/** The last hours of the mix as the dashboard shows them, oldest first. */
export const MixSnapshot = v.strictObject({
  mode: v.picklist(dataModes),
  computedAt: UtcTimestamp,
  slots: v.pipe(v.array(MixSlot), v.maxLength(dashboardMixHours)),
})
export type MixSnapshot = v.InferOutput<typeof MixSnapshot>

export const mixSnapshot: SnapshotKind<MixSnapshot> = { name: 'mix', schemaVersion: 1, schema: MixSnapshot }
