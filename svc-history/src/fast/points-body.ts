import { HistoryPoint, pointProvenances } from '@hexawatt/shared/contract/score-history'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import { countGarbage } from './collect-garbage.ts'
import type { PointRange, PointsText } from './encoded-points.ts'
import { reweighPoints } from './reweighed-points.ts'

// Fast path: docs/develop/fast-day-encoders.md. Every form is cut from the text of the points, which is encoded once.

/** Forms of points: in a JSON array, one object a line with its provenance, or rows of CSV with the provenance as last column. */
export type PointsForm = 'json' | 'ndjson' | 'csv'

type WritePoints = (text: PointsText, first: number, end: number, isFirst: boolean) => Uint8Array<ArrayBuffer>

const writers: Readonly<Record<PointsForm, WritePoints>> = {
  json: writeJsonPoints,
  ndjson: writeNdjsonLines,
  csv: writeCsvRows,
}

/**
 * The bytes of some points in a form.
 *
 * @param weights null = the national weighting, in which the points are stored
 * @param isFirst whether no point was written before
 */
export function writePoints(
  form: PointsForm,
  range: PointRange,
  weights: ScoreWeights | null,
  isFirst: boolean,
): Uint8Array<ArrayBuffer> {
  const { points, first, end } = range
  if (form !== 'json' || weights !== null) countGarbage(countBytesToMake(range))
  if (weights === null) return writers[form](points.text, first, end, isFirst)
  return writers[form](reweighPoints(range, weights), 0, end - first, isFirst)
}

/** Allocations of rewriting points, bytes: the text and its work buffer. */
function countBytesToMake({ points, first, end }: PointRange): number {
  return 2 * ((points.text.starts[end] ?? 0) - (points.text.starts[first] ?? 0))
}

function writeJsonPoints({ bytes, starts }: PointsText, first: number, end: number, isFirst: boolean) {
  return bytes.subarray((starts[first] ?? 0) + (isFirst && end > first ? 1 : 0), starts[end])
}

const encoder = new TextEncoder()

/** Replaces the closing brace of a point, by provenance. */
const lineEndings = pointProvenances.map((provenance) => encoder.encode(`,"provenance":"${provenance}"}\n`))
const longestLineEnding = Math.max(...lineEndings.map(({ length }) => length))

function writeNdjsonLines(
  { bytes, starts, provenances }: PointsText,
  first: number,
  end: number,
): Uint8Array<ArrayBuffer> {
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
}

/** Characters before each value of a point: its key and the punctuation around it. */
const keyLengths = Object.keys(HistoryPoint.entries).map((key) => `,"${key}":`.length)

const [comma, quote, closingBrace, firstOfNull] = [0x2c, 0x22, 0x7d, 0x6e]
/** Last column of a row, by provenance. It is shorter than the keys that the row drops. */
const rowEndings = pointProvenances.map((provenance) => encoder.encode(`,${provenance}\r\n`))

/**
 * Converts points from JSON to CSV rows. Every object has the same keys in the same order, and no value contains a comma, so values are
 * copied without their quotes; null becomes empty.
 */
function writeCsvRows({ bytes, starts, provenances }: PointsText, first: number, end: number): Uint8Array<ArrayBuffer> {
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

/** Writes the values of the object at `start`. @returns the end of the written bytes */
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
