import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import { fitToBlock, type TimedSlot } from './block-fit.ts'
import type { Measurement, Normalised, Refused } from './content.ts'
import { notASlot, readInstant, type UnreadSlot } from './operator-payload.ts'
import type { ReadRecords } from './records.ts'

/** Slots of one block and the series that they belong to. */
export type SeriesSlots = {
  series: string
  slots: readonly UnreadSlot[]
  /** The publisher's date of the whole block: the default for slots without a date of their own. */
  updatedAt?: Temporal.Instant | null | undefined
  /** Bounds of the block, where it has them: its slots are checked against them. */
  span?: { start_date: Temporal.Instant | null; end_date: Temporal.Instant | null }
  /** Member of the slot that holds the value, where a slot has several; else `value`. */
  valueMember?: string
  /** The member is published later than the others, so its absence does not mean that it was renamed. */
  mayLackMember?: true
}

/**
 * Measurements of all blocks. A slot whose value is null or missing is absent, not 0. Slots that do not fit their block are refused with it.
 *
 * @param read the blocks of the slots; unreadable blocks are counted
 * @throws UpstreamError `unusable` when there are slots and none can be read, or none has the member of a value
 */
export function readMeasurements(
  blocks: readonly SeriesSlots[],
  read: Pick<ReadRecords<unknown>, 'unreadable' | 'reasons'> = { unreadable: 0, reasons: [] },
): Normalised {
  const measurements: Measurement[] = []
  const refused: Refused[] = []
  // Several series may share the slots of a block.
  const distinct = new Set(blocks.map((block) => block.slots))
  let unreadableSlots = [...distinct].reduce(
    (count, slots) => count + slots.filter((slot) => slot === notASlot).length,
    0,
  )
  for (const block of blocks) {
    const { slots, unreadable } = readTimedSlots(block)
    unreadableSlots += unreadable
    const fit = fitToBlock(slots, block.span)
    const believed = 'misfit' in fit ? slots : fit.slots
    for (const slot of believed) {
      const measurement = buildMeasurement(block, slot)
      if (measurement === null) continue
      if ('misfit' in fit) refused.push({ measurement, reason: fit.misfit })
      else measurements.push(measurement)
    }
  }
  if (measurements.length === 0 && refused.length === 0 && unreadableSlots > 0) {
    throw new UpstreamError('unusable', `none of ${unreadableSlots} slots can be read`)
  }
  const fault = findMissingMember(blocks)
  if (fault !== null && measurements.length === 0) throw new UpstreamError('unusable', fault)
  return {
    measurements,
    documents: [],
    unreadableSlots: unreadableSlots + read.unreadable,
    reasons: read.reasons,
    refused,
    ...(fault === null ? {} : { fault }),
  }
}

/** Slots of a block with readable times; slots without a value stay in the list, because their number is checked against the block. */
function readTimedSlots(block: SeriesSlots): { slots: TimedSlot[]; unreadable: number } {
  const slots: TimedSlot[] = []
  let unreadable = 0
  for (const slot of block.slots) {
    const value = readNumber(slot[readMember(block)])
    const [start, end] = [readInstant(slot['start_date']), readInstant(slot['end_date'])]
    if (value === 'unreadable' || (value !== null && (start === null || end === null))) unreadable++
    else if (start !== null && end !== null) {
      slots.push({ start, end, value, updatedAt: readInstant(slot['updated_date']) })
    }
  }
  return { slots, unreadable }
}

/** A number, also as a text; null where there is none. */
function readNumber(value: unknown): number | null | 'unreadable' {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return Number.isFinite(value) ? value : 'unreadable'
  return typeof value === 'string' && /^\s*-?\d+([.,]\d+)?\s*$/.test(value)
    ? Number(value.replace(',', '.'))
    : 'unreadable'
}

function buildMeasurement({ series, updatedAt }: SeriesSlots, slot: TimedSlot): Measurement | null {
  const { start: slotStart, end: slotEnd, value } = slot
  return value === null ? null : { series, slotStart, slotEnd, value, updatedAt: slot.updatedAt ?? updatedAt ?? null }
}

/** A renamed member would otherwise look like values that are not published yet. */
function findMissingMember(blocks: readonly SeriesSlots[]): string | null {
  for (const [member, ofMember] of Map.groupBy(blocks, readMember)) {
    const slots = ofMember
      .flatMap((block) => (block.mayLackMember ? [] : block.slots))
      .filter((slot) => Object.keys(slot).length > 0)
    if (slots.length > 0 && !slots.some((slot) => Object.hasOwn(slot, member))) {
      return `none of ${slots.length} slots has the member ${member}`
    }
  }
  return null
}

function readMember({ valueMember }: SeriesSlots): string {
  return valueMember ?? 'value'
}
