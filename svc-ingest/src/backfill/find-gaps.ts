import type { Sql } from '@hexawatt/shared/postgres/client'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import type { FeedDefinition } from '../feeds/feed.ts'
import { completenessOf, type DayCompleteness, type DaySpan, firstUndueDay, windowOfDays } from './completeness.ts'
import { oldestSlotStart, readCoverage } from './coverage-store.ts'

/** Days that are looked at when none are named. */
const horizonDays = 31
/** Longest span that is looked at, days. */
const maxDays = 3_700

/** Days to look at: either end may be left open. */
export type WantedDays = { from: Temporal.PlainDate | null; to: Temporal.PlainDate | null }

/**
 * Completeness of each wanted day of a feed that is due. Without a first day it begins with what the feed has stored, at most
 * 31 days ago: what lies before the first stored slot is the backfill's work.
 */
export async function readCompleteness(
  sql: Sql,
  feed: FeedDefinition,
  wanted: WantedDays,
  now: Temporal.Instant,
): Promise<DayCompleteness[]> {
  const span = await spanOf(sql, feed, wanted, now)
  if (span === null) return []
  return completenessOf(feed.id, span, await readCoverage(sql, feed.id, windowOfDays(span), now))
}

/** First day that the daily repair looks at. */
export function horizonStart(now: Temporal.Instant): Temporal.PlainDate {
  return now.toZonedDateTimeISO(parisTimeZone).toPlainDate().subtract({ days: horizonDays })
}

async function spanOf(
  sql: Sql,
  feed: FeedDefinition,
  wanted: WantedDays,
  now: Temporal.Instant,
): Promise<DaySpan | null> {
  const undue = firstUndueDay(feed.id, now)
  const to = wanted.to === null ? undue : earlier(wanted.to, undue)
  const from = wanted.from ?? (await firstStoredDay(sql, feed, horizonStart(now)))
  if (from === null || Temporal.PlainDate.compare(from, to) >= 0) return null
  return { from: later(from, to.subtract({ days: maxDays })), to }
}

async function firstStoredDay(
  sql: Sql,
  feed: FeedDefinition,
  horizon: Temporal.PlainDate,
): Promise<Temporal.PlainDate | null> {
  const oldest = await oldestSlotStart(sql, feed.id)
  return oldest && later(oldest.toZonedDateTimeISO(parisTimeZone).toPlainDate(), horizon)
}

const earlier = (a: Temporal.PlainDate, b: Temporal.PlainDate) => (Temporal.PlainDate.compare(a, b) < 0 ? a : b)
const later = (a: Temporal.PlainDate, b: Temporal.PlainDate) => (Temporal.PlainDate.compare(a, b) < 0 ? b : a)
