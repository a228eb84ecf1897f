import type { DashboardResponse } from '../../contract/dashboard.ts'

/** Whether a source that the dashboard uses is late or missing, or something is not served at all. The page asks it in the browser too. */
export function isDashboardDegraded({ stale, score, carbon, sources }: DashboardResponse): boolean {
  if (stale || score === null || score.status !== 'ok' || carbon === null) return true
  return sources.some(
    ({ availabilityPct, confidenceWeight }) => confidenceWeight !== 0 && (availabilityPct ?? 100) < 100,
  )
}
