import { reuseLast } from '@hexawatt/shared/bounds/reuse'
import { createInputAssembler } from '@hexawatt/shared/methodology/score/assemble-inputs'
import { createEstimator, scoreNow } from '@hexawatt/shared/methodology/score/score-slot'
import { isAnythingReceived } from '../compute/compute-point.ts'
import { createInputRecorder } from '../compute/input-record.ts'
import { type ScorePoint, scorePoint } from '../compute/score-point.ts'
import type { KnownRows } from './known-rows.ts'

/**
 * Makes the computation of past points: the formulas of the live one, whose parts are kept from mark to mark for as long as their rows are
 * the same.
 *
 * @returns a function that gives null where no feed had been received
 */
export function createHistoricPoint(): (known: KnownRows, at: Temporal.Instant) => ScorePoint | null {
  const assemble = createInputAssembler(reuseLast)
  const estimatesOf = createEstimator(reuseLast)
  const recordOf = createInputRecorder(reuseLast)
  return function historicPoint({ rows, originsByFeed, factorSetId }, at) {
    const inputs = assemble(rows, at)
    if (!isAnythingReceived(inputs)) return null
    const sources = { assessment: rows.carbon, factorSetId, inputs: recordOf(originsByFeed, inputs) }
    return scorePoint(inputs, sources, at, scoreNow(inputs, at, estimatesOf(inputs, at)))
  }
}
