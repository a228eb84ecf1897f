import type { CompositionSums } from '@hexawatt/shared/methodology/score/composition'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { selectCompositionSums } from '@hexawatt/shared/postgres/score-sums-store'

/** Sums of the sub-scores over the points of an hour that are composed alike, tenths. */
export type HourScoreSums = CompositionSums & { hourStart: Temporal.Instant }

/** Sums of the hours of `[from, to)` that hold points: a row for each composition of an hour. */
export async function readHourScores(sql: Sql, from: Temporal.Instant, to: Temporal.Instant): Promise<HourScoreSums[]> {
  return sql<HourScoreSums[]>`
    select hour_start, composition, sum(samples)::int as samples, sum(price_score_tenths)::int as price,
      sum(carbon_score_tenths)::int as carbon, sum(grid_score_tenths)::int as grid, sum(adequacy_score_tenths)::int as adequacy
    from ${selectCompositionSums(sql)} as sums where hour_start >= ${from} and hour_start < ${to}
    group by hour_start, composition order by hour_start, composition`
}

/** The rows of each hour together, by its start, ms. */
export function groupByHour(sums: readonly HourScoreSums[]): Map<number, HourScoreSums[]> {
  return Map.groupBy(sums, ({ hourStart }) => hourStart.epochMilliseconds)
}
