import { pickEarlier } from '@hexawatt/shared/time/instant'
import { countGarbage } from '../fast/collect-garbage.ts'
import type { PointSpan } from '../points/utc-span.ts'

/** Format of streamed points: the opening, each point with its separator (not before the first point) and end, and the closing. */
export type PointFormat = {
  contentType: string
  /** Whether the body names the served window; otherwise headers do. */
  saysWindow: boolean
  /** @param head the body before its points */
  opening: (head: object) => string
  point: (point: object) => string
  before: string
  after: string
  closing: string
}

const json: PointFormat = {
  contentType: 'application/json',
  saysWindow: true,
  opening: (head) => `${JSON.stringify(head).slice(0, -1)},"points":[`,
  point: (point) => JSON.stringify(point),
  before: ',',
  after: '',
  closing: ']}',
}

const ndjson: PointFormat = {
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
const createCsvFormat = (columns: readonly string[]): PointFormat => ({
  contentType: 'text/csv; charset=utf-8',
  saysWindow: false,
  opening: () => columns.join(',') + lineEnd,
  point: (point) =>
    Object.values<unknown>({ ...point })
      .flatMap(toCells)
      .join(','),
  before: '',
  after: lineEnd,
  closing: '',
})

const toCells = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [value]

/**
 * The format of the `accept` header, which holds one type because the gateway has negotiated.
 *
 * @param columns of the table: an object within a point has one column per field
 */
export function choosePointFormat(accept: string | null, columns: readonly string[]): PointFormat {
  if (accept === 'text/csv') return createCsvFormat(columns)
  return accept === 'application/x-ndjson' ? ndjson : json
}

export type PointStreamInput<Point extends object> = {
  format: PointFormat
  head: object
  batches: readonly PointSpan[]
  /** Points of one batch. The next batch is read in advance, so a slow client holds two. */
  readBatch: (batch: PointSpan) => Promise<readonly Point[]>
}

/** Yields the bytes of an answer, the points of one batch at a time; the first batch is read before the first byte. */
export async function openPointStream<Point extends object>(
  input: PointStreamInput<Point>,
): Promise<AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>> {
  return streamChunks(input, await readBatch(input, 0))
}

const encoder = new TextEncoder()

/** Bytes of short-lived objects for each character of a body, about: rows, points, and the parts of the text. */
const garbageFactor = 4

async function* streamChunks<Point extends object>(
  input: PointStreamInput<Point>,
  first: readonly Point[],
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const { format, batches } = input
  const opening = format.opening(input.head)
  if (opening !== '') yield encoder.encode(opening)
  let isFirst = true
  let points = first
  for (let index = 1; index <= batches.length; index += 1) {
    const next = readBatch(input, index)
    // The client may have left before the read fails: without a handler the rejection would be unhandled.
    next.catch(() => undefined)
    if (points.length > 0) {
      const text = points.map((point) => format.before + format.point(point) + format.after).join('')
      countGarbage(garbageFactor * text.length)
      yield encoder.encode(isFirst ? text.slice(format.before.length) : text)
      isFirst = false
    }
    points = await next
  }
  if (format.closing !== '') yield encoder.encode(format.closing)
}

async function readBatch<Point extends object>(
  { batches, readBatch: read }: PointStreamInput<Point>,
  index: number,
): Promise<readonly Point[]> {
  const batch = batches[index]
  return batch === undefined ? [] : read(batch)
}

/** Consecutive parts of a span, each of so many hours; the last one may be shorter. */
export function splitIntoBatches({ from, end }: PointSpan, hours: number): PointSpan[] {
  const batches: PointSpan[] = []
  for (let start = from; Temporal.Instant.compare(start, end) < 0; start = start.add({ hours })) {
    batches.push({ from: start, end: pickEarlier(start.add({ hours }), end) })
  }
  return batches
}
