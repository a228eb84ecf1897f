import type { ArchiveResponse } from '@hexawatt/shared/contract/forecast/forecast-archive'
import { pickEarlier } from '@hexawatt/shared/time/instant'
import type { PointSpan } from '../points/utc-span.ts'
import type { ArchivePoint, ArchiveSource, ArchiveSpans } from './archive-source.ts'

/** The body before its points. */
type ArchiveHead = Omit<ArchiveResponse, 'points'>

/** Format of an archive: the opening, each point with its separator (not before the first point) and end, and the closing. */
type ArchiveFormat = {
  contentType: string
  /** Whether the body names the served window; otherwise headers do. */
  saysWindow: boolean
  opening: (head: ArchiveHead) => string
  point: (point: ArchivePoint) => string
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
/** RFC 4180. */
const lineEnd = '\r\n'

/** A header row, then one row per point. No value contains a comma, a quote or a line end; unknown is empty. */
const createCsvFormat = ({ columns }: ArchiveSource): ArchiveFormat => ({
  contentType: 'text/csv; charset=utf-8',
  saysWindow: false,
  opening: () => columns.join(',') + lineEnd,
  point: (point) => Object.values<unknown>(point).flatMap(toCells).join(','),
  before: '',
  after: lineEnd,
  closing: '',
})

const toCells = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [value]

/** The format of the `accept` header, which holds one type because the gateway has negotiated. */
export function chooseArchiveFormat(accept: string | null, source: ArchiveSource): ArchiveFormat {
  if (accept === 'text/csv') return createCsvFormat(source)
  return accept === 'application/x-ndjson' ? ndjson : json
}

export type ArchiveBodyInput = {
  source: ArchiveSource
  spans: ArchiveSpans
  now: Temporal.Instant
  format: ArchiveFormat
  head: ArchiveHead
}

/** Yields the bytes of an answer, the issues of one query at a time; the first rows are read before the first byte. */
export async function openArchiveBody(
  input: ArchiveBodyInput,
): Promise<AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>> {
  const batches = splitIntoBatches(input.spans.issues, input.source.issueHoursPerQuery)
  const first = await readBatch(input, batches[0])
  return streamChunks(input, batches, first)
}

const encoder = new TextEncoder()

async function* streamChunks(
  input: ArchiveBodyInput,
  batches: readonly PointSpan[],
  first: readonly ArchivePoint[],
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const { format } = input
  const opening = format.opening(input.head)
  if (opening !== '') yield encoder.encode(opening)
  let isFirst = true
  let points = first
  for (let index = 1; index <= batches.length; index += 1) {
    const next = readBatch(input, batches[index])
    // The client may have left before the read fails: without a handler the rejection would be unhandled.
    next.catch(() => undefined)
    if (points.length > 0) {
      const text = points.map((point) => format.before + format.point(point) + format.after).join('')
      yield encoder.encode(isFirst ? text.slice(format.before.length) : text)
      isFirst = false
    }
    points = await next
  }
  if (format.closing !== '') yield encoder.encode(format.closing)
}

async function readBatch(
  { source, spans, now }: ArchiveBodyInput,
  issues: PointSpan | undefined,
): Promise<ArchivePoint[]> {
  return issues === undefined ? [] : source.readPoints({ ...spans, issues }, now)
}

function splitIntoBatches({ from, end }: PointSpan, hours: number): PointSpan[] {
  const batches: PointSpan[] = []
  for (let start = from; Temporal.Instant.compare(start, end) < 0; start = start.add({ hours })) {
    batches.push({ from: start, end: pickEarlier(start.add({ hours }), end) })
  }
  return batches
}
