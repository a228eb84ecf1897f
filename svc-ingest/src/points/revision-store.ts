import { feedIds } from '@hexawatt/shared/grid/feeds'
import { isScoreFeed } from '@hexawatt/shared/methodology/score/inputs/scored-feeds'
import { estimatedConsumptionVersion } from '@hexawatt/shared/methodology/versions'
import type { TransactionSql } from '@hexawatt/shared/postgres/client'
import type { buildPointRow } from './point-store.ts'

/** A stored point that a requested recomputation concerns, and its newest revision. */
export type AffectedPoint = {
  at: Temporal.Instant
  provenance: 'live' | 'backfilled'
  stored: StoredColumns
  /** Null when there is no revision. */
  newest: StoredColumns | null
  /** Availability of each feed that the point records. */
  phi: Record<string, number>
  /** Whether the point was computed with commercial exchanges. */
  readsExchanges: boolean
}

/** The columns of a point that a revision holds. */
export type StoredColumns = Omit<ReturnType<typeof buildPointRow>, 'at' | 'inputs' | 'factor_set_id'>

/** Feeds that the score does not read. */
const unscoredFeeds = feedIds.filter((feed) => !isScoreFeed(feed))
/** A changed slot affects points up to this long after its start. */
const reach = '3 hours'
/** Flows are published late: the hour of an estimated point may have begun this long before it. */
const flowReach = '8 hours'
/** Requests of one run; the others wait for the next run. */
const maxRequests = 200

/** Takes the lock of the only reviser until the end of the transaction; false when another program holds it. */
export async function tryLockRevisions(tx: TransactionSql): Promise<boolean> {
  const [row] = await tx<{ taken: boolean }[]>`select pg_try_advisory_xact_lock(hashtext('revise points')) as taken`
  return row?.taken === true
}

/** Ids of the oldest requested recomputations, by the data's clock. */
export async function readRequestIds(tx: TransactionSql, now: Temporal.Instant): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from recomputations where known_from <= ${now} order by id limit ${maxRequests}`
  return rows.map(({ id }) => id)
}

/**
 * The oldest points that these requests concern. A live point rests on rows that were known at its tick, a filled one on rows that were known at
 * its computation. Slots that are new, not corrected, affect no point but the estimated ones: flows take the place of the commercial exchanges. Most requests
 * reach no point that was there before them: this is asked first, since it costs one look into an index, while finding a correction reads every version of
 * the span.
 */
export async function readAffectedPoints(
  tx: TransactionSql,
  ids: readonly string[],
  limit: number,
): Promise<AffectedPoint[]> {
  const wasBefore = tx`case provenance when 'live' then at else computed_at end < requested.known_from`
  const isEstimated = tx`consumption_version = ${estimatedConsumptionVersion}`
  const isReached = tx`at >= requested.first_slot and at <= requested.last_slot + ${reach}::interval and ${wasBefore}
    and (requested.feed <> 'exchange_schedules' or ${isEstimated})`
  const awaitsFlows = tx`at >= requested.first_slot and at <= requested.last_slot + ${flowReach}::interval and ${wasBefore}
    and requested.feed = 'physical_flows' and ${isEstimated}
    and carbon_slot_start between requested.first_slot - ${flowReach}::interval and requested.last_slot`
  const rows = await tx<{ point: string; at: Temporal.Instant; provenance: AffectedPoint['provenance'] }[]>`
    with reaching as materialized (
      select feed, first_slot, last_slot, known_from from recomputations requested
      where id = any(${ids}::bigint[]) and feed <> all(${unscoredFeeds}::text[]) and (exists (
        select from score_points
        where ${isReached}) or exists (
        select from score_points
        where ${awaitsFlows}))
    ), concerned as (
      select reached.at from reaching requested
      cross join lateral (
        select at from score_points
        where ${isReached}
        order by at limit ${limit}
      ) reached
      where exists (
        select from feed_values changed
        join feed_values former using (feed, slot_start, series)
        where changed.feed = requested.feed and changed.known_from = requested.known_from
          and changed.slot_start between requested.first_slot - ${reach}::interval and requested.last_slot
          and former.known_from < changed.known_from)
      union
      select reached.at from reaching requested
      cross join lateral (
        select at from score_points
        where ${awaitsFlows}
        order by at limit ${limit}
      ) reached
      order by 1 limit ${limit}
    )
    select at, provenance, json_build_object(
      'stored', to_jsonb(score_points) - array['at', 'inputs', 'factor_set_id', 'provenance', 'computed_at'],
      'newest', (select point from score_point_revisions revision where revision.at = score_points.at
        order by revision.computed_at desc limit 1),
      'phi', (select jsonb_object_agg(key, value -> 'phi') from jsonb_each(inputs)),
      'readsExchanges', coalesce((inputs -> 'exchange_schedules' ->> 'rows')::int, 0) > 0)::text as point
    from score_points join concerned using (at) order by at`
  return rows.map(({ point, ...row }) => ({ ...row, ...JSON.parse(point) }))
}

/** Adds a revision to a point. */
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
 * Ticks requests as done up to an instant: requests that end by then are deleted, the others continue after it.
 *
 * @param doneTo the last recomputed point; null when all of them were recomputed
 */
export async function finishRequests(
  tx: TransactionSql,
  ids: readonly string[],
  doneTo: Temporal.Instant | null,
): Promise<void> {
  await tx`
    delete from recomputations where id = any(${ids}::bigint[])
      and (${doneTo}::timestamptz is null
        or last_slot + case feed when 'physical_flows' then ${flowReach} else ${reach} end::interval <= ${doneTo}::timestamptz)`
  if (doneTo === null) return
  await tx`
    update recomputations set first_slot = ${doneTo}::timestamptz + interval '1 microsecond'
    where id = any(${ids}::bigint[]) and first_slot <= ${doneTo}`
}
