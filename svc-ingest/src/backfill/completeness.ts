import { feedFacts } from '@hexawatt/shared/grid/feed-facts'
import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { minuteMs } from '@hexawatt/shared/time/instant'
import { parisDate, parisMidnight } from '@hexawatt/shared/time/paris'
import type { Window } from '../sources/definition/window.ts'
import { getSource } from '../sources/registry.ts'
import { readCoverage, readOldestSlotStart, type SeriesCoverage } from './backfill-store.ts'

/** Stored minutes of a Paris day of a feed. `expectedMinutes` is 1380, 1440 or 1500: days have 23, 24 or 25 hours. */
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

/** Whether a feed publishes values for each day and serves past days. */
export function hasCompleteness(feed: FeedId): boolean {
  return feedFacts[feed].publication.kind !== 'poll' && getSource(feed).backfillCalls !== undefined
}

/** The first Paris day that is not wholly due at `now`: no value from it on counts as missing. */
function findFirstUndueDay(feed: FeedId, now: Temporal.Instant): Temporal.PlainDate {
  const { publication, toleranceMinutes } = feedFacts[feed]
  const dueMinutes = publication.kind === 'slot' ? publication.dueMinutes : 0
  const lateMinutes = publication.kind === 'slot' ? (toleranceMinutes ?? 0) : 0
  return parisDate(now.subtract({ minutes: dueMinutes + lateMinutes }))
}

/**
 * Completeness of each day of the span. In a feed with slots the least covered series of the day counts: an hour without nuclear is
 * missing although the other types have it. In a daily feed the best covered series counts, since some (intraday forecasts) cover only
 * the rest of a day; of the series that show its freshness, since others (forecasts issued days before) say nothing of the publication.
 */
function measureCompleteness(feed: FeedId, span: DaySpan, coverage: readonly SeriesCoverage[]): DayCompleteness[] {
  const { publication, freshSeries } = feedFacts[feed]
  const slotMinutes = publication.kind === 'slot' ? publication.slotMinutes : null
  const counting = coverage.filter(({ series }) => slotMinutes !== null || (freshSeries?.includes(series) ?? true))
  const coveredByDay = Map.groupBy(counting, ({ day }) => day)
  return listDays(span).map((day) => {
    const covered = (coveredByDay.get(day.toString()) ?? []).map(({ coveredMinutes }) => coveredMinutes)
    const expectedMinutes = countMinutesOfDay(day)
    const present = covered.length === 0 ? 0 : slotMinutes === null ? Math.max(...covered) : Math.min(...covered)
    return { feed, day, expectedMinutes, presentMinutes: Math.min(present, expectedMinutes), slotMinutes }
  })
}

export function isComplete({ presentMinutes, expectedMinutes }: DayCompleteness): boolean {
  return presentMinutes >= expectedMinutes
}

/** The window from the first midnight of the span to its last. */
export function toWindow({ from, to }: DaySpan): Window {
  return { start: parisMidnight(from), end: parisMidnight(to) }
}

/** Every day of a span. */
export function listDays({ from, to }: DaySpan): Temporal.PlainDate[] {
  const count = Math.max(0, from.until(to, { largestUnit: 'day' }).days)
  return Array.from({ length: count }, (_, index) => from.add({ days: index }))
}

/** Minutes of a Paris day: 1380, 1440 or 1500. */
export function countMinutesOfDay(day: Temporal.PlainDate): number {
  return (parisMidnight(day.add({ days: 1 })).epochMilliseconds - parisMidnight(day).epochMilliseconds) / minuteMs
}

/** Days that are checked by default. */
const horizonDays = 31
/** Longest span of one check, days. */
const maxDays = 3_700

/** Days to check: either end may be open. */
export type WantedDays = { from: Temporal.PlainDate | null; to: Temporal.PlainDate | null }

/**
 * Completeness of each wanted day of a feed that is due. Without a first day it begins at the first stored slot, at most 31 days ago:
 * the backfill loads earlier days.
 */
export async function readCompleteness(
  sql: Sql,
  feed: FeedId,
  wanted: WantedDays,
  now: Temporal.Instant,
): Promise<DayCompleteness[]> {
  const span = await readSpan(sql, feed, wanted, now)
  if (span === null) return []
  return measureCompleteness(feed, span, await readCoverage(sql, feed, toWindow(span), now))
}

/** First day that the daily repair checks. */
export function findHorizonStart(now: Temporal.Instant): Temporal.PlainDate {
  return parisDate(now).subtract({ days: horizonDays })
}

async function readSpan(sql: Sql, feed: FeedId, wanted: WantedDays, now: Temporal.Instant): Promise<DaySpan | null> {
  const undue = findFirstUndueDay(feed, now)
  const to = wanted.to === null ? undue : pickEarlier(wanted.to, undue)
  const from = wanted.from ?? (await readFirstStoredDay(sql, feed, findHorizonStart(now)))
  if (from === null || Temporal.PlainDate.compare(from, to) >= 0) return null
  return { from: pickLater(from, to.subtract({ days: maxDays })), to }
}

async function readFirstStoredDay(
  sql: Sql,
  feed: FeedId,
  horizon: Temporal.PlainDate,
): Promise<Temporal.PlainDate | null> {
  const oldest = await readOldestSlotStart(sql, feed)
  return oldest && pickLater(parisDate(oldest), horizon)
}

const pickEarlier = (a: Temporal.PlainDate, b: Temporal.PlainDate) => (Temporal.PlainDate.compare(a, b) < 0 ? a : b)
const pickLater = (a: Temporal.PlainDate, b: Temporal.PlainDate) => (Temporal.PlainDate.compare(a, b) < 0 ? b : a)
