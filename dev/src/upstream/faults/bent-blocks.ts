import type { WireBlock, WireSlot } from '../operator/blocks.ts'
import { type Fault, faultOf } from './fault.ts'

/** Applies the faults of how slots and blocks are written, and gives the root's value. */
export function bendRoot(faults: readonly Fault[], blocks: readonly WireBlock[]): unknown {
  const isSingled = faultOf(faults, 'object_root') !== undefined || faultOf(faults, 'array_root') !== undefined
  const written = blocks.map((block) => bendBlock(faults, block, isSingled))
  return faultOf(faults, 'object_root') !== undefined && written.length === 1 ? written[0] : written
}

function bendBlock(faults: readonly Fault[], block: WireBlock, isSingled: boolean): Record<string, unknown> {
  const isUndated = faultOf(faults, 'missing_updated_date') !== undefined
  const members = isUndated ? withoutUpdatedDate(block) : block
  const slots = isUndated ? block.values.map(withoutUpdatedDate) : block.values
  if (faultOf(faults, 'wrong_shape')?.shape === 'text_values') return { ...members, values: 'n/a' }
  return { ...members, values: isSingled && slots.length === 1 ? slots[0] : slots }
}

/** The date stands on the slots or on the block, by resource. */
function withoutUpdatedDate({ updated_date: _, ...rest }: WireSlot): WireSlot {
  return rest
}
