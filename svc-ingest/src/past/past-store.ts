import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { PublisherId } from '@hexawatt/shared/grid/publishers'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import type { Window } from '../sources/definition/window.ts'
import type { PastDay, PastDays } from './next-piece.ts'
import type { PastProof } from './past-contents.ts'

/** What is recorded of the days of some contents, from a day on. */
export async function readPastDays(sql: Sql, contents: readonly string[], from: Temporal.PlainDate): Promise<PastDays> {
  const rows = await sql<(PastDay & { content: string; day: string })[]>`
    select content, day::text, is_known, asked_sources from past_days
    where content = any(${[...contents]}::text[]) and day >= ${from.toString()}::date`
  const ofContent = Map.groupBy(rows, ({ content }) => content)
  return new Map(contents.map((id) => [id, new Map((ofContent.get(id) ?? []).map(({ day, ...past }) => [day, past]))]))
}

/**
 * Records ascending days of a content as they were looked at. A day that is known stays known.
 *
 * @param isAsked whether one more source of the content was asked for the days
 */
export async function recordPastDays(
  sql: Sql,
  content: string,
  { days, known, isAsked }: { days: readonly Temporal.PlainDate[]; known: ReadonlySet<string>; isAsked: boolean },
): Promise<void> {
  await sql`
    insert into past_days as stored (content, day, is_known, asked_sources)
    select ${content}, day::date, day = any(${[...known]}::text[]), ${isAsked ? 1 : 0}::int
    from unnest(${days.map(String)}::text[]) as seen (day)
    on conflict (content, day) do update set is_known = stored.is_known or excluded.is_known,
      asked_sources = stored.asked_sources + excluded.asked_sources`
}

/** Deletes what is recorded of days before a day: they are not loaded any more. */
export async function forgetPastDays(sql: Sql, before: Temporal.PlainDate): Promise<void> {
  await sql`delete from past_days where day < ${before.toString()}::date`
}

/**
 * Minutes of each Paris day (`YYYY-MM-DD`) that a feed covers by one series, or by the best covered one, or of which the mix of a neighbour is stored; days
 * without a value are absent.
 */
export async function readCoveredMinutes(
  sql: Sql,
  proof: PastProof,
  window: Window,
): Promise<ReadonlyMap<string, number>> {
  return 'neighbour' in proof ? readNeighbourMinutes(sql, proof.neighbour, window) : readFeedMinutes(sql, proof, window)
}

async function readNeighbourMinutes(sql: Sql, country: string, { start, end }: Window): Promise<Map<string, number>> {
  const rows = await sql<{ day: string; minutes: number }[]>`
    select (hour_start at time zone ${parisTimeZone})::date::text as day, (60 * count(distinct hour_start))::double precision as minutes
    from neighbour_generation where country = ${country} and hour_start >= ${start} and hour_start < ${end} group by 1`
  return new Map(rows.map(({ day, minutes }) => [day, minutes]))
}

async function readFeedMinutes(
  sql: Sql,
  { feed, series }: { feed: FeedId; series: string | null },
  { start, end }: Window,
): Promise<Map<string, number>> {
  const rows = await sql<{ day: string; minutes: number }[]>`
    select day::text, max(minutes)::double precision as minutes from (
      select (hour at time zone ${parisTimeZone})::date as day, series, 60 * count(*) as minutes from (
        select series, date_trunc('hour', slot_start) as hour from feed_values
        where feed = ${feed} and slot_start >= ${start} and slot_start < ${end}
          and (${series}::text is null or series = ${series}::text)
        group by 1, 2 having max(slot_end) >= date_trunc('hour', slot_start) + interval '1 hour'
      ) hours group by 1, 2
    ) days group by day`
  return new Map(rows.map(({ day, minutes }) => [day, minutes]))
}

/** Longest time that a program holds a publisher without an end of its step, seconds: then another one goes on. */
const holdSeconds = 120

/**
 * Takes a publisher for one step, so that several programs never make the same calls.
 *
 * @returns how many steps have failed in a row; null when another program loads from it, or a pause after a failure is not over
 */
export async function takePublisher(sql: Sql, publisher: PublisherId, holder: string): Promise<number | null> {
  const [row] = await sql<{ failures: number }[]>`
    insert into past_loaders as loader (publisher, holder, held_until)
    values (${publisher}, ${holder}, now() + make_interval(secs => ${holdSeconds}))
    on conflict (publisher) do update set holder = excluded.holder, held_until = excluded.held_until
    where loader.held_until <= now() and (loader.not_before is null or loader.not_before <= now())
    returning failures`
  return row?.failures ?? null
}

/** Gives a publisher back after a step, with the pause before the next one. A holder that took too long has lost it. */
export async function releasePublisher(
  sql: Sql,
  publisher: PublisherId,
  holder: string,
  { failures, pauseMs }: { failures: number; pauseMs: number },
): Promise<void> {
  await sql`
    update past_loaders set held_until = now(), failures = ${failures},
      not_before = now() + make_interval(secs => ${pauseMs / 1000}::double precision)
    where publisher = ${publisher} and holder = ${holder}`
}
