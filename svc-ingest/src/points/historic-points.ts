import { reuseLast } from '@hexawatt/shared/bounds/reuse'
import { createInputAssembler } from '@hexawatt/shared/methodology/score/inputs/assemble-inputs'
import {
  type AsOfRows,
  createScoreReader,
  ignoreExchanges,
} from '@hexawatt/shared/methodology/score/inputs/read-score-rows'
import { createEstimator } from '@hexawatt/shared/methodology/score/score-slot'
import type { ConfidenceVersion, ScoreVersion } from '@hexawatt/shared/methodology/versions'
import type { Statements } from '@hexawatt/shared/postgres/client'
import { createInputRecorder } from '@hexawatt/shared/stored-points/input-record'
import { assembleAsRecorded, type RecordedAvailability } from '@hexawatt/shared/stored-points/recompute-point'
import { isAnythingReceived, type ScorePoint, scorePoint } from '@hexawatt/shared/stored-points/score-point'
import type { ChooseVersion } from '@hexawatt/shared/stored-rows/known-version'
import type { Span } from '@hexawatt/shared/stored-rows/span'
import type { InputOrigin } from '@hexawatt/shared/stored-rows/stored-rows-store'
import type { ChooseByFeed } from '../inputs/feed-history-cache.ts'
import { createMemorySource } from '../inputs/memory-source.ts'

/** Rows that a past point is computed from. */
export type HistoricRows = AsOfRows<InputOrigin>

/** Record of a stored point about its computation. */
export type RecordedPoint = {
  /** Availability of each feed, 0–1: it replaces the availability computed from the rows. */
  phi: RecordedAvailability
  scoreVersion: ScoreVersion
  confidenceVersion: ConfidenceVersion
}

/** Computes points of the past from stored feed data. */
type HistoricPoints = {
  /** Reads the rows that the ticks of a span need and that were known at `until`. Loading the next day reads one new day. */
  load(span: Span, ticks: readonly Temporal.Instant[], until: Temporal.Instant): Promise<void>
  /**
   * Rows that count as known at a loaded tick.
   *
   * @param readsExchanges false for a stored point that was computed without commercial exchanges
   */
  rowsAt(at: Temporal.Instant, readsExchanges?: boolean): Promise<HistoricRows>
  /**
   * The point of a tick; null where no feed had been received.
   *
   * @param recorded record of a stored point, for computing it again
   */
  pointOf(asOf: HistoricRows, at: Temporal.Instant, recorded?: RecordedPoint): ScorePoint | null
}

/**
 * Makes the computation of past points.
 *
 * @param choose which version of a value counts at a tick
 */
export function createHistoricPoints(
  sql: Statements,
  choose: ChooseVersion,
  chooseByFeed: ChooseByFeed = {},
): HistoricPoints {
  const memory = createMemorySource(sql, choose, chooseByFeed)
  const { readScoreRows } = createScoreReader(reuseLast)
  return {
    load: memory.load,
    rowsAt(at, readsExchanges = true) {
      const source = memory.sourceAt(at)
      return readScoreRows(readsExchanges ? source : ignoreExchanges(source), at)
    },
    pointOf: createPointComputation(),
  }
}

/** The formulas of the live point. Intermediate results are reused from tick to tick for as long as their rows are the same. */
function createPointComputation(): HistoricPoints['pointOf'] {
  const assemble = createInputAssembler(reuseLast)
  const estimatesOf = createEstimator(reuseLast)
  const recordOf = createInputRecorder(reuseLast)
  return function pointOf({ rows, originsByFeed, factorSetId }, at, recorded) {
    const inputs = recorded === undefined ? assemble(rows, at) : assembleAsRecorded(assemble, rows, at, recorded.phi)
    if (!isAnythingReceived(inputs)) return null
    const sources = { assessment: rows.carbon, factorSetId, inputs: recordOf(originsByFeed, inputs) }
    return scorePoint(inputs, sources, at, {
      estimates: estimatesOf(inputs, at),
      scoreVersion: recorded?.scoreVersion,
      confidenceVersion: recorded?.confidenceVersion,
    })
  }
}
