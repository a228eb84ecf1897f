import { isoSeconds } from '@hexawatt/shared/time/instant'
import { textTable } from '../command-line/text-table.ts'
import { differingColumns, type PointAudit } from './audit-point.ts'

/** Findings of one point that are shown. */
const maxShownFindings = 20

/** The audit of one point for a person: stored and recomputed side by side, then what was found. */
export function pointAuditText({ stored, revisions, outcome, columns, findings, notes }: PointAudit): string {
  const head = `Point of ${isoSeconds(stored.at)}, ${stored.provenance}, computed at ${isoSeconds(stored.computedAt)}`
  const rows = columns.map(({ name, stored: text, recomputed }) => [
    name,
    text === recomputed ? '' : '≠',
    text,
    recomputed,
  ])
  return [
    head,
    ...(rows.length === 0 ? [] : ['', textTable(['COLUMN', '', 'STORED', 'RECOMPUTED'], rows)]),
    ...(revisions.length === 0 ? [] : ['', ...revisions.map(revisionText)]),
    ...(notes.length === 0 ? [] : ['', ...notes]),
    '',
    ...shownFindings(findings),
    verdict(outcome, columns.length > 0 ? differingColumns(columns).length : 0, findings.length),
  ].join('\n')
}

/** One line for each thing that speaks against a point, for a sample of many. */
export function differenceLines({ stored, columns, findings }: PointAudit): string[] {
  const at = isoSeconds(stored.at)
  return [
    ...differingColumns(columns).map(
      (column) => `${column.name}: stored ${column.stored}, recomputed ${column.recomputed}`,
    ),
    ...findings,
  ].map((line) => `${at} ${line}`)
}

function revisionText({ computedAt, point }: PointAudit['revisions'][number]): string {
  return `Revised at ${isoSeconds(computedAt)}, after its inputs were corrected, to ${point}`
}

function shownFindings(findings: readonly string[]): string[] {
  const more = findings.length - maxShownFindings
  return [...findings.slice(0, maxShownFindings), ...(more > 0 ? [`… and ${more} more of the kind`] : [])]
}

function verdict(outcome: PointAudit['outcome'], columns: number, findings: number): string {
  if (outcome === 'equal') return 'Equal: the archived payloads give this point, column by column.'
  if (outcome === 'not comparable') return 'Not comparable.'
  return `Different: ${columns} columns of the point, ${findings} findings in what it rests on.`
}
