import { HistoryPoint, pointProvenances } from '@hexawatt/shared/contract/score-history'
import type { PointsText } from '../points/encoded-points.ts'

/** Characters before each value of a point: its key, with what stands before and after it. */
const keyLengths = Object.keys(HistoryPoint.entries).map((key) => `,"${key}":`.length)

const [comma, quote, closingBrace, firstOfNull] = [0x2c, 0x22, 0x7d, 0x6e]
/** What ends the row of a point, by who made it: its last column. Shorter than the keys that the row leaves out. */
const rowEndings = pointProvenances.map((provenance) => new TextEncoder().encode(`,${provenance}\r\n`))

/**
 * Points as rows of CSV, from their JSON: every object has the same keys in the same order, and no value holds a comma. Values are
 * copied as they stand, without their quotes; null becomes nothing.
 */
export function csvRows(
  { bytes, starts, provenances }: PointsText,
  first: number,
  end: number,
): Uint8Array<ArrayBuffer> {
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
