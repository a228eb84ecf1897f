import { stringify } from 'csv-stringify/sync'
import type { ListedDay } from './usage-day-store.ts'

/** The columns of usage by day in their order: the name in the header, and where its value stands. */
const dayColumns = [
  ['day', 'day'],
  ['key_id', 'keyId'],
  ['key_name', 'keyName'],
  ['status_200', 'ok'],
  ['status_304', 'notModified'],
  ['status_4xx', 'refused'],
  ['status_429', 'limited'],
  ['status_5xx', 'failed'],
] as const satisfies readonly (readonly [string, keyof ListedDay])[]

/** Usage by day and key as RFC 4180 CSV with a header. Days are UTC; without `key_id` are the requests that were counted without their key. */
export function formatDaysCsv(days: readonly ListedDay[]): string {
  const records = days.map((day) => dayColumns.map(([, field]) => day[field] ?? ''))
  return formatCsv([dayColumns.map(([name]) => name), ...records])
}

/**
 * Formats records as RFC 4180 CSV. The library quotes by the RFC, except lone line breaks, and puts an apostrophe before text that a spreadsheet
 * would execute.
 */
export function formatCsv(records: readonly (readonly (string | number)[])[]): string {
  return stringify([...records], { record_delimiter: 'windows', quoted_match: /[\r\n]/, escape_formulas: true })
}
