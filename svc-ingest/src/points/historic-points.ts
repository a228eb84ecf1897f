import { reuseLast } from '@hexawatt/shared/bounds/reuse'
import type { Received } from '@hexawatt/shared/grid/feed-calendar'
import { type FeedId, feedIds } from '@hexawatt/shared/grid/feeds'
import {
  createInputAssembler,
  type InputAssembler,
  type ScoreRows,
} from '@hexawatt/shared/methodology/score/inputs/assemble-inputs'
import {
  type AsOfRows,
  createScoreReader,
  ignoreExchanges,
} from '@hexawatt/shared/methodology/score/inputs/read-score-rows'
import { createEstimator } from '@hexawatt/shared/methodology/score/score-slot'
import type { ScoreInputs } from '@hexawatt/shared/methodology/score/sub-scores/score-inputs'
import type { ConfidenceVersion, ScoreVersion } from '@hexawatt/shared/methodology/versions'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { ChooseByFeed } from '../inputs/feed-history-cache.ts'
import type { ChooseVersion } from '../inputs/known-version.ts'
import { createMemorySource } from '../inputs/memory-source.ts'
import type { Span } from '../inputs/span.ts'
import type { InputOrigin } from '../inputs/stored-rows-store.ts'
import { createInputRecorder } from './input-record.ts'
import { isAnythingReceived, type ScorePoint, scorePoint } from './score-point.ts'

/** Rows that a past point is computed from. */
export type HistoricRows = AsOfRows<InputOrigin>

/** Record of a stored point about its computation. */
export type RecordedPoint = {
  /** Availability of each feed, 0–1: it replaces the availability computed from the rows. */
  phi: Readonly<Record<FeedId, number>>
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
export function createHistoricPoints(sql: Sql, choose: ChooseVersion, chooseByFeed: ChooseByFeed = {}): HistoricPoints {
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
    const inputs = recorded === undefined ? assemble(rows, at) : replaceReceived(assemble, rows, at, recorded.phi)
    if (!isAnythingReceived(inputs)) return null
    const sources = { assessment: rows.carbon, factorSetId, inputs: recordOf(originsByFeed, inputs) }
    return scorePoint(inputs, sources, at, {
      estimates: estimatesOf(inputs, at),
      scoreVersion: recorded?.scoreVersion,
      confidenceVersion: recorded?.confidenceVersion,
    })
  }
}

/** Inputs in which a feed counts as received exactly when the stored point records it so. */
function replaceReceived(
  assemble: InputAssembler,
  rows: ScoreRows,
  at: Temporal.Instant,
  recorded: RecordedPoint['phi'],
): ScoreInputs {
  const received = Object.fromEntries(
    feedIds.map((feed) => {
      const receivedAt = recorded[feed] > 0 ? at : null
      return [feed, { newestSlotEnd: receivedAt, lastSuccess: receivedAt, publisher: null }]
    }),
  ) as Record<FeedId, Received>
  return { ...assemble({ ...rows, received }, at), availabilityByFeed: recorded }
}
