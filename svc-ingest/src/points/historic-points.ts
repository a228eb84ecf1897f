import { reuseLast } from '@hexawatt/shared/bounds/reuse'
import type { Received } from '@hexawatt/shared/grid/feed-calendar'
import { type FeedId, feedIds } from '@hexawatt/shared/grid/feeds'
import {
  createInputAssembler,
  type InputAssembler,
  type ScoreRows,
} from '@hexawatt/shared/methodology/score/assemble-inputs'
import { type AsOfRows, createScoreReader } from '@hexawatt/shared/methodology/score/read-score-rows'
import type { ScoreInputs } from '@hexawatt/shared/methodology/score/score-inputs'
import { createEstimator, scoreNow } from '@hexawatt/shared/methodology/score/score-slot'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { createFeedHistoryCache } from '../inputs/feed-history-cache.ts'
import type { ChooseVersion } from '../inputs/known-version.ts'
import { createReferenceHistoryCache, memorySource } from '../inputs/memory-source.ts'
import { createOutageHistoryCache } from '../inputs/outage-history-cache.ts'
import type { Span } from '../inputs/span.ts'
import { isAnythingReceived } from './compute-point.ts'
import { createInputRecorder, type InputOrigin } from './input-record.ts'
import { type ScorePoint, scorePoint } from './score-point.ts'

/** Computes points of the past from stored feed data. */
type PointMaker = {
  /** Reads what these marks of a span need, as far as it was learnt until an instant. */
  load(span: Span, marks: readonly Temporal.Instant[], until: Temporal.Instant): Promise<void>
  /** What counts as known at a loaded mark. */
  rowsAt(at: Temporal.Instant): HistoricRows
  /** The point of a mark; null where no feed had been received. */
  pointOf(known: HistoricRows, at: Temporal.Instant, recorded?: RecordedAvailability): ScorePoint | null
}

/**
 * Makes a maker of points. Moving on by a day, it reads one new day.
 *
 * @param choose which version of a value counts at a mark
 */
export function createPointMaker(sql: Sql, choose: ChooseVersion): PointMaker {
  const feeds = createFeedHistoryCache(sql, choose)
  const outages = createOutageHistoryCache(sql, choose)
  const references = createReferenceHistoryCache(sql)
  const { readScoreRows } = createScoreReader(reuseLast)
  return {
    async load(span, marks, until) {
      await Promise.all([feeds.load(span, until), outages.load(span, until), references.load(marks)])
    },
    rowsAt: (at) => readScoreRows(memorySource({ feeds, outages, references }, at), at),
    pointOf: createHistoricPoint(),
  }
}

/** What a past point rests on. */
export type HistoricRows = AsOfRows<InputOrigin>

/** Availability of each feed, 0–1, as a stored point records it. */
export type RecordedAvailability = Readonly<Record<FeedId, number>>

/**
 * Makes the computation of past points: the formulas of the live one, whose parts are kept from mark to mark for as long as their rows are
 * the same.
 *
 * @returns a function that gives null where no feed had been received; with `recorded`, it takes a stored point's word for what had been
 */
function createHistoricPoint() {
  const assemble = createInputAssembler(reuseLast)
  const estimatesOf = createEstimator(reuseLast)
  const recordOf = createInputRecorder(reuseLast)
  return function historicPoint(
    { rows, originsByFeed, factorSetId }: HistoricRows,
    at: Temporal.Instant,
    recorded?: RecordedAvailability,
  ): ScorePoint | null {
    const inputs = recorded === undefined ? assemble(rows, at) : withRecorded(assemble, rows, at, recorded)
    if (!isAnythingReceived(inputs)) return null
    const sources = { assessment: rows.carbon, factorSetId, inputs: recordOf(originsByFeed, inputs) }
    return scorePoint(inputs, sources, at, scoreNow(inputs, at, estimatesOf(inputs, at)))
  }
}

/** Inputs in which a feed counts as received exactly when it is recorded so. */
function withRecorded(
  assemble: InputAssembler,
  rows: ScoreRows,
  at: Temporal.Instant,
  recorded: RecordedAvailability,
): ScoreInputs {
  const received = Object.fromEntries(
    feedIds.map((feed) => {
      const asked = recorded[feed] > 0 ? at : null
      return [feed, { newestSlotEnd: asked, lastSuccess: asked }]
    }),
  ) as Record<FeedId, Received>
  return { ...assemble({ ...rows, received }, at), availabilityByFeed: recorded }
}
