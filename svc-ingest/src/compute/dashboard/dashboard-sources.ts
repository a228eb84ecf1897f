import type { DashboardSource } from '@hexawatt/shared/contract/dashboard'
import { roundHalfAwayFromZero } from '@hexawatt/shared/contract/numbers'
import type { StatusResponse } from '@hexawatt/shared/contract/status'
import { feedCalendar } from '@hexawatt/shared/grid/feed-calendar'
import { type FeedId, feedIds } from '@hexawatt/shared/grid/feeds'
import { availabilityOfStatus } from '@hexawatt/shared/methodology/availability-of-status'

/** Freshness of every source, and what each carries of the confidence; none without a status. */
export function dashboardSources(status: StatusResponse | null, now: Temporal.Instant): DashboardSource[] {
  const availability = new Map(Object.entries(availabilityOfStatus(feedIds, status, now)))
  const weightOf = new Map<string, number>(feedIds.map((id: FeedId) => [id, feedCalendar[id].confidenceWeight]))
  return (status?.sources ?? []).map(({ id, lastSuccess, newestSlot, expectedNext }) => {
    const phi = availability.get(id)
    return {
      id,
      lastSuccess,
      newestSlot,
      expectedNext,
      availabilityPct: phi === undefined ? null : roundHalfAwayFromZero(100 * phi, 0),
      confidenceWeight: weightOf.get(id) ?? null,
    }
  })
}
