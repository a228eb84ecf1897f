import { isoSeconds } from '@hexawatt/shared/time/instant'
import { auditPoint, differingColumns, type PointAudit } from './audit-point.ts'
import type { AuditDeps } from './payload-reader.ts'
import { drawPoints } from './stored-point-store.ts'

/** Result of a sample. */
export type SampleAudit = {
  audited: number
  counts: Record<PointAudit['outcome'], number>
  /** The first differences, a line each. */
  differences: string[]
}

/** Differences that the summary shows. */
const maxDifferences = 40

/**
 * Audits points drawn at random, in the order of time, because neighbours rest on the same payloads.
 *
 * @param onProgress called after each point with the number of audited points
 */
export async function auditSample(
  deps: AuditDeps,
  { count, seed }: { count: number; seed: number },
  onProgress: (done: number, of: number) => void,
): Promise<SampleAudit> {
  const drawn = await drawPoints(deps.sql, count, seed)
  const sample: SampleAudit = {
    audited: 0,
    counts: { equal: 0, different: 0, 'not comparable': 0 },
    differences: [],
  }
  for (const at of drawn) {
    const audit = await auditPoint(deps, at)
    if (audit === null) continue
    sample.audited++
    sample.counts[audit.outcome]++
    if (audit.outcome !== 'equal') {
      sample.differences.push(...differenceLines(audit).slice(0, maxDifferences - sample.differences.length))
    }
    onProgress(sample.audited, drawn.length)
  }
  return sample
}

/** One line for each difference of a point. */
function differenceLines(audit: PointAudit): string[] {
  const differences =
    audit.outcome === 'not comparable'
      ? [audit.reason]
      : [
          ...differingColumns(audit.columns).map(
            ({ name, stored, recomputed }) => `${name}: stored ${stored}, recomputed ${recomputed}`,
          ),
          ...audit.findings,
        ]
  return differences.map((line) => `${isoSeconds(audit.stored.at)} ${line}`)
}
