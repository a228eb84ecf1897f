import { feedCalendar } from '@hexawatt/shared/grid/feed-calendar'
import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { minuteMs } from '@hexawatt/shared/time/instant'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import type { FeedDefinition } from '../feeds/feed.ts'
import type { Window } from '../upstream/window.ts'

/** Minutes of one Paris day that the slots of one series cover. */
export type SeriesCoverage = { day: string; series: string; coveredMinutes: number }

/** How much of a Paris day of a feed is stored. `expectedMinutes` is 1380, 1440 or 1500: days have 23, 24 or 25 hours. */
export type DayCompleteness = {
  feed: FeedId
  day: Temporal.PlainDate
  expectedMinutes: number
  presentMinutes: number
  /** Length of the feed's slots; null where a publication covers a whole day. */
  slotMinutes: number | null
}

/** Half-open span of Paris days. */
export type DaySpan = { from: Temporal.PlainDate; to: Temporal.PlainDate }

/** Feeds that owe values for each day and can be asked for past days. */
export function hasCompleteness({ id, resource }: FeedDefinition): boolean {
  return feedCalendar[id].publication.kind !== 'poll' && resource.windowFormat !== 'none'
}

/** The first Paris day that is not wholly due yet at `now`: nothing from it on can be missing. */
export function firstUndueDay(feed: FeedId, now: Temporal.Instant): Temporal.PlainDate {
  const { publication, toleranceMinutes } = feedCalendar[feed]
  const dueMinutes = publication.kind === 'slot' ? publication.dueMinutes : 0
  const lateMinutes = publication.kind === 'slot' ? (toleranceMinutes ?? 0) : 0
  return now
    .subtract({ minutes: dueMinutes + lateMinutes })
    .toZonedDateTimeISO(parisTimeZone)
    .toPlainDate()
}

/**
 * Completeness of each day of the span. Of a feed with slots every series seen that day must cover it, and the least covered
 * one counts: an hour without nuclear is missing although the other types have it. Of a daily feed one series is enough, since
 * some (intraday forecasts) cover what is left of a day only.
 */
export function completenessOf(feed: FeedId, span: DaySpan, coverage: readonly SeriesCoverage[]): DayCompleteness[] {
  const { publication } = feedCalendar[feed]
  const slotMinutes = publication.kind === 'slot' ? publication.slotMinutes : null
  const coveredByDay = Map.groupBy(coverage, ({ day }) => day)
  return daysOf(span).map((day) => {
    const covered = (coveredByDay.get(day.toString()) ?? []).map(({ coveredMinutes }) => coveredMinutes)
    const expectedMinutes = minutesOfDay(day)
    const present = covered.length === 0 ? 0 : slotMinutes === null ? Math.max(...covered) : Math.min(...covered)
    return { feed, day, expectedMinutes, presentMinutes: Math.min(present, expectedMinutes), slotMinutes }
  })
}

export function isComplete({ presentMinutes, expectedMinutes }: DayCompleteness): boolean {
  return presentMinutes >= expectedMinutes
}

/** From the midnight that begins a Paris day to the one that ends the last day of the span. */
export function windowOfDays({ from, to }: DaySpan): Window {
  return { start: midnight(from), end: midnight(to) }
}

/** Every day of a span. */
export function daysOf({ from, to }: DaySpan): Temporal.PlainDate[] {
  const count = Math.max(0, from.until(to, { largestUnit: 'day' }).days)
  return Array.from({ length: count }, (_, index) => from.add({ days: index }))
}

function minutesOfDay(day: Temporal.PlainDate): number {
  return (midnight(day.add({ days: 1 })).epochMilliseconds - midnight(day).epochMilliseconds) / minuteMs
}

const midnight = (day: Temporal.PlainDate): Temporal.Instant => day.toZonedDateTime(parisTimeZone).toInstant()
