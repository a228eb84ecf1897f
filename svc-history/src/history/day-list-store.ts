import type { Sql } from '@hexawatt/shared/postgres/client'
import { onlyRow } from '../points/store-reading.ts'
import type { DayRevision } from '../points/utc-span.ts'

/** The days of a window that hold points, and the raw points of some of them by combination of versions. */
export type DayList = { days: DayRevision[]; samplesBySet: [set: string, samples: number][] }

/**
 * Days from `first` to `last`, and what the hours of `[countFrom, countTo)` count, as they were at one moment.
 *
 * @param first UTC day, `YYYY-MM-DD`
 * @param last UTC day, inclusive
 */
export async function readDayList(
  sql: Sql,
  {
    first,
    last,
    countFrom,
    countTo,
  }: { first: string; last: string; countFrom: Temporal.Instant; countTo: Temporal.Instant },
): Promise<DayList> {
  const rows = await sql<{ list: string }[]>`
    select json_build_object(
      'days', (select coalesce(json_agg(json_build_object('day', day, 'revision', revision::text) order by day), '[]')
        from score_days where day between ${first}::text::date and ${last}::text::date),
      'samplesBySet', (select coalesce(json_agg(json_build_array(versions, samples)), '[]') from (
        select concat_ws('.', score_version, carbon_version, confidence_version, consumption_version) as versions,
          sum(samples) as samples
        from score_hours where hour_start >= ${countFrom} and hour_start < ${countTo}
        group by score_version, carbon_version, confidence_version, consumption_version) as sets)
      )::text as list`
  return JSON.parse(onlyRow(rows).list)
}
