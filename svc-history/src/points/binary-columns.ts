/**
 * Columns as Postgres sends numbers in binary, one after the other, most significant byte first. Null where there are no rows.
 * It is the cheapest way for many numbers: neither side writes or reads decimal digits.
 */
export type BinaryColumn = Uint8Array | null

const doubleBytes = 8
const smallintBytes = 2

/** A column of `double precision`; NaN = null. */
export function readDoubles(column: BinaryColumn): Float64Array {
  if (column === null) return new Float64Array()
  const view = viewOf(column)
  const values = new Float64Array(column.byteLength / doubleBytes)
  for (let index = 0; index < values.length; index++) values[index] = view.getFloat64(index * doubleBytes)
  return values
}

/** A column of `smallint`. */
export function readSmallints(column: BinaryColumn): Int16Array {
  if (column === null) return new Int16Array()
  const view = viewOf(column)
  const values = new Int16Array(column.byteLength / smallintBytes)
  for (let index = 0; index < values.length; index++) values[index] = view.getInt16(index * smallintBytes)
  return values
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)
