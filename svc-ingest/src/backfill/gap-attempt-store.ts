import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { Sql } from '@hexawatt/shared/postgres/client'

/** How often a day was asked for again, and how long ago (real time). */
export type GapAttempts = { attempts: number; sinceHours: number }

/** Attempts of a feed by Paris day (`YYYY-MM-DD`). */
export async function readGapAttempts(sql: Sql, feed: FeedId): Promise<ReadonlyMap<string, GapAttempts>> {
  const rows = await sql<(GapAttempts & { day: string })[]>`
    select day::text as day, attempts, (extract(epoch from now() - last_attempt_at) / 3600)::double precision as since_hours
    from gap_attempts where feed = ${feed}`
  return new Map(rows.map(({ day, ...attempts }) => [day, attempts]))
}

/** Notes that these days were asked for and the publisher answered. */
export async function noteGapAttempts(sql: Sql, feed: FeedId, days: readonly Temporal.PlainDate[]): Promise<void> {
  await sql`
    insert into gap_attempts (feed, day, attempts, last_attempt_at)
    select ${feed}, day::date, 1, now() from unnest(${days.map(String)}::text[]) as asked (day)
    on conflict (feed, day) do update set attempts = gap_attempts.attempts + 1, last_attempt_at = now()`
}

/** Forgets days that are complete now, and days before `from`, which are not looked at any more. */
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
