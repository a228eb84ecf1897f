import { carbonSnapshot } from '@hexawatt/shared/snapshot/carbon-snapshot'
import { dashboardSnapshot } from '@hexawatt/shared/snapshot/dashboard-snapshot'
import { gridStatusSnapshot } from '@hexawatt/shared/snapshot/grid-status-snapshot'
import { mixSnapshot } from '@hexawatt/shared/snapshot/mix-snapshot'
import { scoreReasonsSnapshot } from '@hexawatt/shared/snapshot/score-reasons-snapshot'
import { forecastSnapshot, scoreSnapshot } from '@hexawatt/shared/snapshot/score-snapshot'
import { createSnapshotReader, type SnapshotKind } from '@hexawatt/shared/snapshot/snapshot-store'
import { statusSnapshot } from '@hexawatt/shared/snapshot/status-snapshot'
import { tariffSnapshot } from '@hexawatt/shared/snapshot/tariff-snapshot'
import { heatMap, heatMapSpan } from './heat-map.ts'
import { readHourScores } from './hour-score-store.ts'
import { presentDashboard } from './present-dashboard.ts'
import type { RefreshDeps } from './refresh-deps.ts'

/**
 * Writes the dashboard from the other snapshots, which have just been written, and the stored hours. Reading what was written, instead of
 * computing it again, is what makes the page and the API say the same.
 */
export async function refreshDashboard(deps: RefreshDeps): Promise<void> {
  const { sql, clock, snapshots, mode } = deps
  const now = clock.now()
  const reader = createSnapshotReader(deps)
  const read = <Body>(kind: SnapshotKind<Body>) => reader.read(kind)
  const span = heatMapSpan(now)
  const [score, reasons, forecast, carbon, mix, gridStatus, tariff, status, hours] = await Promise.all([
    read(scoreSnapshot),
    read(scoreReasonsSnapshot),
    read(forecastSnapshot),
    read(carbonSnapshot),
    read(mixSnapshot),
    read(gridStatusSnapshot),
    read(tariffSnapshot),
    read(statusSnapshot),
    readHourScores(sql, span.from, span.to),
  ])
  const parts = { score, reasons, forecast, carbon, mix, gridStatus, tariff, status, heatMap: heatMap(hours, now) }
  await snapshots.write(dashboardSnapshot, presentDashboard(parts, now, mode), now)
}
