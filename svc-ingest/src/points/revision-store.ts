import type { TransactionSql } from '@hexawatt/shared/postgres/client'
import type { pointRow } from './point-store.ts'

/** A point that an announced change concerns, as it is stored, and what it was last revised to. */
export type AnnouncedPoint = {
  at: Temporal.Instant
  provenance: 'live' | 'backfilled'
  stored: StoredColumns
  /** The newest revision; null when there is none. */
  newest: StoredColumns | null
  /** Availability of each feed that the point records. */
  phi: Record<string, number>
}

/** The columns of a point that a revision tells, by their names. */
export type StoredColumns = Omit<ReturnType<typeof pointRow>, 'at' | 'inputs' | 'factor_set_id'>

/** Feeds that no point is computed from. */
const unscoredFeeds = ['exchange_schedules', 'tariff_calendar']
/** A changed slot reaches points up to so long after it began. */
const reach = '3 hours'
/** Announcements of one run: the others wait for the next one. */
const maxAnnouncements = 200

/** The one reviser at a time: whoever does not get the turn leaves it. Held to the end of the transaction. */
export async function takeRevisionTurn(tx: TransactionSql): Promise<boolean> {
  const [row] = await tx<{ taken: boolean }[]>`select pg_try_advisory_xact_lock(hashtext('revise points')) as taken`
  return row?.taken === true
}

/** Ids of the oldest announcements, by the data's clock. */
export async function readAnnouncementIds(tx: TransactionSql, now: Temporal.Instant): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from recomputations where known_from <= ${now} order by id limit ${maxAnnouncements}`
  return rows.map(({ id }) => id)
}

/**
 * The oldest points that these announcements concern. A point knows of what was learnt by its mark or, when it was filled, by its
 * computation; slots that are new, not corrected, were no part of it.
 */
export async function readAnnouncedPoints(
  tx: TransactionSql,
  ids: readonly string[],
  limit: number,
): Promise<AnnouncedPoint[]> {
  const rows = await tx<{ point: string; at: Temporal.Instant; provenance: AnnouncedPoint['provenance'] }[]>`
    with concerned as (
      select distinct reached.at from recomputations announced
      cross join lateral (
        select at from score_points
        where at >= announced.first_slot and at <= announced.last_slot + ${reach}::interval
          and case provenance when 'live' then at else computed_at end < announced.known_from
        order by at limit ${limit}
      ) reached
      where announced.id = any(${ids}::bigint[]) and announced.feed <> all(${unscoredFeeds}::text[]) and exists (
        select from feed_values changed
        join feed_values former using (feed, slot_start, series)
        where changed.feed = announced.feed and changed.known_from = announced.known_from
          and changed.slot_start between announced.first_slot - ${reach}::interval and announced.last_slot
          and former.known_from < changed.known_from)
      order by 1 limit ${limit}
    )
    select at, provenance, json_build_object(
      'stored', to_jsonb(score_points) - array['at', 'inputs', 'factor_set_id', 'provenance', 'computed_at'],
      'newest', (select point from score_point_revisions revision where revision.at = score_points.at
        order by revision.computed_at desc limit 1),
      'phi', (select jsonb_object_agg(key, value -> 'phi') from jsonb_each(inputs)))::text as point
    from score_points join concerned using (at) order by at`
  return rows.map(({ point, ...row }) => ({ ...row, ...JSON.parse(point) }))
}

/** Adds a revision beside a point. */
export async function addRevision(
  tx: TransactionSql,
  at: Temporal.Instant,
  computedAt: Temporal.Instant,
  point: StoredColumns,
): Promise<void> {
  await tx`
    insert into score_point_revisions (at, computed_at, point)
    values (${at}, ${computedAt}, ${JSON.stringify(point)}::text::jsonb)
    on conflict (at, computed_at) do update set point = excluded.point`
}

/**
 * Notes that announcements are done up to an instant: those that reach no further are deleted, the others go on after it.
 *
 * @param doneTo the last point that was gone through; null when all of them were
 */
export async function finishAnnouncements(
  tx: TransactionSql,
  ids: readonly string[],
  doneTo: Temporal.Instant | null,
): Promise<void> {
  await tx`
    delete from recomputations where id = any(${ids}::bigint[])
      and (${doneTo}::timestamptz is null or last_slot + ${reach}::interval <= ${doneTo}::timestamptz)`
  if (doneTo === null) return
  await tx`
    update recomputations set first_slot = ${doneTo}::timestamptz + interval '1 microsecond'
    where id = any(${ids}::bigint[]) and first_slot <= ${doneTo}`
}
