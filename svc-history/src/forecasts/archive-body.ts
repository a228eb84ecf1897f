import { round1, round2 } from '@hexawatt/shared/bounds/numbers'
import {
  ArchivedForecastPoint,
  type ArchivedQuantity,
  type ForecastArchiveResponse,
} from '@hexawatt/shared/contract/forecast/forecast-archive'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import type { PointSpan } from '../points/utc-span.ts'
import { earlier } from '../window/served-window.ts'
import { type ArchivedRow, type ArchiveSpans, readArchivedRows } from './archive-store.ts'

/** The body before its points. */
type ArchiveHead = Omit<ForecastArchiveResponse, 'points'>

/** Writes an archive: the opening, each point with what stands before it (not the first) and after it, and the closing. */
type ArchiveFormat = {
  contentType: string
  /** Whether the body names the served window; otherwise headers do. */
  saysWindow: boolean
  opening: (head: ArchiveHead) => string
  point: (point: ArchivedForecastPoint) => string
  before: string
  after: string
  closing: string
}

const json: ArchiveFormat = {
  contentType: 'application/json',
  saysWindow: true,
  opening: (head) => `${JSON.stringify(head).slice(0, -1)},"points":[`,
  point: (point) => JSON.stringify(point),
  before: ',',
  after: '',
  closing: ']}',
}

const ndjson: ArchiveFormat = {
  contentType: 'application/x-ndjson',
  saysWindow: false,
  opening: () => '',
  point: (point) => JSON.stringify(point),
  before: '',
  after: '\n',
  closing: '',
}

const columns = Object.keys(ArchivedForecastPoint.entries)
/** RFC 4180. */
const lineEnd = '\r\n'

/** A header row, then one row per point. No value contains a comma, a quote or a line end; unknown is empty. */
const csv: ArchiveFormat = {
  contentType: 'text/csv; charset=utf-8',
  saysWindow: false,
  opening: () => columns.join(',') + lineEnd,
  point: (point) => Object.values(point).join(','),
  before: '',
  after: lineEnd,
  closing: '',
}

const formats: Readonly<Record<string, ArchiveFormat>> = { 'text/csv': csv, 'application/x-ndjson': ndjson }

/** The format of the `accept` header, which holds one type because the gateway has negotiated. */
export function archiveFormat(accept: string | null): ArchiveFormat {
  return (accept !== null && Object.hasOwn(formats, accept) ? formats[accept] : undefined) ?? json
}

/** Issues of one query: at most 48 issues of 49 hours. The next query is under way, so a slow client holds twice as many. */
const issueHoursPerQuery = 48

export type ArchiveBodyInput = {
  sql: Sql
  quantity: ArchivedQuantity
  spans: ArchiveSpans
  now: Temporal.Instant
  format: ArchiveFormat
  head: ArchiveHead
}

/** Yields the bytes of an answer, two days of issues at a time; the first rows are read before the first byte. */
export async function archiveBody(
  input: ArchiveBodyInput,
): Promise<AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>> {
  const batches = batchesOf(input.spans.issues)
  const first = await readBatch(input, batches[0])
  return chunks(input, batches, first)
}

const encoder = new TextEncoder()

async function* chunks(
  input: ArchiveBodyInput,
  batches: readonly PointSpan[],
  first: readonly ArchivedRow[],
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const { format, quantity } = input
  const opening = format.opening(input.head)
  if (opening !== '') yield encoder.encode(opening)
  let isFirst = true
  let rows = first
  for (let index = 1; index <= batches.length; index += 1) {
    const next = readBatch(input, batches[index])
    // The client may have left before the read fails: without a handler the rejection would be unhandled.
    next.catch(() => undefined)
    if (rows.length > 0) {
      const text = rows.map((row) => format.before + format.point(servedPoint(row, quantity)) + format.after).join('')
      yield encoder.encode(isFirst ? text.slice(format.before.length) : text)
      isFirst = false
    }
    rows = await next
  }
  if (format.closing !== '') yield encoder.encode(format.closing)
}

async function readBatch(
  { sql, quantity, spans, now }: ArchiveBodyInput,
  issues: PointSpan | undefined,
): Promise<ArchivedRow[]> {
  return issues === undefined ? [] : readArchivedRows(sql, quantity, { ...spans, issues }, now)
}

function batchesOf({ from, end }: PointSpan): PointSpan[] {
  const batches: PointSpan[] = []
  for (let start = from; Temporal.Instant.compare(start, end) < 0; start = start.add({ hours: issueHoursPerQuery })) {
    batches.push({ from: start, end: earlier(start.add({ hours: issueHoursPerQuery }), end) })
  }
  return batches
}

/** The row as it is served: the score to 1 decimal, everything else to 2. Keys in the order of the contract. */
function servedPoint(row: ArchivedRow, quantity: ArchivedQuantity): ArchivedForecastPoint {
  const round = quantity === 'score' ? round1 : round2
  const rounded = (value: number | null): number | null => (value === null ? null : round(value))
  return {
    issuedAt: textOf(row.issuedSeconds),
    target: textOf(row.targetSeconds),
    leadHours: row.leadHours,
    value: round(row.value),
    low: rounded(row.low),
    high: rounded(row.high),
    actual: rounded(row.actual),
    methodologyVersion: row.methodologyVersion,
  }
}

const textOf = (epochSeconds: number): string =>
  isoSeconds(Temporal.Instant.fromEpochMilliseconds(epochSeconds * 1_000))
