import { methodologyVersions } from '@hexawatt/shared/methodology/versions'
import { asOfRuleOf } from './as-of-rule.ts'
import type { AuditDeps } from './audit-deps.ts'
import { differingColumns, type PointColumn, pointColumns } from './point-columns.ts'
import { recomputePoint } from './recompute-point.ts'
import { readRevisions, readStoredPoint, type StoredPoint, type StoredRevision } from './stored-point-store.ts'

/**
 * What the audit of a point gave. `equal`: every column, and every stored value that it rests on, is what the payloads give.
 * `not comparable`: other versions of the methodology computed it.
 */
export type PointAudit = {
  stored: StoredPoint
  revisions: StoredRevision[]
  outcome: 'equal' | 'different' | 'not comparable'
  /** Empty when the point is not comparable. */
  columns: PointColumn[]
  /** What speaks against the stored data, beside the columns. */
  findings: string[]
  /** What is worth knowing and speaks against nothing. */
  notes: string[]
}

/** Audits the point of an instant; null when none is stored. */
export async function auditPoint(deps: AuditDeps, at: Temporal.Instant): Promise<PointAudit | null> {
  const stored = await readStoredPoint(deps.sql, at)
  if (stored === null) return null
  const revisions = await readRevisions(deps.sql, at)
  const foreign = foreignVersions(stored)
  if (foreign !== null) {
    return { stored, revisions, outcome: 'not comparable', columns: [], findings: [foreign], notes: [] }
  }
  const { point, findings, notes } = await recomputePoint(deps, stored, asOfRuleOf(stored))
  const columns = pointColumns(stored, point)
  const isEqual = findings.length === 0 && differingColumns(columns).length === 0
  return { stored, revisions, outcome: isEqual ? 'equal' : 'different', columns, findings, notes }
}

/** Says by which versions the point was computed when they are not those of this program; null when they are. */
function foreignVersions(stored: StoredPoint): string | null {
  const own = methodologyVersions(stored.consumptionVersion !== null)
  const pairs = [
    ['score', stored.scoreVersion, own.score],
    ['carbon', stored.carbonVersion, own.carbon],
    ['confidence', stored.confidenceVersion, own.confidence],
    ['consumption', stored.consumptionVersion, own.consumption],
  ] as const
  const foreign = pairs.filter(([, version, ownVersion]) => version !== ownVersion)
  if (foreign.length === 0) return null
  const text = foreign.map(([name, version, ownVersion]) => `${name} ${version} (this program: ${ownVersion})`)
  return `computed by other versions of the methodology: ${text.join(', ')}`
}
