import type { DashboardSource } from '@hexawatt/shared/contract/dashboard'
import { roundHalfAwayFromZero } from '@hexawatt/shared/contract/numbers'
import type { StatusResponse } from '@hexawatt/shared/contract/status'
import { feedCalendar } from '@hexawatt/shared/grid/feed-calendar'
import { feedIds, isFeed } from '@hexawatt/shared/grid/feeds'
import { availabilityOfStatus } from '@hexawatt/shared/methodology/availability-of-status'

/** Freshness of every source, and what each carries of the confidence; none without a status. */
export function dashboardSources(status: StatusResponse | null, now: Temporal.Instant): DashboardSource[] {
  const availability = availabilityOfStatus(feedIds, status, now)
  return (status?.sources ?? []).map(({ id, lastSuccess, newestSlot, expectedNext }) => ({
    id,
    lastSuccess,
    newestSlot,
    expectedNext,
    availabilityPct: isFeed(id) ? roundHalfAwayFromZero(100 * availability[id], 0) : null,
    confidenceWeight: isFeed(id) ? feedCalendar[id].confidenceWeight : null,
  }))
}
