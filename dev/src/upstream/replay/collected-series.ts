import type { SlotSubject } from '../generator/slot-subjects.ts'
import { quarterMs } from '../subjects/quarter-hour.ts'
import { createSeriesCollector, type PlannedSlot, planSlots, type Series, type SlotFamily } from '../subjects/slots.ts'
import type { Span } from '../subjects/span.ts'
import type { SlotRecording } from './slot-recording.ts'

/** A request to recordings, as of an instant of the data's clock. */
export type RecordedQuestion = {
  subject: SlotSubject
  families: readonly SlotFamily[]
  span: Span
  nowEpochMs: number
}

/**
 * Each slot from the first recording that has it, in time order; a slot without recording is absent. The note names the
 * recordings that supplied slots, or why none did.
 */
export function collectSeries(
  recordings: readonly SlotRecording[],
  question: RecordedQuestion,
): { series: Series[]; note: string | null } {
  const collector = createSeriesCollector()
  const notes = new Set<string>()
  for (const family of question.families) {
    for (const { slot, values, note } of collectRecordedSlots(recordings, family, question)) {
      collector.add(slot, values)
      notes.add(note)
    }
  }
  if (notes.size === 0) for (const note of listNotes(recordings, question)) notes.add(note)
  return { series: collector.series(), note: notes.size === 0 ? null : [...notes].join(' ') }
}

type RecordedSlot = { slot: PlannedSlot; values: Map<string, number>; note: string }

function collectRecordedSlots(
  recordings: readonly SlotRecording[],
  family: SlotFamily,
  { subject, span, nowEpochMs }: RecordedQuestion,
): RecordedSlot[] {
  const known = createCoveredTime()
  const found: RecordedSlot[] = []
  for (const recording of recordings) {
    const recorded = recording.subjects[subject]?.[family.name]
    if (recorded === undefined) continue
    const { note, slotMs, publicationsOn = family.publicationsOn } = recorded
    const ownFamily = { name: family.name, slotMs: () => slotMs, publicationsOn }
    const given = planSlots(ownFamily, doOverlap(span, recording.span), nowEpochMs).flatMap((slot) => {
      const values = known.holds(slot) ? null : recorded.valuesAt(slot.startEpochMs)
      return values === null ? [] : [{ slot, values, note }]
    })
    for (const { slot } of given) known.add(slot)
    found.push(...given)
  }
  return found.sort((a, b) => a.slot.startEpochMs - b.slot.startEpochMs)
}

function listNotes(recordings: readonly SlotRecording[], { subject, families }: RecordedQuestion): string[] {
  return recordings.flatMap(({ subjects }) => families.flatMap(({ name }) => subjects[subject]?.[name]?.note ?? []))
}

function doOverlap(a: Span, b: Span): Span {
  return {
    fromEpochMs: Math.max(a.fromEpochMs, b.fromEpochMs),
    untilEpochMs: Math.min(a.untilEpochMs, b.untilEpochMs),
  }
}

type Bounds = Pick<PlannedSlot, 'startEpochMs' | 'endEpochMs'>

/** The quarter-hours that already have values: slots of different lengths compare by them. */
function createCoveredTime() {
  const quarters = new Set<number>()
  return {
    /** Whether a part of the slot already has a value. */
    holds({ startEpochMs, endEpochMs }: Bounds): boolean {
      for (let quarter = startEpochMs; quarter < endEpochMs; quarter += quarterMs) {
        if (quarters.has(quarter)) return true
      }
      return false
    },
    add({ startEpochMs, endEpochMs }: Bounds): void {
      for (let quarter = startEpochMs; quarter < endEpochMs; quarter += quarterMs) quarters.add(quarter)
    },
  }
}
