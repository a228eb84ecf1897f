import { textTable } from '@hexawatt/shared/command-line/tables'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { differingColumns, type PointAudit, type PointColumn } from '../audit/audit-point.ts'
import type { ChainDay } from '../audit/chain.ts'
import type { SampleAudit } from '../audit/sample-audit.ts'

/** Findings of one point that are shown. */
const maxShownFindings = 20

/** The audit of one point for a person: stored and recomputed side by side, then what was found. */
export function pointAuditText(audit: PointAudit): string {
  const { stored, revisions } = audit
  const head = `Point of ${isoSeconds(stored.at)}, ${stored.provenance}, computed at ${isoSeconds(stored.computedAt)}`
  const revised = revisions.length === 0 ? [] : ['', ...revisions.map(revisionText)]
  if (audit.outcome === 'not comparable') return [head, ...revised, '', audit.reason, 'Not comparable.'].join('\n')
  const { columns, findings, notes } = audit
  return [
    head,
    '',
    textTable(['COLUMN', '', 'STORED', 'RECOMPUTED'], columns.map(columnCells)),
    ...revised,
    ...(notes.length === 0 ? [] : ['', ...notes]),
    '',
    ...shownFindings(findings),
    audit.outcome === 'equal'
      ? 'Equal: the archived payloads give this point, column by column.'
      : `Different: ${differingColumns(columns).length} columns of the point, ${findings.length} findings in what it rests on.`,
  ].join('\n')
}

function columnCells({ name, stored, recomputed }: PointColumn): string[] {
  return [name, stored === recomputed ? '' : '≠', stored, recomputed]
}

function revisionText({ computedAt, point }: PointAudit['revisions'][number]): string {
  return `Revised at ${isoSeconds(computedAt)}, after its inputs were corrected, to ${point}`
}

function shownFindings(findings: readonly string[]): string[] {
  const more = findings.length - maxShownFindings
  return [...findings.slice(0, maxShownFindings), ...(more > 0 ? [`… and ${more} more of the kind`] : [])]
}

/** The summary of a sample for a person. */
export function sampleText({ audited, counts, differences }: SampleAudit, seed: number): string {
  const counted = [
    `${counts.equal} equal`,
    `${counts.different} different`,
    `${counts['not comparable']} not comparable`,
  ]
  return [...differences, `${audited} points audited (seed ${seed}): ${counted.join(', ')}`].join('\n')
}

/** `2026-02-03  144 points  <digest>` */
export function chainLine({ day, points, digest }: ChainDay): string {
  return `${day}  ${points} points  ${digest}`
}
