import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { type DashboardSnapshot, dashboardSnapshot } from '@hexawatt/shared/snapshot/dashboard-snapshot'
import { dated, isFromFuture } from '@hexawatt/shared/snapshot/snapshot-age'
import { createSnapshotCache, type SnapshotCacheDeps } from '@hexawatt/shared/snapshot/snapshot-cache'
import type { Clock } from '@hexawatt/shared/time/clock'
import { minuteMs } from '@hexawatt/shared/time/instant'
import { servableDashboard } from './servable-dashboard.ts'

export type CurrentDashboardDeps = SnapshotCacheDeps & { clock: Clock }

/**
 * The dashboard of this minute, kept in memory: what changes within a minute comes as a new snapshot. The same object is given as long as
 * it says the same, so that whatever is made of it can be kept with it.
 */
export function createCurrentDashboard({ clock, ...deps }: CurrentDashboardDeps) {
  const cache = createSnapshotCache(dashboardSnapshot, (body) => body, deps)
  let kept: { snapshot: DashboardSnapshot; minute: number; dashboard: DashboardResponse } | null = null

  return {
    /**
     * Null when none was written yet, or only at a later instant of a replay.
     *
     * @throws AppError `service_unavailable` when the stores fail and none was ever read
     */
    async latest(): Promise<DashboardResponse | null> {
      const snapshot = await cache.latest()
      const now = clock.now()
      if (snapshot === null || isFromFuture(dated(snapshot, snapshot.generatedAt), now.epochMilliseconds)) return null
      const minute = Math.floor(now.epochMilliseconds / minuteMs)
      if (kept === null || kept.snapshot !== snapshot || kept.minute !== minute) {
        kept = { snapshot, minute, dashboard: servableDashboard(snapshot, now) }
      }
      return kept.dashboard
    },
    /** A snapshot of this name was written, or any of them may have been. */
    changed: cache.changed,
  }
}
export type CurrentDashboard = ReturnType<typeof createCurrentDashboard>
