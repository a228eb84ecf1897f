import { type ParisDay, parisDaysOf } from './span.ts'
import type { Span } from './span-old.ts'

/** Bounds of a slot and the issue that it belongs to. */
export type PlannedSlot = { startEpochMs: number; endEpochMs: number; publishedEpochMs: number }

/** The instants of the issues that hold a slot, oldest first; empty while it is not public. */
export type Publications = (startEpochMs: number, endEpochMs: number) => readonly number[]

/** The series of a subject that share a slot length and a publication: the `D-1` of a forecast, one process of trade. */
export type SlotFamily = {
  name: string
  /** Length of the slots of a day, ms; it divides the hour. */
  slotMs: (day: ParisDay) => number
  /** Publications of a day's slots as of an instant: what is later than `nowEpochMs` is not among them. */
  publicationsOn: (day: ParisDay, nowEpochMs: number) => Publications
}

/** Every public slot that begins in the span, oldest first, once per issue that holds it. */
export function plannedSlots(family: SlotFamily, span: Span, nowEpochMs: number): PlannedSlot[] {
  const slots: PlannedSlot[] = []
  for (const day of parisDaysOf(span)) {
    const slotMs = family.slotMs(day)
    const publications = family.publicationsOn(day, nowEpochMs)
    const untilEpochMs = Math.min(day.endEpochMs, span.untilEpochMs)
    let startEpochMs = Math.ceil(Math.max(day.startEpochMs, span.fromEpochMs) / slotMs) * slotMs
    for (; startEpochMs < untilEpochMs; startEpochMs += slotMs) {
      const endEpochMs = startEpochMs + slotMs
      for (const publishedEpochMs of publications(startEpochMs, endEpochMs)) {
        slots.push({ startEpochMs, endEpochMs, publishedEpochMs })
      }
    }
  }
  return slots
}
