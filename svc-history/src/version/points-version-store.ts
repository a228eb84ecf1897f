import type { Sql } from '@hexawatt/shared/postgres/client'
import type { PointSpan } from '../history/served-points.ts'
import { dayOf, dayStart, secondsOf } from '../points/utc-span.ts'

/**
 * Tells the states of the points of `[from, end)` apart, without reading them: by the revisions of their UTC days, and on a last day that
 * is cut by the number of its points before the cut. Such a day mostly is today, and its revision would change with points that the
 * window does not hold. Points are only added and the revision of a day only grows, so both sums grow with every change.
 */
export async function readPointsVersion(sql: Sql, { from, end }: PointSpan): Promise<string> {
  const endDay = dayStart(dayOf(secondsOf(end)))
  const cutFrom = Temporal.Instant.compare(endDay, from) > 0 ? endDay : from
  const [row] = await sql<{ version: string }[]>`
    select concat_ws(' ',
      (select coalesce(sum(revision), 0) from score_days
        where day >= (${from} at time zone 'UTC')::date and day < (${end} at time zone 'UTC')::date),
      (select count(*) from score_points where at >= ${cutFrom} and at < ${end})) as version`
  if (row === undefined) throw new Error('an aggregate gave no row')
  return row.version
}
