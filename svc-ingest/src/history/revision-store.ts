import type { Sql, TransactionSql } from '@hexawatt/shared/postgres/client'
import type { pointRow } from '../compute/score-point-store.ts'

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

/** What is announced and concerns points: a point knows of what was learnt by its mark or, when it was filled, by its computation. */
const concerned = (sql: Sql | TransactionSql) => sql`
  score_points.at >= recomputations.first_slot and score_points.at <= recomputations.last_slot + ${reach}::interval
  and case provenance when 'live' then score_points.at else computed_at end < recomputations.known_from
  and recomputations.feed <> all(${unscoredFeeds}::text[])`

/** The one reviser at a time: whoever does not get the turn leaves it. Held to the end of the transaction. */
export async function takeRevisionTurn(tx: TransactionSql): Promise<boolean> {
  const [row] = await tx<{ taken: boolean }[]>`select pg_try_advisory_xact_lock(hashtext('revise points')) as taken`
  return row?.taken === true
}

/** Ids of the announcements there are, by the data's clock. */
export async function readAnnouncementIds(tx: TransactionSql, now: Temporal.Instant): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`select id from recomputations where known_from <= ${now}`
  return rows.map(({ id }) => id)
}

/** The oldest points that these announcements concern. */
export async function readAnnouncedPoints(
  tx: TransactionSql,
  ids: readonly string[],
  limit: number,
): Promise<AnnouncedPoint[]> {
  const rows = await tx<{ point: string; at: Temporal.Instant; provenance: AnnouncedPoint['provenance'] }[]>`
    select at, provenance, json_build_object(
      'stored', to_jsonb(score_points) - array['at', 'inputs', 'factor_set_id', 'provenance', 'computed_at'],
      'newest', (select point from score_point_revisions revision where revision.at = score_points.at
        order by revision.computed_at desc limit 1),
      'phi', (select jsonb_object_agg(key, value -> 'phi') from jsonb_each(inputs)))::text as point
    from score_points
    where exists (select from recomputations where id = any(${ids}::bigint[]) and ${concerned(tx)})
      and at >= (select min(first_slot) from recomputations where id = any(${ids}::bigint[]))
    order by at limit ${limit}`
  return rows.map(({ point, ...row }) => ({ ...row, ...JSON.parse(point) }))
}

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
