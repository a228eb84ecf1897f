import { toParisTime } from '@hexawatt/shared/time/paris'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import { buildOpenCall, type Call, readJson } from '../definition/source.ts'
import type { MixRow } from './mix-row.ts'

/** Path of a dataset's whole-row export: a bare array without limit or order. */
const buildExportPath = (dataset: string): string => `/api/explore/v2.1/catalog/datasets/${dataset}/exports/json`

/** Most rows of one answer: eight days of quarter-hours of twelve regions are 9 216. */
const maxRows = 20_000

/**
 * A call for the rows that meet a condition, or for all. No members are selected: a renamed one would turn the whole answer into an error.
 */
export function buildExportCall(dataset: string, where?: string): Call {
  return buildOpenCall(buildExportPath(dataset), where === undefined ? {} : { where })
}

/** Condition on the instant of a row, with the offset written out, which the portal needs. */
export function buildInstantCondition(column: string, from: Temporal.Instant, to: Temporal.Instant): string {
  const formatInstant = (instant: Temporal.Instant) =>
    instant.toString({ smallestUnit: 'second' }).replace('Z', '+00:00')
  return `${column} >= '${formatInstant(from)}' and ${column} < '${formatInstant(to)}'`
}

/** Rows of an export. @throws UpstreamError `unusable` when the answer is no array of objects */
export function readRows(body: Uint8Array): MixRow[] {
  const json = readJson({ body })
  if (!Array.isArray(json)) throw new UpstreamError('unusable', 'the export is not an array')
  if (json.length > maxRows) throw new UpstreamError('unusable', `the export has more than ${maxRows} rows`)
  return json.filter((row): row is MixRow => typeof row === 'object' && row !== null)
}

/** Rows with the instants of a column, one row for each, oldest first; and how many have no readable instant. */
export function orderRowsByInstant(
  rows: readonly MixRow[],
  column = 'date_heure',
): {
  rows: { row: MixRow; slotStart: Temporal.Instant }[]
  unreadable: number
} {
  const byInstant = new Map<number, { row: MixRow; slotStart: Temporal.Instant }>()
  let unreadable = 0
  for (const row of rows) {
    const slotStart = readInstant(row[column])
    if (slotStart === null) {
      unreadable++
      continue
    }
    const known = byInstant.get(slotStart.epochMilliseconds)
    // In spring the rows of the hour that does not exist repeat the instants of the next one.
    if (known === undefined || !isLocalHour(known.row, slotStart))
      byInstant.set(slotStart.epochMilliseconds, { row, slotStart })
  }
  const ordered = [...byInstant.values()].sort((a, b) => Temporal.Instant.compare(a.slotStart, b.slotStart))
  return { rows: ordered, unreadable }
}

function readInstant(value: unknown): Temporal.Instant | null {
  if (typeof value !== 'string') return null
  try {
    return Temporal.Instant.from(value)
  } catch {
    return null
  }
}

/** Whether the local hour that a row names is the local hour of its instant. */
function isLocalHour(row: MixRow, slotStart: Temporal.Instant): boolean {
  const local = toParisTime(slotStart).toPlainTime().toString({ smallestUnit: 'minute' })
  const named = row['heure']
  return typeof named !== 'string' || named.startsWith(local)
}
