import type { Series, Slot } from '../subjects/grid-source.ts'
import { type Issue, issuesOf } from './issue.ts'

/** The values of several series over one slot, by the key of each. */
export type IssueRow = { startEpochMs: number; endEpochMs: number; valueByKey: Map<string, number> }

/** An issue whose series stand side by side in one row per slot. */
export type RowedIssue = Omit<Issue<never>, 'slots'> & { rows: IssueRow[] }

/** Joins the series of a subject slot by slot, day by day and issue by issue. */
export function rowedIssues(series: readonly Series[]): RowedIssue[] {
  const slots = series.flatMap(({ key, slots }) => slots.map((slot) => ({ ...slot, key })))
  return issuesOf(slots).map(({ day, publishedEpochMs, slots }) => ({ day, publishedEpochMs, rows: joined(slots) }))
}

function joined(slots: readonly (Slot & { key: string })[]): IssueRow[] {
  const rows = new Map<number, IssueRow>()
  for (const { startEpochMs, endEpochMs, key, value } of slots) {
    const row = rows.get(startEpochMs) ?? { startEpochMs, endEpochMs, valueByKey: new Map() }
    rows.set(startEpochMs, row)
    row.valueByKey.set(key, value)
  }
  return [...rows.values()]
}
