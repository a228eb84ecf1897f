import type { Sql } from '@hexawatt/shared/postgres/client'

/** Sums of the sub-scores of an hour over its points, tenths. */
export type HourScoreSums = {
  hourStart: Temporal.Instant
  samples: number
  price: number
  carbon: number
  grid: number
  adequacy: number
}

/** Sums of the hours of `[from, to)` that hold points, over all versions of the methodology, as the hourly history takes them. */
export async function readHourScores(sql: Sql, from: Temporal.Instant, to: Temporal.Instant): Promise<HourScoreSums[]> {
  return sql<HourScoreSums[]>`
    select hour_start, sum(samples)::int as samples, sum(price_score_tenths)::int as price,
      sum(carbon_score_tenths)::int as carbon, sum(grid_score_tenths)::int as grid, sum(adequacy_score_tenths)::int as adequacy
    from score_hours where hour_start >= ${from} and hour_start < ${to}
    group by hour_start order by hour_start`
}
