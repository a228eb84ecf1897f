import { formatParis } from '@hexawatt/shared/time/paris'
import type { Series, Slot } from '../subjects/slots.ts'
import { type ParisDay, type TimeWindow, toParisCivilDay } from '../subjects/span.ts'

/** One element of `values`. Faults may remove or change members. */
export type WireSlot = Record<string, unknown>

/** One element of the root: bounds, series names and slots. */
export type WireBlock = Record<string, unknown> & { values: WireSlot[] }

/** Formats an instant as Paris time with its offset. */
export type ParisText = (epochMs: number) => string

/** Context of every layout: the period of the call, and the formatter of instants. */
type BlockWriting = { bounds: TimeWindow; parisText: ParisText }

/** Arranges the series of a resource in blocks. */
export type BlockLayout = (series: readonly Series[], writing: BlockWriting) => WireBlock[]

/**
 * One block per series over the whole period of the call, with the publication date on each slot.
 *
 * @param blockKeys members of a block that name its series
 */
export function createSeriesLayout(blockKeys: (seriesKey: string) => Readonly<Record<string, string>>): BlockLayout {
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

/** A slot with bounds, publication date and value. */
export function writeDatedSlot(slot: Slot, parisText: ParisText): WireSlot {
  return {
    start_date: parisText(slot.startEpochMs),
    end_date: parisText(slot.endEpochMs),
    updated_date: parisText(slot.publishedEpochMs),
    value: slot.value,
  }
}

/** A formatter that caches the texts of one answer: all series repeat the same instants (bounded by the longest window). */
export function createParisFormatter(): ParisText {
  const known = new Map<number, string>()
  return (epochMs) => {
    const text = known.get(epochMs) ?? formatParis(Temporal.Instant.fromEpochMilliseconds(epochMs))
    known.set(epochMs, text)
    return text
  }
}

/** The slots of one Paris day that were published at one instant. */
export type Issue<Item> = { day: ParisDay; publishedEpochMs: number; slots: Item[] }

/** Groups slots by day and publication, in order of first appearance. */
export function groupIssues<Item extends Slot>(slots: readonly Item[]): Issue<Item>[] {
  const issues = new Map<string, Issue<Item>>()
  let day: ParisDay | null = null
  for (const slot of slots) {
    if (day === null || slot.startEpochMs < day.startEpochMs || slot.startEpochMs >= day.endEpochMs) {
      day = toParisCivilDay(slot.startEpochMs)
    }
    const name = `${day.startEpochMs} ${slot.publishedEpochMs}`
    const issue = issues.get(name) ?? { day, publishedEpochMs: slot.publishedEpochMs, slots: [] }
    issues.set(name, issue)
    issue.slots.push(slot)
  }
  return [...issues.values()]
}

/** The values of several series over one slot, by series key. */
export type IssueRow = { startEpochMs: number; endEpochMs: number; valueByKey: Map<string, number> }

/** An issue with one row per slot, which holds the values of all series. */
export type RowedIssue = Omit<Issue<never>, 'slots'> & { rows: IssueRow[] }

/** Joins the series of a subject slot by slot, day by day and issue by issue. */
export function joinIssues(series: readonly Series[]): RowedIssue[] {
  const slots = series.flatMap(({ key, slots }) => slots.map((slot) => ({ ...slot, key })))
  return groupIssues(slots).map(({ day, publishedEpochMs, slots }) => ({
    day,
    publishedEpochMs,
    rows: joinRows(slots),
  }))
}

function joinRows(slots: readonly (Slot & { key: string })[]): IssueRow[] {
  const rows = new Map<number, IssueRow>()
  for (const { startEpochMs, endEpochMs, key, value } of slots) {
    const row = rows.get(startEpochMs) ?? { startEpochMs, endEpochMs, valueByKey: new Map() }
    rows.set(startEpochMs, row)
    row.valueByKey.set(key, value)
  }
  return [...rows.values()]
}
