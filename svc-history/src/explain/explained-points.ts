import { explainPoint } from '@hexawatt/shared/answers/explanation/explain-point'
import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import type { ExplainedPoint } from '@hexawatt/shared/contract/explanation/explanation'
import { type AppError, createInsufficientDataError } from '@hexawatt/shared/errors/app-error'
import { feedIds } from '@hexawatt/shared/grid/feeds'
import { toSourceAvailability } from '@hexawatt/shared/methodology/score/score-confidence'
import type { Sql } from '@hexawatt/shared/postgres/client'
import {
  describeForeignVersions,
  listDifferingColumns,
  listPointFigures,
} from '@hexawatt/shared/stored-points/point-columns'
import { recomputeFromRows } from '@hexawatt/shared/stored-points/recompute-point'
import { readStoredPoint, type StoredPoint } from '@hexawatt/shared/stored-points/stored-point-store'
import { createAsOfSource } from '@hexawatt/shared/stored-rows/as-of-source'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { createRareLog } from '@hexawatt/shared/telemetry/rare-log'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { LRUCache } from 'lru-cache'
import { readFromStore } from '../points/store-reading.ts'
import type { ExplainLimit } from './explain-limit.ts'

/** Explanations in memory, of some 25 kB each: stored points never change. */
const maxCached = 200

/** The explanation of a stored point, and when the point was computed. */
export type DatedExplanation = { computedAt: Temporal.Instant; explanation: ExplainedPoint }

export type ExplainedPointsDeps = { sql: Sql; logger: Logger; metrics: Metrics }

/** Makes the explanations of stored points. Concurrent requests for one point share its computation. */
export function createExplainedPoints({ sql, logger, metrics }: ExplainedPointsDeps, limit: ExplainLimit) {
  const rareLog = createRareLog({ logger })
  const refused = metrics.counter(
    'history_unexplained_points_total',
    'Explanations refused because stored rows no longer give the point',
  )

  async function explainStored(at: Temporal.Instant): Promise<DatedExplanation | undefined> {
    const stored = await readFromStore(readStoredPoint(sql, at))
    if (stored === null) return undefined
    const foreign = describeForeignVersions(stored)
    if (foreign !== null) throw refuse(stored, foreign)
    const recomputed = await readFromStore(recomputeFromRows(createAsOfSource(sql, stored), stored))
    const differing = listDifferingColumns(listPointFigures(stored, recomputed.point)).map(({ name }) => name)
    if (differing.length > 0) throw refuse(stored, `stored rows give other values of ${differing.join(', ')}`)
    return { computedAt: stored.computedAt, explanation: explainPoint(recomputed, stored.provenance) }
  }

  function refuse(stored: StoredPoint, reason: string): AppError {
    refused.inc()
    rareLog.warn({ at: isoSeconds(stored.at), reason }, 'a stored point cannot be explained')
    const phi = recordFromEntries(feedIds, (feed) => stored.inputs[feed]?.phi ?? 0)
    const sourceAvailability = toSourceAvailability(phi, { emission_factors: true, country_intensities: true })
    const detail = `The stored point of ${isoSeconds(stored.at)} cannot be explained: ${reason}. No other figure is explained in its place.`
    return createInsufficientDataError(detail, { confidence: stored.confidence, sourceAvailability })
  }

  const cache = new LRUCache<number, DatedExplanation>({
    max: maxCached,
    fetchMethod: (atMs) => limit(() => explainStored(Temporal.Instant.fromEpochMilliseconds(atMs))),
  })

  /**
   * The explanation of the point of a tick; null when none is stored.
   *
   * @throws AppError `insufficient_data` when the stored rows or this program no longer give the point; `service_unavailable` when too many are computed, or
   *   the store does not answer
   */
  return async function explainAt(tickMs: number): Promise<DatedExplanation | null> {
    return (await cache.fetch(tickMs)) ?? null
  }
}
