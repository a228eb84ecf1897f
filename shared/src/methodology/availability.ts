import { roundHalfAwayFromZero } from '../contract/numbers.ts'
import { feedCalendar, nextDue, type Received } from '../grid/feed-calendar.ts'
import type { FeedId } from '../grid/feeds.ts'
import { minuteMs } from '../time/instant.ts'

/** At this many tolerances after the first missed publication a feed counts as gone. */
const goneAfterTolerances = 4

/**
 * Availability φ of a feed, 0–1 (methodology, "Confidence"): its age counts from the first missed due publication; 1 up to
 * the tolerance, then linearly to 0 at four times the tolerance; 0 when nothing was ever received.
 */
export function availability(feed: FeedId, received: Received, now: Temporal.Instant): number {
  const due = nextDue(feed, received)
  if (due === null) return 0
  const { toleranceMinutes } = feedCalendar[feed]
  if (toleranceMinutes === null) return 1
  const ageMinutes = (now.epochMilliseconds - due.epochMilliseconds) / minuteMs
  if (ageMinutes <= toleranceMinutes) return 1
  const goneMinutes = goneAfterTolerances * toleranceMinutes
  return Math.max(0, (goneMinutes - ageMinutes) / (goneMinutes - toleranceMinutes))
}

/** Confidence of what rests on these feeds: their availability weighted by the methodology's weights, 0–100. */
export function confidencePct(availabilityByFeed: Readonly<Partial<Record<FeedId, number>>>): number {
  let weightSum = 0
  let weighted = 0
  for (const [feed, { confidenceWeight }] of Object.entries(feedCalendar) as [FeedId, { confidenceWeight: number }][]) {
    const phi = availabilityByFeed[feed]
    if (phi === undefined) continue
    weightSum += confidenceWeight
    weighted += confidenceWeight * phi
  }
  return weightSum === 0 ? 0 : roundHalfAwayFromZero((100 * weighted) / weightSum, 0)
}
