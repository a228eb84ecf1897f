import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import type { Window } from '../sources/definition/window.ts'
import type { BackfillPiece } from './backfill-plan.ts'

/** Name of a piece within a plan. */
export function buildPieceKey({ source, window }: BackfillPiece): string {
  return `${source.id} ${window.start.epochMilliseconds} ${window.end.epochMilliseconds}`
}

/** Keys of the pieces that an earlier, interrupted run completed. */
export async function readDonePieces(sql: Sql): Promise<ReadonlySet<string>> {
  const rows = await sql<{ key: string }[]>`
    select feed || ' ' || (extract(epoch from window_start) * 1000)::bigint || ' ' ||
      (extract(epoch from window_end) * 1000)::bigint as key
    from backfill_pieces`
  return new Set(rows.map(({ key }) => key))
}

/** Records that a piece is done. */
export async function noteDonePiece(sql: Sql, { source, window }: BackfillPiece, changedSlots: number): Promise<void> {
  await sql`
    insert into backfill_pieces (feed, window_start, window_end, changed_slots)
    values (${source.id}, ${window.start}, ${window.end}, ${changedSlots})
    on conflict (feed, window_start, window_end) do update set done_at = now()`
}

/** Deletes the progress of these feeds within the span of their pieces: the next backfill starts from the beginning. */
export async function forgetPieces(sql: Sql, pieces: readonly BackfillPiece[]): Promise<void> {
  if (pieces.length === 0) return
  const feeds = [...new Set(pieces.map(({ source }) => source.id))]
  const starts = pieces.map(({ window }) => window.start).sort(Temporal.Instant.compare)
  const ends = pieces.map(({ window }) => window.end).sort(Temporal.Instant.compare)
  await sql`
    delete from backfill_pieces
    where feed = any(${feeds}::text[]) and window_start >= ${starts[0] ?? null} and window_end <= ${ends.at(-1) ?? null}`
}

/** Repeated fetches of an incomplete day, and real time since the last one. */
export type GapAttempts = { attempts: number; sinceHours: number }

/** Attempts of a feed by Paris day (`YYYY-MM-DD`). */
export async function readGapAttempts(sql: Sql, feed: FeedId): Promise<ReadonlyMap<string, GapAttempts>> {
  const rows = await sql<(GapAttempts & { day: string })[]>`
    select day::text as day, attempts, (extract(epoch from now() - last_attempt_at) / 3600)::double precision as since_hours
    from gap_attempts where feed = ${feed}`
  return new Map(rows.map(({ day, ...attempts }) => [day, attempts]))
}

/** Records that these days were fetched again and the publisher answered. */
export async function noteGapAttempts(sql: Sql, feed: FeedId, days: readonly Temporal.PlainDate[]): Promise<void> {
  await sql`
    insert into gap_attempts (feed, day, attempts, last_attempt_at)
    select ${feed}, day::date, 1, now() from unnest(${days.map(String)}::text[]) as asked (day)
    on conflict (feed, day) do update set attempts = gap_attempts.attempts + 1, last_attempt_at = now()`
}

/** Deletes the attempts of days that are complete now, and of days before `from`. */
export async function forgetGapAttempts(
  sql: Sql,
  feed: FeedId,
  complete: readonly Temporal.PlainDate[],
  from: Temporal.PlainDate,
): Promise<void> {
  await sql`
    delete from gap_attempts
    where feed = ${feed} and (day = any(${complete.map(String)}::text[]::date[]) or day < ${from.toString()}::date)`
}

/** Minutes of one Paris day that the slots of one series cover. */
export type SeriesCoverage = { day: string; series: string; coveredMinutes: number }

/** Minutes that each series covers of each Paris day, as known at `now`; days without any value are absent. */
export async function readCoverage(
  sql: Sql,
  feed: FeedId,
  { start, end }: Window,
  now: Temporal.Instant,
): Promise<SeriesCoverage[]> {
  return sql<SeriesCoverage[]>`
    select (slot_start at time zone ${parisTimeZone})::date::text as day, series,
      (sum(extract(epoch from slot_end - slot_start)) / 60)::double precision as covered_minutes
    from (
      select distinct on (slot_start, series) slot_start, slot_end, series
      from feed_values
      where feed = ${feed} and slot_start >= ${start} and slot_start < ${end} and known_from <= ${now}
      order by slot_start, series, known_from desc
    ) newest
    group by day, series`
}

/** Start of the oldest stored slot of a feed; null when nothing is stored. */
export async function readOldestSlotStart(sql: Sql, feed: FeedId): Promise<Temporal.Instant | null> {
  const [row] = await sql<{ slotStart: Temporal.Instant }[]>`
    select slot_start from feed_values where feed = ${feed} order by slot_start limit 1`
  return row?.slotStart ?? null
}
