import type { Sql } from '@hexawatt/shared/postgres/client'
import type { OffsetSpan } from './offset-spans.ts'
import type { ScoreSums } from './point-sums.ts'
import { leastOptimalUnits, type WeightUnits } from './weight-units.ts'

/** How many raw points of `[from, end)` are Optimal under some weights: in whole numbers, as a threshold forgives no binary noise. */
export async function countOptimalPoints(
  sql: Sql,
  { from, end }: { from: Temporal.Instant; end: Temporal.Instant },
  units: WeightUnits,
): Promise<number> {
  const [row] = await sql<{ points: number }[]>`
    select count(*)::int as points from score_points
    where at >= ${from} and at < ${end}
      and ${String(units.price)}::bigint * price_score_tenths + ${String(units.carbon)}::bigint * carbon_score_tenths
        + ${String(units.grid)}::bigint * grid_score_tenths + ${String(units.adequacy)}::bigint * adequacy_score_tenths
        >= ${String(leastOptimalUnits)}::bigint`
  return row?.points ?? 0
}

/** Sums of the raw points of a span by hour of the local day. */
export function readLocalHours(
  sql: Sql,
  { from, end, offsetSeconds }: OffsetSpan,
): Promise<({ hour: number } & ScoreSums)[]> {
  return sql<({ hour: number } & ScoreSums)[]>`
    select ((date_part('epoch', at)::bigint + ${offsetSeconds}::int) / 3600 % 24)::int as hour, count(*)::int as samples,
      sum(price_score_tenths)::int as price, sum(carbon_score_tenths)::int as carbon,
      sum(grid_score_tenths)::int as grid, sum(adequacy_score_tenths)::int as adequacy
    from score_points where at >= ${from} and at < ${end} group by 1`
}
