import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { hourMs, minuteMs } from '@hexawatt/shared/time/instant'
import type { Slot, Span } from './grid-source.ts'
import { quarterMs } from './quarter-hour.ts'

/** Length of a slot and how long after its end the operator publishes it. */
const rhythms: Readonly<Record<FeedId, { slotMs: number; delayMs: number }>> = {
  generation_by_type: { slotMs: hourMs, delayMs: 60 * minuteMs },
  generation_mix_15min: { slotMs: quarterMs, delayMs: 25 * minuteMs },
  physical_flows: { slotMs: hourMs, delayMs: 60 * minuteMs },
}

/** A slot of the feed, with its end and its publication by the feed's rhythm. */
export function publishedSlot(subject: FeedId, startEpochMs: number, powerMw: number): Slot {
  const { slotMs, delayMs } = rhythms[subject]
  const endEpochMs = startEpochMs + slotMs
  return { startEpochMs, endEpochMs, publishedEpochMs: endEpochMs + delayMs, powerMw }
}

/** Starts of the slots that begin in the span and are public at `now`, oldest first. */
export function publishedSlotStarts(subject: FeedId, span: Span, now: Temporal.Instant): number[] {
  const { slotMs, delayMs } = rhythms[subject]
  const firstStart = Math.ceil(span.fromEpochMs / slotMs) * slotMs
  const latestStart = now.epochMilliseconds - delayMs - slotMs
  const end = Math.min(span.untilEpochMs, latestStart + 1)
  const count = Math.max(0, Math.ceil((end - firstStart) / slotMs))
  return Array.from({ length: count }, (_, index) => firstStart + index * slotMs)
}
