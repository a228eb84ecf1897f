import { formatParis } from '@hexawatt/shared/time/paris'
import { type Fault, findFault, hasFault } from '../faults/fault.ts'
import type { WireBlock, WireSlot } from './operator-blocks.ts'

/** Applies the faults of slots and blocks, and returns the value of the root. */
export function applyRootFaults(faults: readonly Fault[], blocks: readonly WireBlock[]): unknown {
  const isSingled = hasFault(faults, 'object_root') || hasFault(faults, 'array_root')
  const written = blocks.map((block) => applyBlockFaults(faults, block, isSingled))
  if (hasFault(faults, 'odd_members')) return written.map(removeMembers)
  return hasFault(faults, 'object_root') && written.length === 1 ? written[0] : written
}

function applyBlockFaults(faults: readonly Fault[], block: WireBlock, isSingled: boolean): Record<string, unknown> {
  if (hasFault(faults, 'stretched_slots')) return { ...block, values: stretchSlots(block.values) }
  const isUndated = hasFault(faults, 'missing_updated_date')
  const members = isUndated ? removeUpdatedDate(block) : block
  const slots = isUndated ? block.values.map(removeUpdatedDate) : block.values
  if (isTextForValues(faults)) return { ...members, values: 'n/a' }
  return { ...members, values: isSingled && slots.length === 1 ? slots[0] : slots }
}

function stretchSlots(slots: readonly WireSlot[]): WireSlot[] {
  const first = slots[0]?.['start_date']
  if (typeof first !== 'string') return [...slots]
  const start = Temporal.Instant.from(first)
  return slots.map((slot, at) => ({
    ...slot,
    start_date: formatParis(start.add({ hours: at })),
    end_date: formatParis(start.add({ hours: at + 1 })),
  }))
}

function removeMembers(block: Record<string, unknown>, at: number): Record<string, unknown> {
  const { values, ...members } = block
  if (at === 0) return members
  return at === 1 && Array.isArray(values) ? { ...block, updated_date: '', values: ['n/a', ...values.slice(1)] } : block
}

/** The date is on the slots or on the block, depending on the resource. */
function removeUpdatedDate({ updated_date: _, ...rest }: WireSlot): WireSlot {
  return rest
}

/** Name of the root member; the `wrong_shape` fault changes it. */
export function toFaultyRootName(faults: readonly Fault[], rootName: string): string {
  return findFault(faults, 'wrong_shape')?.shape === 'renamed_root' ? `${rootName}_v2` : rootName
}

/** A list of a reference body; the `wrong_shape` fault replaces it by a text. */
export function toFaultyList(faults: readonly Fault[], list: readonly unknown[]): unknown {
  return isTextForValues(faults) ? 'n/a' : list
}

function isTextForValues(faults: readonly Fault[]): boolean {
  return findFault(faults, 'wrong_shape')?.shape === 'text_values'
}
