import { formatTextTable } from '@hexawatt/shared/command-line/tables'
import { pricePublisher, publisherFacts } from '@hexawatt/shared/grid/publishers'
import type { Finding, ProbedPublisher } from './finding.ts'
import type { Replayed } from './replay-report.ts'

/** `95 min`, `26 h`, or `40 h ahead` for a future slot. */
export function formatLag(minutes: number): string {
  const size = Math.abs(minutes)
  const text = size < 120 ? `${size} min` : `${Math.round(size / 60)} h`
  return minutes < 0 ? `${text} ahead` : text
}

/** Findings of a probe: a line for each source, and below them every difference. */
export function formatFindings(findings: readonly Finding[]): string {
  const header = ['SOURCE', 'STATUS', 'CONTENT', 'VALUES', 'NEWEST SLOT', 'LAG', 'LIMITS', 'LICENCE', 'AS EXPECTED']
  const differences = findings.flatMap(({ source, differences }) => differences.map((text) => `${source}: ${text}`))
  const summary = differences.length === 0 ? 'Every source answers as expected.' : `Differences: ${differences.length}`
  return [formatTextTable(header, findings.map(formatFinding)), '', summary, ...differences].join('\n')
}

function formatFinding(finding: Finding): string[] {
  const { newestSlot, lagMinutes, rateLimits, licence, publisher, deprecated } = finding
  return [
    finding.source,
    finding.status === null ? 'none' : String(finding.status),
    finding.contentType?.split(';')[0] ?? '-',
    String(finding.values),
    newestSlot ?? '-',
    lagMinutes === null ? '-' : formatLag(lagMinutes),
    Object.entries(rateLimits)
      .map(([name, value]) => `${name.replace(/^x-ratelimit-/, '')} ${value}`)
      .join(', ') || '-',
    `${licence ?? findLicence(publisher) ?? 'none stated'}${deprecated === true ? ', deprecated' : ''}`,
    finding.differences.length === 0 ? 'yes' : 'NO',
  ]
}

function findLicence(publisher: ProbedPublisher): string | null {
  return publisher === pricePublisher.id ? pricePublisher.licence : publisherFacts[publisher].licence
}

/** Results of reading the payloads of a report, a line for each, and below them every refusal. */
export function formatReplayed(replayed: readonly Replayed[]): string {
  const header = ['SOURCE', 'VALUES', 'NEWEST SLOT', 'UNREADABLE', 'REFUSED', 'UNKNOWN NAMES', 'PAYLOAD', 'READ']
  const rows = replayed.map(({ source, values, newestSlot, unreadable, refused, newElements, isCut, failure }) => [
    source,
    String(values),
    newestSlot ?? '-',
    String(unreadable),
    String(refused),
    newElements.join(', ') || '-',
    isCut ? 'cut' : 'whole',
    failure === null ? 'yes' : 'NO',
  ])
  const failures = replayed.flatMap(({ source, path, failure }) =>
    failure === null ? [] : [`${source} ${path}: ${failure}`],
  )
  const summary = failures.length === 0 ? 'Every reader reads its payload.' : `Refused payloads: ${failures.length}`
  return [formatTextTable(header, rows), '', summary, ...failures].join('\n')
}
