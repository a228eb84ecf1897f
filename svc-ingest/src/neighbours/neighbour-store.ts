import type { PublisherId } from '@hexawatt/shared/grid/publishers'
import type { Sql, TransactionSql } from '@hexawatt/shared/postgres/client'
import type { NeighbourHourMw } from '../sources/definition/content.ts'

/** Country of some hours, from whom and when they became known, and from which payload. */
type NeighbourProvenance = { country: string; publisher: PublisherId; knownFrom: Temporal.Instant; payloadId: string }

/** Hours that got a new version, and hours that kept the former one because the new values lack one of its types. */
export type AddedHours = { changed: number; kept: number }

/** Serialises the writers, so that all of them see the same newest versions. */
export async function lockNeighbours(tx: TransactionSql): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('neighbour generation'))`
}

/**
 * Adds a version of each hour whose values differ from the newest known ones. Values without one of the former types are an outage of the publisher, not a
 * correction: the hour keeps its former version. No version is ever updated.
 */
export async function addNeighbourVersions(
  tx: TransactionSql,
  { country, publisher, knownFrom, payloadId }: NeighbourProvenance,
  hours: readonly NeighbourHourMw[],
): Promise<AddedHours> {
  const [first, last] = [hours[0], hours.at(-1)]
  if (first === undefined || last === undefined) return { changed: 0, kept: 0 }
  const [added] = await tx<AddedHours[]>`
    with newest as (
      select distinct on (hour_start) hour_start, mw_by_type from neighbour_generation
      where country = ${country} and known_from <= ${knownFrom}
        and hour_start between to_timestamp(${first.startMs / 1000}::double precision) and to_timestamp(${last.startMs / 1000}::double precision)
      order by hour_start, known_from desc
    ), incoming as (
      select to_timestamp(sent."startMs" / 1000) as hour_start, sent."mwByType" as mw_by_type
      from jsonb_to_recordset(${JSON.stringify(hours)}::text::jsonb) as sent ("startMs" double precision, "mwByType" jsonb)
    ), compared as (
      select hour_start, incoming.mw_by_type, newest.mw_by_type is not null
        and not incoming.mw_by_type ?& array(select jsonb_object_keys(newest.mw_by_type)) as is_kept
      from incoming left join newest using (hour_start) where incoming.mw_by_type is distinct from newest.mw_by_type
    ), added as (
      insert into neighbour_generation (country, hour_start, mw_by_type, publisher, known_from, payload_id)
      select ${country}, hour_start, mw_by_type, ${publisher}, ${knownFrom}, ${payloadId} from compared where not is_kept
      on conflict do nothing returning hour_start
    )
    select (select count(*) from added)::int as changed, (select count(*) from compared where is_kept)::int as kept`
  if (added === undefined) throw new Error('adding versions gave no count')
  return added
}

/** End of the newest hour of each country that was known at an instant, by country; a country without an hour is absent. */
export async function readNewestNeighbourHours(sql: Sql, at: Temporal.Instant): Promise<Map<string, Temporal.Instant>> {
  const rows = await sql<{ country: string; end: Temporal.Instant }[]>`
    select country, max(hour_start) + interval '1 hour' as end from neighbour_generation where known_from <= ${at} group by country`
  return new Map(rows.map(({ country, end }) => [country, end]))
}
