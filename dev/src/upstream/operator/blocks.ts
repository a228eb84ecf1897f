import { formatParis } from '@hexawatt/shared/time/paris'
import type { Series, Slot } from '../subjects/grid-source.ts'
import type { TimeWindow } from './query.ts'

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
