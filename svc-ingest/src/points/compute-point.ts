import { findLastServedLead } from '@hexawatt/shared/methodology/forecast/forecast-issue'
import { toBandLevels } from '@hexawatt/shared/methodology/forecast/issue/learn-bands'
import { assembleScoreInputs } from '@hexawatt/shared/methodology/score/inputs/assemble-inputs'
import { readScoreRows } from '@hexawatt/shared/methodology/score/inputs/read-score-rows'
import type { ScoreInputs } from '@hexawatt/shared/methodology/score/sub-scores/score-inputs'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { buildInputRecord } from '@hexawatt/shared/stored-points/input-record'
import { isAnythingReceived, scorePoint } from '@hexawatt/shared/stored-points/score-point'
import type { Clock } from '@hexawatt/shared/time/clock'
import { prepareBandState } from '../forecast/band-state.ts'
import { type IssueDeps, issueForecast, readIssueRefinements } from '../forecast/issue-forecast.ts'
import { addForecastIssue } from '../forecast/issue-store.ts'
import { createStoredRowsSource, type StoredScoreRows } from '../inputs/stored-rows-source.ts'
import type { Partitions } from '../pipeline/partition-store.ts'
import { addForecastPoints, addScorePoints, hasScorePoint } from './point-store.ts'
import { findLastTick, isIssueTick } from './point-tick.ts'
import { rollUp } from './roll-up-store.ts'

export type PointDeps = IssueDeps & { sql: Sql; clock: Clock; partitions: Partitions }

/** `missed`: the next tick has passed. `nothing known`: no feed had been received by the tick. */
type PointOutcome = 'stored' | 'stored before' | 'missed' | 'nothing known'

/**
 * Computes the point of a tick and its forecast from the values known at the tick, and stores both with the sums of their hour and day in one
 * transaction; at full hours the forecast is archived with its bands in the same transaction. A point that is stored already stays. Missed ticks are
 * never computed live: the point repair fills their points, and their forecasts stay missing.
 *
 * @param at a ten-minute tick by the data's clock
 */
export async function computePoint(deps: PointDeps, at: Temporal.Instant): Promise<PointOutcome> {
  const { sql, clock, partitions } = deps
  if (!findLastTick(clock.now()).equals(at)) return 'missed'
  if (await hasScorePoint(sql, at)) return 'stored before'
  const asOf = await readScoreRows(createStoredRowsSource(sql, at), at)
  const inputs = assembleScoreInputs(asOf.rows, at)
  if (!isAnythingReceived(inputs)) return 'nothing known'
  await partitions.ensure('score_points', [at])
  await partitions.ensure('forecast_points', [at])
  if (isIssueTick(at)) {
    await partitions.ensure('forecast_issues', [at])
    await partitions.ensure('forecast_issue_hours', [at])
  }
  const isAdded = await storePoint(deps, inputs, asOf, at)
  return isAdded ? 'stored' : 'stored before'
}

/** @returns false when another program had stored the point */
async function storePoint(
  deps: PointDeps,
  inputs: ScoreInputs,
  { rows, originsByFeed, factorSetId }: StoredScoreRows,
  at: Temporal.Instant,
): Promise<boolean> {
  const { sql, clock } = deps
  const sources = { assessment: rows.carbon, factorSetId, inputs: buildInputRecord(originsByFeed, inputs) }
  const point = scorePoint(inputs, sources, at)
  const bands = isIssueTick(at) ? await prepareBandState(deps, at) : null
  // After the bands, which bring the realised values up to this issue.
  const learnt = bands === null ? null : await readIssueRefinements(sql, at)
  const readBandLevels = bands === null ? deps.readBandLevels : async () => toBandLevels(bands)
  const readRefinements = learnt === null ? deps.readRefinements : async () => learnt.refinements
  const { issue, slots } = await issueForecast({ ...deps, readBandLevels, readRefinements }, inputs, at)
  const forecast = slots.slice(1, findLastServedLead(slots.length - 1) + 1)
  return sql.begin(async (tx) => {
    const added = await addScorePoints(tx, [point], 'live', clock.now())
    if (added.length === 0) return false
    await addForecastPoints(tx, at, forecast)
    if (bands !== null && learnt !== null) {
      await addForecastIssue(tx, { issue, bands, factorSetId, taughtRidge: learnt.taughtRidge }, clock.now())
    }
    await rollUp(tx, added)
    return true
  })
}
