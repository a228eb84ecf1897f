import type { Fragment, Statements } from '@hexawatt/shared/postgres/client'
import { selectCompositionSums } from '@hexawatt/shared/postgres/score-sums-store'

/**
 * Part of a statement: the sub-score sums of some hours in the order of time, packed as `unpackHourScores` decodes them. An hour has a row for each
 * composition, and of version 1 of the score one for each combination of the other versions.
 *
 * @param isInSpan condition on `hour_start`
 */
export function selectHourScores(sql: Statements, isInSpan: Fragment): Fragment {
  return sql`
    (select string_agg(
        int8send(((date_part('epoch', hour_start) / 3600)::bigint << 32) | (composition << 16) | samples)
        || int8send((price_score_tenths::bigint << 32) | carbon_score_tenths)
        || int8send((grid_score_tenths::bigint << 32) | adequacy_score_tenths), '' order by hour_start, composition)
      from ${selectCompositionSums(sql)} as sums where ${isInSpan})`
}
