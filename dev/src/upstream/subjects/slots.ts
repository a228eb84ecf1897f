import { listParisDays, type ParisDay, type Span } from './span.ts'

/** Bounds of a slot and when the issue that holds it was published. */
export type PlannedSlot = { startEpochMs: number; endEpochMs: number; publishedEpochMs: number }

/** A slot with its value: average power in MW, but EUR/MWh in the series `PRICE` and degrees Celsius in temperature series. */
export type Slot = PlannedSlot & { value: number }

/**
 * Slots of one series in time order. `key` is `TYPE`, `TYPE/SUBTYPE`, `FAMILY/TYPE`, or `SENDER>RECEIVER` by energy
 * identification code, prefixed by the family where there are several.
 */
export type Series = { key: string; slots: Slot[] }

/** The publication instants of the issues that hold a slot, oldest first; empty while the slot is not public. */
type Publications = (startEpochMs: number, endEpochMs: number) => readonly number[]

/** The series of a subject that share slot length and publication times, for example `D-1` of a forecast. */
export type SlotFamily = {
  name: string
  /** Length of the slots of a day, ms; it divides the hour. */
  slotMs: (day: ParisDay) => number
  /** Publications of a day's slots up to `nowEpochMs`. */
  publicationsOn: (day: ParisDay, nowEpochMs: number) => Publications
}

/** Every public slot that begins in the span, oldest first, once per issue that holds it. */
export function planSlots(family: SlotFamily, span: Span, nowEpochMs: number): PlannedSlot[] {
  const slots: PlannedSlot[] = []
  for (const day of listParisDays(span)) {
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

/** Collects values slot by slot into one series per key, in the order in which the keys first appear. */
export function createSeriesCollector() {
  const byKey = new Map<string, Series>()
  return {
    add(slot: PlannedSlot, valueByKey: ReadonlyMap<string, number>): void {
      for (const [key, value] of valueByKey) {
        const series = byKey.get(key) ?? { key, slots: [] }
        byKey.set(key, series)
        series.slots.push({ ...slot, value })
      }
    },
    series: (): Series[] => [...byKey.values()],
  }
}
