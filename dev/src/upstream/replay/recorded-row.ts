import type { TimeTable } from './time-table.ts'

/** What is derived from the row of a step; null when that step was not recorded. */
export function ofRow(
  table: TimeTable,
  startEpochMs: number,
  derive: (row: number) => Map<string, number>,
): Map<string, number> | null {
  const row = table.rowAt(startEpochMs)
  return row === undefined ? null : derive(row)
}

/** Values of a row by series key, from the column of each; an empty cell or a column that there is not is absent. */
export function keyedValues(
  table: TimeTable,
  row: number,
  columns: readonly (readonly [key: string, column: string])[],
): Map<string, number> {
  return new Map(
    columns.flatMap(([key, column]) => {
      const value = table.value(column, row)
      return value === null ? [] : [[key, value] as const]
    }),
  )
}
