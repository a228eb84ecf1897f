import type { SourceStatus, StatusResponse } from '@hexawatt/shared/contract/status'
import { textTable } from '../command-line/text-table.ts'

/** `/api/status` as a table. */
export function statusText({ mode, generatedAt, sources }: StatusResponse): string {
  const header = ['SOURCE', 'LAST SUCCESS', 'NEWEST SLOT', 'LAG', 'EXPECTED NEXT', 'FAILURES', 'DATA', 'NOTE']
  return [`${mode} data, as of ${generatedAt}`, '', textTable(header, sources.map(sourceCells))].join('\n')
}

function sourceCells(source: SourceStatus): string[] {
  return [
    source.id,
    source.lastSuccess ?? 'never',
    source.newestSlot ?? '-',
    source.lagMinutes === null ? '-' : lagText(source.lagMinutes),
    source.expectedNext ?? '-',
    String(source.consecutiveFailures),
    source.demo ? 'demo' : source.lastSuccess === null ? '-' : 'published',
    source.note ?? '',
  ]
}

/** `95 min`, `26 h`, and `40 h ahead` for a slot that lies ahead. */
function lagText(minutes: number): string {
  const size = Math.abs(minutes)
  const text = size < 120 ? `${size} min` : `${Math.round(size / 60)} h`
  return minutes < 0 ? `${text} ahead` : text
}
