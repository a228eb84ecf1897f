import {
  ExportedHistoryPoint,
  HistoryPoint,
  pointProvenances,
  type ScoreHistoryResponse,
} from '@hexawatt/shared/contract/score-history'
import type { PointsText } from '../points/encoded-points.ts'

/** What the answer says before its points. */
export type HistoryHead = Omit<ScoreHistoryResponse, 'points'>

/** How a history is written: what comes before its points, some of its points, and what comes after. */
export type BodyFormat = {
  contentType: string
  /** Whether the body itself says what is served of the window; otherwise headers do. */
  saysWindow: boolean
  opening: (head: HistoryHead) => string
  /** The points from index `first` on, up to, not including, `end`; `isFirst` = no point was written before. */
  points: (text: PointsText, first: number, end: number, isFirst: boolean) => Uint8Array<ArrayBuffer>
  closing: string
}

const encoder = new TextEncoder()
/** RFC 4180. */
const lineEnd = '\r\n'

/** What ends the line of a point in place of its brace, by who made it. */
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

/** One point per line, with who made it as its last key. */
const ndjson: BodyFormat = {
  contentType: 'application/x-ndjson',
  saysWindow: false,
  opening: () => '',
  points: ({ bytes, starts, provenances }, first, end) => {
    const lines = new Uint8Array((starts[end] ?? 0) - (starts[first] ?? 0) + (end - first) * longestLineEnding)
    let length = 0
    for (let index = first; index < end; index++) {
      // Without the comma that each point begins with, and the brace that it ends with.
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

/** A header row, then one row per point. No value holds a comma, a quote or a line end; unknown is empty. */
const csv: BodyFormat = {
  contentType: 'text/csv; charset=utf-8',
  saysWindow: false,
  opening: () => Object.keys(ExportedHistoryPoint.entries).join(',') + lineEnd,
  points: csvRows,
  closing: '',
}

/** By the type that the gateway asks for; every other one is answered as JSON, which the gateway may rename. */
const formats: Readonly<Record<string, BodyFormat>> = {
  'text/csv': csv,
  'application/x-ndjson': ndjson,
}

/** The format that the `accept` header of the gateway names: one type, since the gateway has negotiated. */
export function bodyFormat(accept: string | null): BodyFormat {
  return (accept !== null && Object.hasOwn(formats, accept) ? formats[accept] : undefined) ?? json
}

/** Characters before each value of a point: its key, with what stands before and after it. */
const keyLengths = Object.keys(HistoryPoint.entries).map((key) => `,"${key}":`.length)

const [comma, quote, closingBrace, firstOfNull] = [0x2c, 0x22, 0x7d, 0x6e]
/** What ends the row of a point, by who made it: its last column. Shorter than the keys that the row leaves out. */
const rowEndings = pointProvenances.map((provenance) => new TextEncoder().encode(`,${provenance}\r\n`))

/**
 * Points as rows of CSV, from their JSON: every object has the same keys in the same order, and no value holds a comma. Values are
 * copied as they stand, without their quotes; null becomes nothing.
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
  // A copy: the rows are far shorter than the JSON, whose length would otherwise be held for as long as they are.
  return rows.slice(0, length)
}

/** Writes the values of the object that begins at `start`; returns where they end. */
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
