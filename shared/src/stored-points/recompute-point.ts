import { recordFromEntries } from '../bounds/record-from-entries.ts'
import type { Received } from '../grid/feed-calendar.ts'
import { type FeedId, feedIds } from '../grid/feeds.ts'
import {
  assembleScoreInputs,
  type InputAssembler,
  type ScoreRows,
} from '../methodology/score/inputs/assemble-inputs.ts'
import {
  type AsOfRows,
  type CarbonRows,
  endWithoutWeather,
  ignoreExchanges,
  readCarbonRows,
  readScoreRows,
  type ScoreSource,
} from '../methodology/score/inputs/read-score-rows.ts'
import type { ScoreInputs } from '../methodology/score/sub-scores/score-inputs.ts'
import { type PointVersions, toConfidenceVersion, toScoreVersion } from '../methodology/versions.ts'
import type { RowsSource, StoredOutage } from '../stored-rows/as-of-source.ts'
import type { StoredValue } from '../stored-rows/stored-rows-store.ts'
import { buildInputRecord } from './input-record.ts'
import { type ScorePoint, scorePoint } from './score-point.ts'
import type { StoredPoint } from './stored-point-store.ts'

/** Everything that a point is computed from. */
export type PointComputation = {
  at: Temporal.Instant
  carbonRows: CarbonRows<StoredValue>
  scoreRows: AsOfRows<StoredValue | StoredOutage>
  inputs: ScoreInputs
  versions: PointVersions
}

/** A stored point that was computed again, and what it was computed from. */
export type RecomputedPoint = PointComputation & { point: ScorePoint }

/** Computes a stored point again, with the functions and the versions that computed it. */
export async function recomputePoint(
  source: ScoreSource<StoredValue, StoredOutage>,
  stored: StoredPoint,
  assemble: InputAssembler = assembleScoreInputs,
): Promise<RecomputedPoint> {
  const { at } = stored
  const ofItsHours = stored.scoreVersion === 1 ? endWithoutWeather(source, at) : source
  const asKnown = hasExchanges(stored) ? ofItsHours : ignoreExchanges(ofItsHours)
  const carbonRows = readCarbonRows(asKnown, at)
  const scoreRows = await readScoreRows(asKnown, at, carbonRows)
  const { rows, originsByFeed, factorSetId } = scoreRows
  const inputs = assemble(rows, at)
  const versions = {
    score: toScoreVersion(stored.scoreVersion) ?? undefined,
    confidence: toConfidenceVersion(stored.confidenceVersion) ?? undefined,
  }
  const sources = { assessment: rows.carbon, factorSetId, inputs: buildInputRecord(originsByFeed, inputs) }
  const point = scorePoint(inputs, sources, at, {
    scoreVersion: versions.score,
    confidenceVersion: versions.confidence,
  })
  return { at, carbonRows: await carbonRows, scoreRows, inputs, versions, point }
}

/** Computes a stored point again from stored rows. When each feed had been received is not stored: the availability that the point records counts. */
export function recomputeFromRows(source: RowsSource, stored: StoredPoint): Promise<RecomputedPoint> {
  const phi = recordFromEntries(feedIds, (feed) => stored.inputs[feed]?.phi ?? 0)
  return recomputePoint({ ...source, received: async () => toReceived(phi, stored.at) }, stored, (rows, at) =>
    assembleAsRecorded(assembleScoreInputs, rows, at, phi),
  )
}

/** Availability of each feed that a point records, 0–1. */
export type RecordedAvailability = Readonly<Record<FeedId, number>>

/** Inputs in which a feed counts as received exactly when the stored point records it so. */
export function assembleAsRecorded(
  assemble: InputAssembler,
  rows: ScoreRows,
  at: Temporal.Instant,
  phi: RecordedAvailability,
): ScoreInputs {
  return { ...assemble({ ...rows, received: toReceived(phi, at) }, at), availabilityByFeed: phi }
}

function toReceived(phi: RecordedAvailability, at: Temporal.Instant): Record<FeedId, Received> {
  return recordFromEntries(feedIds, (feed) => {
    const receivedAt = phi[feed] > 0 ? at : null
    return { newestSlotEnd: receivedAt, lastSuccess: receivedAt, publisher: null }
  })
}

/** Whether a point was computed with commercial exchanges: former programs never read them, and none are read while the flows are known. */
function hasExchanges({ inputs }: StoredPoint): boolean {
  return (inputs.exchange_schedules?.rows ?? 0) > 0
}
