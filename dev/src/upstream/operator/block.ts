import { formatParis } from '@hexawatt/shared/time/paris'
import type { Series, Slot } from '../subjects/grid-source.ts'
import type { SlotResource } from './slot-resource.ts'
import type { TimeWindow } from './time-window.ts'

/** One element of `values`. Faults may take members away or bend them. */
export type WireSlot = Record<string, unknown>

/** One element of the root: bounds, the names of its series, and its slots. */
export type WireBlock = Record<string, unknown> & { values: WireSlot[] }

/** Writes series as the operator's blocks, with Paris times that carry the offset of each instant. */
export function writeBlocks(series: readonly Series[], bounds: TimeWindow, resource: SlotResource): WireBlock[] {
  const parisText = createParisFormatter()
  const start_date = parisText(bounds.start.epochMilliseconds)
  const end_date = parisText(bounds.end.epochMilliseconds)
  return series.map(({ key, slots }) => ({
    start_date,
    end_date,
    ...resource.blockKeys(key),
    values: slots.map((slot) => writeSlot(slot, parisText)),
  }))
}

function writeSlot(slot: Slot, parisText: (epochMs: number) => string): WireSlot {
  return {
    start_date: parisText(slot.startEpochMs),
    end_date: parisText(slot.endEpochMs),
    updated_date: parisText(slot.publishedEpochMs),
    value: slot.powerMw,
  }
}

/** Remembers the texts of one answer: every series repeats the same instants (bounded by the longest window). */
function createParisFormatter(): (epochMs: number) => string {
  const known = new Map<number, string>()
  return (epochMs) => {
    const text = known.get(epochMs) ?? formatParis(Temporal.Instant.fromEpochMilliseconds(epochMs))
    known.set(epochMs, text)
    return text
  }
}
