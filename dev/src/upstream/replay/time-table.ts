import type { Span } from '../subjects/span.ts'
import type { CsvFile } from './csv-file.ts'

/** Most rows of one file. */
const maxRows = 500_000
const timeColumn = 'datetime_utc'

/** Recorded series as compact columns, indexed by the start of the step. */
export type TimeTable = {
  /** From the first row's start to the last row's end. */
  span: Span
  /** Row of a step; undefined when it was not recorded. */
  rowAt(startEpochMs: number): number | undefined
  /** Value of a cell; null when the column is missing or the cell is empty. */
  value(column: string, row: number): number | null
}

/**
 * Indexes the numeric columns of a recorded file. The operator's files repeat instants at the clock change; the first row of
 * an instant wins.
 *
 * @param stepMs length of a row's step
 * @throws RangeError when the file has no rows or too many
 */
export function createTimeTable(file: CsvFile, stepMs: number): TimeTable {
  const timeIndex = file.columns.indexOf(timeColumn)
  if (timeIndex < 0 || file.rows.length === 0 || file.rows.length > maxRows) {
    throw new RangeError(`A recorded file needs a ${timeColumn} column and 1 to ${maxRows} rows.`)
  }
  const rowByStart = new Map<number, number>()
  file.rows.forEach((cells, row) => {
    const start = Temporal.Instant.from(cells[timeIndex] ?? '').epochMilliseconds
    if (!rowByStart.has(start)) rowByStart.set(start, row)
  })
  const values = new Map(file.columns.map((column, index) => [column, toNumericColumn(file.rows, index)]))
  return {
    span: toSpanOfStarts(rowByStart.keys(), stepMs),
    rowAt: (startEpochMs) => rowByStart.get(startEpochMs),
    value(column, row) {
      const value = values.get(column)?.[row]
      return value === undefined || Number.isNaN(value) ? null : value
    },
  }
}

/** NaN stands for an empty cell, because a typed array has no null. */
function toNumericColumn(rows: readonly string[][], index: number): Float64Array {
  return Float64Array.from(rows, (cells) => {
    const cell = cells[index]
    return cell === undefined || cell === '' ? Number.NaN : Number(cell)
  })
}

function toSpanOfStarts(starts: Iterable<number>, stepMs: number): Span {
  let fromEpochMs = Number.POSITIVE_INFINITY
  let lastStart = Number.NEGATIVE_INFINITY
  for (const start of starts) {
    fromEpochMs = Math.min(fromEpochMs, start)
    lastStart = Math.max(lastStart, start)
  }
  return { fromEpochMs, untilEpochMs: lastStart + stepMs }
}
