import { feedCalendar } from '@hexawatt/shared/grid/feed-calendar'
import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { hourMs, minuteMs } from '@hexawatt/shared/time/instant'
import { parisTimeZone } from '@hexawatt/shared/time/paris'

/** A slot of a series, ms since the epoch. */
type DueSlot = { feed: FeedId; series: string; startMs: number; endMs: number }

/** When the slots of a series are published. `daysBefore`: Paris days before the one that the slot begins on. */
type DueRule =
  | { kind: 'after end'; minutes: number }
  | { kind: 'days before'; at: Temporal.PlainTime; daysBefore: number }
  | { kind: 'start of hour' }
  | { kind: 'start' }

const daysBefore = (days: number, at: string): DueRule => ({
  kind: 'days before',
  at: Temporal.PlainTime.from(at),
  daysBefore: days,
})

/**
 * Series that are published at another time than their feed's calendar says (methodology, "The 13 feeds"). A past intraday forecast is the
 * last one that was issued, which stands from the hour that it is about.
 */
const ruleBySeries: Readonly<Partial<Record<FeedId, Readonly<Record<string, DueRule>>>>> = {
  consumption: {
    ID: { kind: 'start of hour' },
    'D-1': daysBefore(1, '19:30'),
    'D-2': daysBefore(2, '07:00'),
  },
  generation_forecast: { ID: { kind: 'start of hour' } },
  // Prices follow volumes: a quarter of an hour after the feed is due they are there.
  imbalance: { POSITIVE_PRICE: { kind: 'after end', minutes: 60 }, NEGATIVE_PRICE: { kind: 'after end', minutes: 60 } },
}

/**
 * The instant at which a slot was due to be public, ms since the epoch: a value that was only learnt later (by a backfill) counts as known
 * from then on. What has no calendar counts as known from the start of its validity.
 */
export function publicationDueMs({ feed, series, startMs, endMs }: DueSlot): number {
  const rule = ruleOf(feed, series)
  switch (rule.kind) {
    case 'after end':
      return endMs + rule.minutes * minuteMs
    case 'days before':
      return parisTimeBeforeMs(startMs, rule)
    case 'start of hour':
      return Math.floor(startMs / hourMs) * hourMs
    case 'start':
      return startMs
  }
}

function ruleOf(feed: FeedId, series: string): DueRule {
  const [kind = series] = series.split('/', 1)
  const special = ruleBySeries[feed]?.[kind]
  if (special !== undefined) return special
  const { publication } = feedCalendar[feed]
  if (publication.kind === 'slot') return { kind: 'after end', minutes: publication.dueMinutes }
  if (publication.kind === 'poll') return { kind: 'start' }
  return { kind: 'days before', at: publication.at, daysBefore: publication.daysAhead }
}

function parisTimeBeforeMs(startMs: number, rule: Extract<DueRule, { kind: 'days before' }>): number {
  const day = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(parisTimeZone).toPlainDate()
  return day.subtract({ days: rule.daysBefore }).toZonedDateTime({ timeZone: parisTimeZone, plainTime: rule.at })
    .epochMilliseconds
}
