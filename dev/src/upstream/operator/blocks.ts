import { formatParis } from '@hexawatt/shared/time/paris'
import type { Series, Slot } from '../subjects/slots.ts'
import { type ParisDay, parisDayOf, type TimeWindow } from '../subjects/span.ts'

/** One element of `values`. Faults may take members away or bend them. */
export type WireSlot = Record<string, unknown>

/** One element of the root: bounds, the names of its series, and its slots. */
export type WireBlock = Record<string, unknown> & { values: WireSlot[] }

/** What every layout writes with: the period of the call, and instants as Paris times with the offset of each. */
export type BlockWriting = { bounds: TimeWindow; parisText: (epochMs: number) => string }

/** How a resource arranges series in blocks. */
export type BlockLayout = (series: readonly Series[], writing: BlockWriting) => WireBlock[]

/**
 * One block per series over the whole period of the call, with the date of publication on each slot.
 *
 * @param blockKeys members of a block that name its series
 */
export function seriesBlocks(blockKeys: (seriesKey: string) => Readonly<Record<string, string>>): BlockLayout {
  return (series, { bounds, parisText }) => {
    const start_date = parisText(bounds.start.epochMilliseconds)
    const end_date = parisText(bounds.end.epochMilliseconds)
    return series.map(({ key, slots }) => ({
      start_date,
      end_date,
      ...blockKeys(key),
      values: slots.map((slot) => writeDatedSlot(slot, parisText)),
    }))
  }
}

/** A slot with its bounds, its date of publication and its value. */
export function writeDatedSlot(slot: Slot, parisText: BlockWriting['parisText']): WireSlot {
  return {
    start_date: parisText(slot.startEpochMs),
    end_date: parisText(slot.endEpochMs),
    updated_date: parisText(slot.publishedEpochMs),
    value: slot.value,
  }
}

/** Remembers the texts of one answer: every series repeats the same instants (bounded by the longest window). */
export function createParisFormatter(): BlockWriting['parisText'] {
  const known = new Map<number, string>()
  return (epochMs) => {
    const text = known.get(epochMs) ?? formatParis(Temporal.Instant.fromEpochMilliseconds(epochMs))
    known.set(epochMs, text)
    return text
  }
}

/** What was published at one instant for one Paris day. */
export type Issue<Item> = { day: ParisDay; publishedEpochMs: number; slots: Item[] }

/** Groups slots by their day and publication, in the order in which these first appear. */
export function issuesOf<Item extends Slot>(slots: readonly Item[]): Issue<Item>[] {
  const issues = new Map<string, Issue<Item>>()
  let day: ParisDay | null = null
  for (const slot of slots) {
    if (day === null || slot.startEpochMs < day.startEpochMs || slot.startEpochMs >= day.endEpochMs) {
      day = parisDayOf(slot.startEpochMs)
    }
    const name = `${day.startEpochMs} ${slot.publishedEpochMs}`
    const issue = issues.get(name) ?? { day, publishedEpochMs: slot.publishedEpochMs, slots: [] }
    issues.set(name, issue)
    issue.slots.push(slot)
  }
  return [...issues.values()]
}

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
