import * as v from 'valibot'
import { DashboardHour, DashboardResponse } from '../contract/dashboard.ts'
import { computedForecastHours } from '../methodology/score/score-slot.ts'
import type { SnapshotKind } from './snapshot-store.ts'

/** Everything that the page at `/` shows, as svc-ingest writes it: some hours more than are served, like the forecast. */
export const DashboardSnapshot = v.strictObject({
  ...DashboardResponse.entries,
  hours: v.pipe(v.array(DashboardHour), v.maxLength(computedForecastHours)),
})
export type DashboardSnapshot = v.InferOutput<typeof DashboardSnapshot>

export const dashboardSnapshot: SnapshotKind<DashboardSnapshot> = {
  name: 'dashboard',
  schemaVersion: 2,
  schema: DashboardSnapshot,
}
