import { roundHalfAwayFromZero } from '../bounds/numbers.ts'
import { findNextDue, type Received } from '../grid/feed-calendar.ts'
import { feedFacts } from '../grid/feed-facts.ts'
import { type FeedId, feedIds } from '../grid/feeds.ts'
import { hourMs, minuteMs } from '../time/instant.ts'
import { type ConfidenceVersion, confidenceVersion } from './versions.ts'

/** At this many tolerances after the first missed publication a feed counts as gone. */
const goneAfterTolerances = 4

/**
 * Availability φ of a feed, 0–1 (docs/methodology/score.md#confidence): its age counts from the first missed due publication; 1 up to
 * the tolerance, then linearly to 0 at four times the tolerance; 0 when nothing was ever received.
 */
export function computeAvailability(feed: FeedId, received: Received, now: Temporal.Instant): number {
  const due = findNextDue(feed, received)
  if (due === null) return 0
  const { toleranceMinutes } = feedFacts[feed]
  if (toleranceMinutes === null) return 1
  const ageMinutes = (now.epochMilliseconds - due.epochMilliseconds) / minuteMs
  if (ageMinutes <= toleranceMinutes) return 1
  const goneMinutes = goneAfterTolerances * toleranceMinutes
  return Math.max(0, (goneMinutes - ageMinutes) / (goneMinutes - toleranceMinutes))
}

/** Availability of some feeds, 0–1. */
export type AvailabilityByFeed = Readonly<Partial<Record<FeedId, number>>>

/**
 * Computes the availability with which each feed counts. From version 2 of the confidence on, the hourly generation counts with the availability of the
 * quarter-hourly mix if that is higher: both feeds measure the same, and the mix replaces the hourly generation when it is late.
 */
export function toCountedAvailability<Known extends AvailabilityByFeed>(
  availabilityByFeed: Known,
  version: ConfidenceVersion = confidenceVersion,
): Known {
  const { generation_by_type: hourly, generation_mix_15min: mix } = availabilityByFeed
  if (version === 1 || hourly === undefined || mix === undefined || hourly >= mix) return availabilityByFeed
  return { ...availabilityByFeed, generation_by_type: mix }
}

/** A reference is asked for every day and changes about once a year: after so long without an answer it counts as not available, days. */
const referenceToleranceDays = 30

/** Whether a reference with this time of synchronisation still counts as available; its stored values stay in use in any case. */
export function isReferenceSynchronised(sinceMs: number): boolean {
  return sinceMs <= referenceToleranceDays * 24 * hourMs
}

/** Availability of these feeds weighted by the methodology's weights, 0–100, unrounded; 0 when none of them carries weight. */
export function computeWeightedAvailabilityPct(
  availabilityByFeed: AvailabilityByFeed,
  version: ConfidenceVersion = confidenceVersion,
): number {
  const counted = toCountedAvailability(availabilityByFeed, version)
  let weightSum = 0
  let weighted = 0
  for (const feed of feedIds) {
    const phi = counted[feed]
    if (phi === undefined) continue
    const { confidenceWeight } = feedFacts[feed]
    weightSum += confidenceWeight
    weighted += confidenceWeight * phi
  }
  return weightSum === 0 ? 0 : (100 * weighted) / weightSum
}

/** Computes the confidence of a value that depends on these feeds, 0–100, rounded. */
export function computeConfidencePct(availabilityByFeed: AvailabilityByFeed): number {
  return roundHalfAwayFromZero(computeWeightedAvailabilityPct(availabilityByFeed), 0)
}
