import {
  ExportedHistoryPoint,
  HistoryPoint,
  pointProvenances,
  type ScoreHistoryResponse,
} from '@hexawatt/shared/contract/score-history'
import type { PointsText } from '../points/encoded-points.ts'

/** The body before its points. */
export type HistoryHead = Omit<ScoreHistoryResponse, 'points'>

/** Writes a history: the opening, points, and the closing. */
export type BodyFormat = {
  contentType: string
  /** Whether the body names the served window; otherwise headers do. */
  saysWindow: boolean
  opening: (head: HistoryHead) => string
  /** The points `[first, end)`; `isFirst` = no point was written before. */
  points: (text: PointsText, first: number, end: number, isFirst: boolean) => Uint8Array<ArrayBuffer>
  closing: string
}

const encoder = new TextEncoder()
/** RFC 4180. */
const lineEnd = '\r\n'

/** Replaces the closing brace of a point, by provenance. */
const lineEndings = pointProvenances.map((provenance) => encoder.encode(`,"provenance":"${provenance}"}\n`))
const longestLineEnding = Math.max(...lineEndings.map(({ length }) => length))

/** The object of the contract. */
const json: BodyFormat = {
  contentType: 'application/json',
  saysWindow: true,
  opening: (head) => `${JSON.stringify(head).slice(0, -1)},"points":[`,
  points: (text, first, end, isFirst) =>
    text.bytes.subarray((text.starts[first] ?? 0) + (isFirst && end > first ? 1 : 0), text.starts[end]),
  closing: ']}',
}

/** One point per line, with its provenance as the last key. */
const ndjson: BodyFormat = {
  contentType: 'application/x-ndjson',
  saysWindow: false,
  opening: () => '',
  points: ({ bytes, starts, provenances }, first, end) => {
    const lines = new Uint8Array((starts[end] ?? 0) - (starts[first] ?? 0) + (end - first) * longestLineEnding)
    let length = 0
    for (let index = first; index < end; index++) {
      // Drops the leading comma and the closing brace of the point.
      const point = bytes.subarray((starts[index] ?? 0) + 1, (starts[index + 1] ?? 0) - 1)
      const ending = lineEndings[provenances[index] ?? 0] ?? new Uint8Array()
      lines.set(point, length)
      lines.set(ending, length + point.length)
      length += point.length + ending.length
    }
    return lines.slice(0, length)
  },
  closing: '',
}

/** A header row, then one row per point. No value contains a comma, a quote or a line end; unknown is empty. */
const csv: BodyFormat = {
  contentType: 'text/csv; charset=utf-8',
  saysWindow: false,
  opening: () => Object.keys(ExportedHistoryPoint.entries).join(',') + lineEnd,
  points: csvRows,
  closing: '',
}

/** Formats by the type that the gateway requests; any other type gets JSON, which the gateway may rename. */
const formats: Readonly<Record<string, BodyFormat>> = {
  'text/csv': csv,
  'application/x-ndjson': ndjson,
}

/** The format of the `accept` header, which holds one type because the gateway has negotiated. */
export function bodyFormat(accept: string | null): BodyFormat {
  return (accept !== null && Object.hasOwn(formats, accept) ? formats[accept] : undefined) ?? json
}

/** Characters before each value of a point: its key and the punctuation around it. */
const keyLengths = Object.keys(HistoryPoint.entries).map((key) => `,"${key}":`.length)

const [comma, quote, closingBrace, firstOfNull] = [0x2c, 0x22, 0x7d, 0x6e]
/** Last column of a row, by provenance. It is shorter than the keys that the row drops. */
const rowEndings = pointProvenances.map((provenance) => new TextEncoder().encode(`,${provenance}\r\n`))

/**
 * Converts points from JSON to CSV rows. Every object has the same keys in the same order, and no value contains a comma, so values are
 * copied without their quotes; null becomes empty.
 */
function csvRows({ bytes, starts, provenances }: PointsText, first: number, end: number): Uint8Array<ArrayBuffer> {
  const rows = new Uint8Array((starts[end] ?? 0) - (starts[first] ?? 0))
  let length = 0
  for (let index = first; index < end; index++) {
    length = writeValues(rows, length, bytes, (starts[index] ?? 0) + 1)
    const ending = rowEndings[provenances[index] ?? 0] ?? new Uint8Array()
    rows.set(ending, length)
    length += ending.length
  }
  // A copy, because the rows are far shorter than the buffer they were written into.
  return rows.slice(0, length)
}

/** Writes the values of the object at `start`. @returns the end of what was written */
function writeValues(rows: Uint8Array, at: number, bytes: Uint8Array, start: number): number {
  let [read, write] = [start, at]
  for (const [column, keyLength] of keyLengths.entries()) {
    if (column > 0) rows[write++] = comma
    read += keyLength
    const isNull = bytes[read] === firstOfNull
    for (
      let byte = bytes[read] ?? closingBrace;
      byte !== comma && byte !== closingBrace;
      byte = bytes[read] ?? closingBrace
    ) {
      if (byte !== quote && !isNull) rows[write++] = byte
      read++
    }
  }
  return write
}
