import { reuseLast } from '@hexawatt/shared/bounds/reuse'
import { createScoreReader } from '@hexawatt/shared/methodology/score/read-score-rows'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { createFeedHistoryCache } from '../inputs/feed-history-cache.ts'
import type { ChooseVersion } from '../inputs/known-version.ts'
import { memorySource } from '../inputs/memory-source.ts'
import { createOutageHistoryCache } from '../inputs/outage-history-cache.ts'
import { createReferenceHistoryCache } from '../inputs/reference-history-cache.ts'
import type { Span } from '../inputs/span.ts'
import { createHistoricPoint, type HistoricRows, type RecordedAvailability } from './historic-point.ts'
import type { ScorePoint } from './score-point.ts'

/** Computes points of the past from stored feed data. */
export type PointMaker = {
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
