import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { importHistoryDays } from '@hexawatt/shared/methodology/imports/consumption-forecast'
import type { Sql, TransactionSql } from '@hexawatt/shared/postgres/client'

/** A span of hours to compute again; both bounds are starts of hours, ms, and belong to it. */
export type HourRequest = { id: string; firstMs: number; lastMs: number }

/** Feeds that the values of an hour rest on. */
export const hourFeeds = [
  'generation_by_type',
  'generation_mix_15min',
  'physical_flows',
  'exchange_schedules',
  'power_exchanges',
  'tariff_calendar',
] as const satisfies readonly FeedId[]

/** Requests of one piece; the others wait for the next piece. */
const maxRequests = 500

/** Takes the lock of the only program that computes hours until the end of the transaction; false when another program holds it. */
export async function tryLockHours(tx: TransactionSql): Promise<boolean> {
  const [row] = await tx<{ taken: boolean }[]>`select pg_try_advisory_xact_lock(hashtext('compute hours')) as taken`
  return row?.taken === true
}

/** Whether a request waits, by the data's clock. */
export async function hasHourRequest(sql: Sql, now: Temporal.Instant): Promise<boolean> {
  return (await sql`select from hour_requests where known_from <= ${now} limit 1`).length > 0
}

/**
 * Requests the hours that a program of the version before has computed, which stored nothing of how final their mix is.
 *
 * @returns whether there are any
 */
export async function requestHoursWithoutFinality(sql: Sql, now: Temporal.Instant): Promise<boolean> {
  const { count } = await sql`
    insert into hour_requests (first_hour, last_hour, known_from)
    select min(hour_start), max(hour_start), ${now} from hour_values
    where mix_finality is null and production_g_co2eq_per_kwh is not null
    having count(*) > 0`
  return count > 0
}

/**
 * Requests the hours whose imports were computed before the newest mix of a neighbour of the same hour was known, of the days that the forecast of imports learns
 * from. There are some after an upgrade: a program of the version before, which runs next to this one for a while, also works off requests, and knows nothing of
 * imports.
 */
export async function requestHoursBehindMixes(sql: Sql, now: Temporal.Instant): Promise<void> {
  await sql`
    insert into hour_requests (first_hour, last_hour, known_from)
    select min(hour_start), max(hour_start), ${now} from (
      select distinct on (hour_start) hour_start, known_from from consumption_hours
      where hour_start >= ${now.subtract({ hours: 24 * importHistoryDays })} and known_from <= ${now}
      order by hour_start, known_from desc
    ) computed
    where exists (
      select from neighbour_generation mix
      where mix.hour_start = computed.hour_start and mix.known_from > computed.known_from and mix.known_from <= ${now}
    )
    having count(*) > 0`
}

/** Replaces requests for every hour by the span of the hours that are stored. */
export async function boundOpenRequests(tx: TransactionSql): Promise<void> {
  const open = tx`hour_requests.first_hour = '-infinity'`
  if ((await tx`select from hour_requests where ${open} limit 1`).length === 0) return
  await tx`
    with extent as (
      select date_trunc('hour', min(first), 'UTC') as first_hour, date_trunc('hour', max(last), 'UTC') as last_hour
      from unnest(${[...hourFeeds]}::text[]) as wanted (feed)
      cross join lateral (select min(slot_start) as first, max(slot_start) as last from feed_values where feed = wanted.feed) stored
    )
    update hour_requests set first_hour = extent.first_hour, last_hour = extent.last_hour
    from extent where ${open} and extent.first_hour is not null`
  await tx`delete from hour_requests where ${open}`
}

/** The requests that reach furthest, the newest hour first. */
export async function readHourRequests(tx: TransactionSql, now: Temporal.Instant): Promise<HourRequest[]> {
  return tx<HourRequest[]>`
    select id, extract(epoch from first_hour)::double precision * 1000 as first_ms,
      extract(epoch from last_hour)::double precision * 1000 as last_ms
    from hour_requests where known_from <= ${now} order by last_hour desc, id limit ${maxRequests}`
}

/**
 * Ticks the hours from an instant on as computed: requests that begin there are deleted, the others end before it.
 *
 * @param ids requests that were read before the rows: one that came meanwhile keeps its hours
 */
export async function finishHours(tx: TransactionSql, ids: readonly string[], from: Temporal.Instant): Promise<void> {
  await tx`delete from hour_requests where id = any(${[...ids]}::bigint[]) and first_hour >= ${from}`
  await tx`
    update hour_requests set last_hour = ${from}::timestamptz - interval '1 hour'
    where id = any(${[...ids]}::bigint[]) and last_hour >= ${from}`
}
