import type { Sql } from '@hexawatt/shared/postgres/client'
import { splitAtHours } from '../history/hourly-history.ts'
import type { PointSpan } from '../history/served-points.ts'

/**
 * Whether a point of `[from, end)` was computed while a feed that the confidence weighs was late or missing (φ < 1): from the counts of
 * the whole hours, and from the points of those that an edge of the span cuts.
 */
export async function hasLateFeedPoint(sql: Sql, span: PointSpan): Promise<boolean> {
  const nowhere = { from: span.from, end: span.from }
  const { leading, whole, trailing } = splitAtHours(span)
  const [hours, first, last] = [whole ?? nowhere, leading ?? nowhere, trailing ?? nowhere]
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select from score_hours
        where hour_start >= ${hours.from} and hour_start < ${hours.end} and late_feed_samples > 0)
      or exists (select from score_points where at >= ${first.from} and at < ${first.end} and uses_late_feed(inputs))
      or exists (select from score_points where at >= ${last.from} and at < ${last.end} and uses_late_feed(inputs))
      as found`
  return row?.found === true
}
