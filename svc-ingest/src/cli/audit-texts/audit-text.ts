import { formatTextTable } from '@hexawatt/shared/command-line/tables'
import { listDifferingColumns, type PointColumn } from '@hexawatt/shared/stored-points/point-columns'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import type { PointAudit } from '../../audit/audit-point.ts'
import type { ChainDay } from '../../audit/chain.ts'
import type { IssueAudit } from '../../audit/forecast/audit-issue.ts'
import type { PriceAudit } from '../../audit/prices/audit-prices.ts'
import type { SampleAudit } from '../../audit/sample-audit.ts'
import { formatExplanation } from './explanation-text.ts'

/** Findings of one point or forecast that are shown. */
const maxShownFindings = 20
/** Columns of one forecast that are shown: the columns of the issue, and the first different columns. */
const maxShownColumns = 40

/** The audit of one point as text: stored and recomputed side by side, the explanation of the recomputed figures, then the findings. */
export function formatPointAudit(audit: PointAudit): string {
  const { stored, revisions } = audit
  const head = `Point of ${isoSeconds(stored.at)}, ${stored.provenance}, computed at ${isoSeconds(stored.computedAt)}`
  const revised = revisions.length === 0 ? [] : ['', ...revisions.map(formatRevision)]
  if (audit.outcome === 'not comparable') return [head, ...revised, '', audit.reason, 'Not comparable.'].join('\n')
  const { columns, findings, notes, explanation } = audit
  return [
    head,
    '',
    formatTextTable(['COLUMN', '', 'STORED', 'RECOMPUTED'], columns.map(formatColumn)),
    '',
    ...formatExplanation(explanation),
    ...revised,
    ...(notes.length === 0 ? [] : ['', ...notes]),
    '',
    ...listShownFindings(findings),
    audit.outcome === 'equal'
      ? 'Equal: the archived payloads give this point, column by column.'
      : `Different: ${listDifferingColumns(columns).length} columns of the point, ${findings.length} findings in its inputs.`,
  ].join('\n')
}

function formatColumn({ name, stored, recomputed }: PointColumn): string[] {
  return [name, stored === recomputed ? '' : '≠', stored, recomputed]
}

function formatRevision({ computedAt, point }: PointAudit['revisions'][number]): string {
  return `Revised at ${isoSeconds(computedAt)}, after its inputs were corrected or completed, to ${point}`
}

function listShownFindings(findings: readonly string[]): string[] {
  return [...findings.slice(0, maxShownFindings), ...formatMore(findings.length - maxShownFindings)]
}

const formatMore = (more: number): string[] => (more > 0 ? [`… and ${more} more of the kind`] : [])

/** The audit of an archived forecast as text: its columns, different cells of its hours and levels, then the findings. */
export function formatIssueAudit(audit: IssueAudit): string {
  const { stored } = audit
  const head = `Forecast of ${isoSeconds(stored.issuedAt)}, computed at ${isoSeconds(stored.computedAt)}`
  if (audit.outcome === 'not comparable') return [head, '', audit.reason, 'Not comparable.'].join('\n')
  const { columns, findings } = audit
  return [
    head,
    '',
    formatTextTable(['COLUMN', '', 'STORED', 'RECOMPUTED'], columns.slice(0, maxShownColumns).map(formatColumn)),
    ...formatMore(columns.length - maxShownColumns),
    '',
    ...listShownFindings(findings),
    audit.outcome === 'equal'
      ? 'Equal: the archived payloads give this forecast, and the archive before it the levels of its bands.'
      : `Different: ${listDifferingColumns(columns).length} columns of the forecast, ${findings.length} findings in its inputs.`,
  ].join('\n')
}

/** The summary of a sample as text. */
export function formatSample(
  { audited, counts, differences }: SampleAudit,
  of: 'point' | 'forecast',
  seed: number,
): string {
  const counted = [
    `${counts.equal} equal`,
    `${counts.different} different`,
    `${counts['not comparable']} not comparable`,
  ]
  return [...differences, `${audited} ${of}s audited (seed ${seed}): ${counted.join(', ')}`].join('\n')
}

/** The audit of the regulated prices as text: differences, rows that are left out, and the summary. */
export function formatPriceAudit({ versions, payloads, differences, leftOut }: PriceAudit): string {
  const outcome = differences.length === 0 ? 'Equal' : `Different: ${differences.length} findings`
  return [
    ...listShownFindings(differences),
    ...leftOut.map((row) => `Left out, ${row}`),
    `${versions} versions of regulated prices audited with ${payloads} archived files. ${outcome}.`,
  ].join('\n')
}

/** `2026-02-03  144 points  <digest>` */
export function formatChainDay({ day, points, digest }: ChainDay): string {
  return `${day}  ${points} points  ${digest}`
}
