import { addParisDays, parisTimeZone } from '../time/paris.ts'
import type { FeedId } from './feeds.ts'

/** When the publisher owes what. */
export type Publication =
  /** Each slot, this many minutes after its end. */
  | { kind: 'slot'; slotMinutes: number; dueMinutes: number }
  /** Once a day at a Paris hour, each time covering up to `daysAhead` civil days after the day of publication. */
  | { kind: 'daily'; at: Temporal.PlainTime; daysAhead: number }
  /** No calendar: what counts is when it was asked last with success. */
  | { kind: 'poll'; everyMinutes: number }

export type FeedCalendar = {
  publication: Publication
  /** How much later than due it may come before the feed counts as late, minutes; null = never counts as late. */
  toleranceMinutes: number | null
  /** Weight of the feed in the confidence index; 0 = not part of it. */
  confidenceWeight: number
}

const time = (text: string): Temporal.PlainTime => Temporal.PlainTime.from(text)
const daysMinutes = 24 * 60

/** The calendar of every feed (methodology, "The 13 feeds" and "Confidence"). */
export const feedCalendar: Readonly<Record<FeedId, FeedCalendar>> = {
  generation_by_type: {
    publication: { kind: 'slot', slotMinutes: 60, dueMinutes: 60 },
    toleranceMinutes: 60,
    confidenceWeight: 20,
  },
  generation_mix_15min: {
    publication: { kind: 'slot', slotMinutes: 15, dueMinutes: 25 },
    toleranceMinutes: 30,
    confidenceWeight: 4,
  },
  generation_forecast: {
    publication: { kind: 'daily', at: time('18:00'), daysAhead: 1 },
    toleranceMinutes: 180,
    confidenceWeight: 10,
  },
  consumption: {
    publication: { kind: 'slot', slotMinutes: 15, dueMinutes: 15 },
    toleranceMinutes: 30,
    confidenceWeight: 12,
  },
  consumption_weekly: {
    publication: { kind: 'daily', at: time('13:30'), daysAhead: 9 },
    toleranceMinutes: 72 * 60,
    confidenceWeight: 2,
  },
  power_exchanges: {
    publication: { kind: 'daily', at: time('13:30'), daysAhead: 1 },
    toleranceMinutes: 180,
    confidenceWeight: 20,
  },
  physical_flows: {
    publication: { kind: 'slot', slotMinutes: 60, dueMinutes: 60 },
    toleranceMinutes: 60,
    confidenceWeight: 6,
  },
  exchange_schedules: {
    publication: { kind: 'daily', at: time('15:30'), daysAhead: 1 },
    toleranceMinutes: 360,
    confidenceWeight: 2,
  },
  grid_signals: {
    publication: { kind: 'daily', at: time('17:00'), daysAhead: 3 },
    toleranceMinutes: 720,
    confidenceWeight: 12,
  },
  tariff_calendar: {
    publication: { kind: 'daily', at: time('10:40'), daysAhead: 1 },
    toleranceMinutes: null,
    confidenceWeight: 0,
  },
  generation_unavailabilities: {
    publication: { kind: 'poll', everyMinutes: 15 },
    toleranceMinutes: 360,
    confidenceWeight: 6,
  },
  installed_capacities: {
    publication: { kind: 'poll', everyMinutes: daysMinutes },
    toleranceMinutes: 400 * daysMinutes,
    confidenceWeight: 4,
  },
  imbalance: {
    publication: { kind: 'slot', slotMinutes: 15, dueMinutes: 45 },
    toleranceMinutes: 60,
    confidenceWeight: 2,
  },
}

/** What was received of a feed: the end of its newest slot, and when it was last fetched. */
export type Received = { newestSlotEnd: Temporal.Instant | null; lastSuccess: Temporal.Instant | null }

/** The instant of the first publication that has not been received; null when nothing ever was. */
export function nextDue(feed: FeedId, { newestSlotEnd, lastSuccess }: Received): Temporal.Instant | null {
  const { publication } = feedCalendar[feed]
  if (publication.kind === 'poll') return lastSuccess?.add({ minutes: publication.everyMinutes }) ?? null
  if (newestSlotEnd === null) return null
  if (publication.kind === 'slot') {
    return newestSlotEnd.add({ minutes: publication.slotMinutes + publication.dueMinutes })
  }
  // The newest covered day ends at `newestSlotEnd`; the next day is published `daysAhead` days before it.
  const nextDay = addParisDays(newestSlotEnd.subtract({ milliseconds: 1 }), 1 - publication.daysAhead)
  return nextDay.toZonedDateTimeISO(parisTimeZone).withPlainTime(publication.at).toInstant()
}
