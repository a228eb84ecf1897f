import { explainPoint } from '@hexawatt/shared/answers/explanation/explain-point'
import type { ExplainedPoint } from '@hexawatt/shared/contract/explanation/explanation'
import {
  describeForeignVersions,
  listDifferingColumns,
  listPointColumns,
  type PointColumn,
} from '@hexawatt/shared/stored-points/point-columns'
import { recomputePoint } from '@hexawatt/shared/stored-points/recompute-point'
import { readStoredPoint, type StoredPoint } from '@hexawatt/shared/stored-points/stored-point-store'
import { createAsOfRule } from '@hexawatt/shared/stored-rows/as-of-rule'
import { createArchiveSource } from './archive-source.ts'
import type { AuditDeps } from './payload-reader.ts'
import { readRevisions, type StoredRevision } from './stored-point-store.ts'

/**
 * Result of the audit of a point. `equal`: every column, and every stored value that it rests on, equals the result of the payloads.
 * `not comparable`: versions of the methodology that this program does not know computed the point.
 */
export type PointAudit = { stored: StoredPoint; revisions: StoredRevision[] } & (
  | { outcome: 'not comparable'; reason: string }
  | {
      outcome: 'equal' | 'different'
      columns: PointColumn[]
      /** Contradictions of the stored data, in addition to the columns. */
      findings: string[]
      /** Remarks that contradict nothing. */
      notes: string[]
      /** Of the figures that the payloads give. */
      explanation: ExplainedPoint
    }
)

/** Audits the point of an instant; null when none is stored. */
export async function auditPoint(deps: AuditDeps, at: Temporal.Instant): Promise<PointAudit | null> {
  const stored = await readStoredPoint(deps.sql, at)
  if (stored === null) return null
  const revisions = await readRevisions(deps.sql, at)
  const reason = describeForeignVersions(stored)
  if (reason !== null) return { stored, revisions, outcome: 'not comparable', reason }
  const archive = createArchiveSource(deps, stored, createAsOfRule(stored))
  const recomputed = await recomputePoint(archive.source, stored)
  const columns = listPointColumns(stored, recomputed.point)
  const findings = archive.findings()
  const isEqual = findings.length === 0 && listDifferingColumns(columns).length === 0
  return {
    stored,
    revisions,
    outcome: isEqual ? 'equal' : 'different',
    columns,
    findings,
    notes: archive.notes(),
    explanation: explainPoint(recomputed, stored.provenance),
  }
}
