import type { FeedId } from './feeds.ts'

export type FeedCalendar = {
  /** Length of the feed's slots, minutes. */
  slotMinutes: number
  /** The publisher owes a slot this many minutes after its end. */
  dueMinutes: number
  /** How much later than due a slot may come before the feed counts as late, minutes. */
  toleranceMinutes: number
  /** Weight of the feed in the confidence index. */
  confidenceWeight: number
}

/** When each feed owes what, and what it weighs (methodology, "The 13 feeds" and "Confidence"). */
export const feedCalendar: Readonly<Record<FeedId, FeedCalendar>> = {
  generation_by_type: { slotMinutes: 60, dueMinutes: 60, toleranceMinutes: 60, confidenceWeight: 20 },
  generation_mix_15min: { slotMinutes: 15, dueMinutes: 25, toleranceMinutes: 30, confidenceWeight: 4 },
  physical_flows: { slotMinutes: 60, dueMinutes: 60, toleranceMinutes: 60, confidenceWeight: 6 },
}

/** The instant at which the slot after `newestSlotEnd` is due. */
export function nextDue(feed: FeedId, newestSlotEnd: Temporal.Instant): Temporal.Instant {
  const { slotMinutes, dueMinutes } = feedCalendar[feed]
  return newestSlotEnd.add({ minutes: slotMinutes + dueMinutes })
}
