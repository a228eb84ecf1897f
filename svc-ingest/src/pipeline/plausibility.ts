import { feedFacts } from '@hexawatt/shared/grid/feed-facts'
import { hourMs, isoSeconds } from '@hexawatt/shared/time/instant'
import type { FeedDefinition, Measurement, Refused } from '../feeds/definition/feed.ts'

export type Judged = { accepted: Measurement[]; quarantined: Refused[] }

/** Longest slot of any feed, ms: installed capacities hold for a year. */
const maxSlotMs = 366 * 24 * hourMs

/** No published series begins before this, and none reaches further ahead: every month with a slot needs a partition. */
const earliestSlot = Temporal.Instant.from('2000-01-01T00:00:00Z')
const furthestAheadHours = 2 * 366 * 24

/**
 * Selects one value per slot (the publisher's newest; at equal dates the last of the payload) and quarantines implausible ones with
 * the reason: they never replace stored values.
 */
export function judge(feed: FeedDefinition, measurements: readonly Measurement[], now: Temporal.Instant): Judged {
  const judged: Judged = { accepted: [], quarantined: [] }
  for (const measurement of newestPerSlot(measurements)) {
    const reason = implausibility(feed, measurement, now)
    if (reason === null) judged.accepted.push(measurement)
    else judged.quarantined.push({ measurement, reason })
  }
  return judged
}

function newestPerSlot(measurements: readonly Measurement[]): Iterable<Measurement> {
  const newest = new Map<string, Measurement>()
  for (const measurement of measurements) {
    const key = `${measurement.series} ${measurement.slotStart.epochMilliseconds}`
    const kept = newest.get(key)
    if (kept === undefined || updatedMs(measurement) >= updatedMs(kept)) newest.set(key, measurement)
  }
  return newest.values()
}

/** A missing date counts as the time of the fetch: newer than every date of the publisher. */
function updatedMs({ updatedAt }: Measurement): number {
  return updatedAt?.epochMilliseconds ?? Number.POSITIVE_INFINITY
}

function implausibility(feed: FeedDefinition, measurement: Measurement, now: Temporal.Instant): string | null {
  const { series, slotStart, slotEnd, value } = measurement
  const lengthMs = slotEnd.epochMilliseconds - slotStart.epochMilliseconds
  if (lengthMs <= 0 || lengthMs > maxSlotMs) return `slot of ${lengthMs / hourMs} h`
  if (Temporal.Instant.compare(slotStart, earliestSlot) < 0) return `slot too long ago (${isoSeconds(slotStart)})`
  if (Temporal.Instant.compare(slotEnd, now.add({ hours: furthestAheadHours })) > 0)
    return `slot too far ahead (${isoSeconds(slotEnd)})`
  if (!feed.mayLieAhead(series) && Temporal.Instant.compare(slotEnd, now) > 0)
    return `realised value of a slot that ends in the future (${isoSeconds(slotEnd)})`
  const { min, max } = feedFacts[feed.id].plausibleRange(series)
  if (value < min || value > max) return `${series} of ${value}, plausible are ${min} to ${max}`
  return null
}
