import type { SlotSubject } from '../generator/slot-subjects.ts'
import type { SlotFamily } from '../subjects/slots.ts'
import type { Span } from '../subjects/span.ts'
import type { TimeTable } from './time-table.ts'

/** How a recording serves one family of series. */
export type RecordedFamily = {
  /** How its values are derived, for the note header. */
  note: string
  /** Recorded slot length, ms; the operator's slots may be shorter. */
  slotMs: number
  /** Publication of its slots; absent: the publication of the family. */
  publicationsOn?: SlotFamily['publicationsOn']
  /** Values of the slot by series key; null when this recording does not cover the slot. */
  valuesAt(startEpochMs: number): Map<string, number> | null
}

/** The recorded families of one subject by name. Other families are absent; they are not generated. */
export type RecordedSubject = Readonly<Partial<Record<string, RecordedFamily>>>

/** One recorded file: its span and the subjects that it holds. */
export type SlotRecording = { span: Span; subjects: Partial<Readonly<Record<SlotSubject, RecordedSubject>>> }

/** Derives values from the row of a step; null when the step was not recorded. */
export function deriveRow(
  table: TimeTable,
  startEpochMs: number,
  derive: (row: number) => Map<string, number>,
): Map<string, number> | null {
  const row = table.rowAt(startEpochMs)
  return row === undefined ? null : derive(row)
}

/** Values of a row by series key; an empty cell or a missing column is absent. */
export function readKeyedValues(
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
