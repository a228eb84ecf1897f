import * as v from 'valibot'
import { EnglishDetails } from '../contract/dashboard.ts'
import { UtcTimestamp } from '../contract/fields.ts'
import type { SnapshotKind } from './snapshot-store.ts'

/** What the sub-scores of the live score rest on, in English: the snapshot of the score has the French sentences that the API serves. */
export const ScoreReasonsSnapshot = v.strictObject({
  /** Instant of the score that they belong to. */
  computedAt: UtcTimestamp,
  english: EnglishDetails,
})
export type ScoreReasonsSnapshot = v.InferOutput<typeof ScoreReasonsSnapshot>

export const scoreReasonsSnapshot: SnapshotKind<ScoreReasonsSnapshot> = {
  name: 'score_reasons',
  schemaVersion: 1,
  schema: ScoreReasonsSnapshot,
}
