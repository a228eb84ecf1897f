import { version1Composition } from '../methodology/score/composition.ts'
import type { ScoreVersion } from '../methodology/versions.ts'
import type { Fragment, Statements } from './client.ts'

/** Columns of `realised_hours` with the mean composite of the points of each version of the score. */
export const realisedScoreColumns = { 1: 'score', 2: 'score_2' } as const satisfies Record<ScoreVersion, string>

/**
 * Part of a statement: the realised score of the version that a forecast was issued by, since no other is comparable with it.
 *
 * @param version column with the version
 * @param realised alias of `realised_hours`
 */
export function selectRealisedScore(sql: Statements, version: Fragment, realised: string): Fragment {
  return sql`case ${version} when 1 then ${sql(realised)}.score when 2 then ${sql(realised)}.score_2 end`
}

/**
 * Part of a statement: sums of the sub-scores of the points of each hour, one row or more for each composition (see `Composition`). Points of version 1 are
 * summed in `score_hours`, later ones in `score_set_hours`; `score_hours` counts the later ones too, without their sets, so those rows are left out.
 */
export function selectCompositionSums(sql: Statements): Fragment {
  return sql`(
    select hour_start, score_version, ${version1Composition}::int as composition, samples, price_score_tenths,
      carbon_score_tenths, grid_score_tenths, adequacy_score_tenths from score_hours where score_version = 1
    union all
    select hour_start, score_version, known_dimensions::int, samples, price_score_tenths,
      carbon_score_tenths, grid_score_tenths, adequacy_score_tenths from score_set_hours)`
}

/** Part of a statement: the composition of a row of `score_points` or `forecast_points`. */
export function selectComposition(sql: Statements): Fragment {
  return sql`coalesce(known_dimensions, ${version1Composition}::int)`
}
