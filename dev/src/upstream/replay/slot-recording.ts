import type { SlotFamily, SlotSubject } from '../subjects/slots.ts'
import type { Span } from '../subjects/span.ts'
import type { TimeTable } from './time-table.ts'

/** How a recording serves one family of series. */
export type RecordedFamily = {
  /** How its values were derived, for the answer's note. */
  note: string
  /** Length of its slots as recorded, ms: the operator's own may be shorter. */
  slotMs: number
  /** When its slots become public, where that is not as in the family it is recorded for. */
  publicationsOn?: SlotFamily['publicationsOn']
  /** Values of the slot by series key; null when this recording says nothing about the slot. */
  valuesAt(startEpochMs: number): Map<string, number> | null
}

/** The families of one subject that were recorded, by name; a family that is not among them was not, and is not generated. */
export type RecordedSubject = Readonly<Partial<Record<string, RecordedFamily>>>

/** One recorded file: the subjects it decides on, over its span. A subject that is not listed is not held. */
export type SlotRecording = { span: Span; subjects: Partial<Readonly<Record<SlotSubject, RecordedSubject>>> }

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
