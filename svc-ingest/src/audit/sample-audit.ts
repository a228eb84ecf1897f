import { listDifferingColumns, type PointColumn } from '@hexawatt/shared/stored-points/point-columns'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import type { PointAudit } from './audit-point.ts'

/** Result of a sample. */
export type SampleAudit = {
  audited: number
  counts: Record<PointAudit['outcome'], number>
  /** The first differences, a line each. */
  differences: string[]
}

/** Result that a sample uses of the audit of a point or an archived forecast. */
type Audited =
  | { outcome: 'not comparable'; reason: string }
  | { outcome: 'equal' | 'different'; columns: PointColumn[]; findings: string[] }

/** Differences that the summary shows. */
const maxDifferences = 40

/**
 * Audits a random sample in the order of time, because neighbours rest on the same payloads.
 *
 * @param auditAt audits one instant; null when nothing is stored there any more
 * @param onProgress called after each with the number of audited instants
 */
export async function auditSample(
  drawn: readonly Temporal.Instant[],
  auditAt: (at: Temporal.Instant) => Promise<Audited | null>,
  onProgress: (done: number, of: number) => void,
): Promise<SampleAudit> {
  const sample: SampleAudit = {
    audited: 0,
    counts: { equal: 0, different: 0, 'not comparable': 0 },
    differences: [],
  }
  for (const at of drawn) {
    const audit = await auditAt(at)
    if (audit === null) continue
    sample.audited++
    sample.counts[audit.outcome]++
    if (audit.outcome !== 'equal') {
      sample.differences.push(...formatDifferences(at, audit).slice(0, maxDifferences - sample.differences.length))
    }
    onProgress(sample.audited, drawn.length)
  }
  return sample
}

/** One line for each difference. */
function formatDifferences(at: Temporal.Instant, audit: Audited): string[] {
  const differences =
    audit.outcome === 'not comparable'
      ? [audit.reason]
      : [
          ...listDifferingColumns(audit.columns).map(
            ({ name, stored, recomputed }) => `${name}: stored ${stored}, recomputed ${recomputed}`,
          ),
          ...audit.findings,
        ]
  return differences.map((line) => `${isoSeconds(at)} ${line}`)
}
