import { feedFacts } from '@hexawatt/shared/grid/feed-facts'
import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { dayAheadPriceLimits, type PlausibleRange } from '@hexawatt/shared/grid/plausible-ranges'
import { hourMs, isoSeconds, quarterHourMs } from '@hexawatt/shared/time/instant'
import type { Measurement, Refused } from '../sources/definition/content.ts'
import { separateOverlaps } from './coarser-slots.ts'

export type Judged = { accepted: Measurement[]; quarantined: Refused[] }

/** Longest slot of a feed whose facts say no other, hours: its hours are made from slots. */
const usualLongestSlotHours = 1

/** No published series begins before this, and none reaches further ahead: every month with a slot needs a partition. */
const earliestSlotMs = Date.parse('2000-01-01T00:00:00Z')
const furthestAheadMs = 2 * 366 * 24 * hourMs

/**
 * Selects one value per slot (the publisher's newest; at equal dates the last of the payload) and quarantines implausible ones with
 * the reason: they never replace stored values.
 *
 * @param priceLimits harmonised minimum and maximum price of the day-ahead auction, EUR/MWh
 */
export function judge(
  feed: FeedId,
  measurements: readonly Measurement[],
  now: Temporal.Instant,
  priceLimits: PlausibleRange = dayAheadPriceLimits,
): Judged {
  const [plausible, quarantined]: [Measurement[], Refused[]] = [[], []]
  const nowMs = now.epochMilliseconds
  const rangeOf = findRanges(feed, priceLimits)
  for (const measurement of keepNewestPerSlot(measurements)) {
    const reason = findImplausibility(feed, rangeOf, measurement, nowMs)
    if (reason === null) plausible.push(measurement)
    else quarantined.push({ measurement, reason })
  }
  const { accepted, setAside } = separateOverlaps(plausible)
  return { accepted, quarantined: [...quarantined, ...setAside] }
}

/** In the order in which the slots first come. */
function keepNewestPerSlot(measurements: readonly Measurement[]): readonly Measurement[] {
  const newest: Measurement[] = []
  const places = new Map<string, Map<number, number>>()
  for (const measurement of measurements) {
    const startMs = measurement.slotStart.epochMilliseconds
    const lengthMs = measurement.slotEnd.epochMilliseconds - startMs
    const ofLength = places.getOrInsertComputed(`${measurement.series} ${lengthMs}`, () => new Map<number, number>())
    const place = ofLength.getOrInsertComputed(startMs, () => newest.length)
    const kept = newest[place]
    if (kept === undefined || updatedMs(measurement) >= updatedMs(kept)) newest[place] = measurement
  }
  return newest
}

/** A missing date counts as the time of the fetch: newer than every date of the publisher. */
function updatedMs({ updatedAt }: Measurement): number {
  return updatedAt?.epochMilliseconds ?? Number.POSITIVE_INFINITY
}

type RangeOf = (series: string) => PlausibleRange

/** A payload has thousands of values of a few series. */
function findRanges(feed: FeedId, priceLimits: PlausibleRange): RangeOf {
  const ranges = new Map<string, PlausibleRange>(feed === 'power_exchanges' ? [['PRICE', priceLimits]] : [])
  return (series) => ranges.getOrInsertComputed(series, feedFacts[feed].plausibleRange)
}

function findImplausibility(
  feed: FeedId,
  rangeOf: RangeOf,
  { series, slotStart, slotEnd, value }: Measurement,
  nowMs: number,
): string | null {
  const [startMs, endMs] = [slotStart.epochMilliseconds, slotEnd.epochMilliseconds]
  const lengthMs = endMs - startMs
  const facts = feedFacts[feed]
  if (lengthMs <= 0 || lengthMs > (facts.longestSlotHours ?? usualLongestSlotHours) * hourMs) {
    return `slot of ${lengthMs / hourMs} h`
  }
  if (startMs % quarterHourMs !== 0) return `slot that begins off the quarter-hour (${isoSeconds(slotStart)})`
  if (startMs < earliestSlotMs) return `slot too long ago (${isoSeconds(slotStart)})`
  if (endMs > nowMs + furthestAheadMs) return `slot too far ahead (${isoSeconds(slotEnd)})`
  if (endMs > nowMs && !facts.mayLieAhead(series)) {
    return `realised value of a slot that ends in the future (${isoSeconds(slotEnd)})`
  }
  const { min, max } = rangeOf(series)
  if (value < min || value > max) return `${series} of ${value}, plausible are ${min} to ${max}`
  return null
}
