import * as v from 'valibot'
import { ExplainedPoint } from '../contract/explanation/explanation.ts'
import { UtcTimestamp } from '../contract/values/fields.ts'
import { dataModes } from '../grid/feeds.ts'
import type { SnapshotKind } from './snapshot-store.ts'

/** The explanation of the newest figures, as svc-ingest computes it and svc-carbon serves it. */
export const ExplanationSnapshot = v.strictObject({
  mode: v.picklist(dataModes),
  computedAt: UtcTimestamp,
  /** A feed that the score weighs is late or missing, or in live mode given by an open source. */
  hasLateSource: v.boolean(),
  explanation: ExplainedPoint,
})
export type ExplanationSnapshot = v.InferOutput<typeof ExplanationSnapshot>

export const explanationSnapshot: SnapshotKind<ExplanationSnapshot> = {
  name: 'explanation',
  schemaVersion: 1,
  schema: ExplanationSnapshot,
}
