import { isGeneration, isKnownProductionType } from '@hexawatt/shared/grid/production-types'
import * as v from 'valibot'
import { measurementsOf, type SeriesSlots } from '../definition/block-slots.ts'
import type { Normalised } from '../definition/feed.ts'
import { readBlocks, TypeName, type UnreadSlot } from '../definition/operator-payload.ts'
import { CapacitiesBlock } from './payload.ts'

/** How this publisher writes a missing number. */
const missingValue = -1

/**
 * Series = production type, MW over the calendar year. `-1` is absent; sums and storage are dropped; a slot without a type is unreadable.
 *
 * @throws UpstreamError `unusable`
 */
export function normaliseInstalledCapacities(payload: unknown): Normalised {
  const blocks = readBlocks(payload, ['capacities_per_production_type'], CapacitiesBlock)
  const slots = blocks.readable.flatMap(({ values }) => values)
  const typed = slots.flatMap(seriesOf)
  const normalised = measurementsOf(
    typed.filter(({ series }) => isGeneration(series)),
    blocks,
  )
  const unknown = typed.filter(({ series }) => !isKnownProductionType(series))
  return {
    ...normalised,
    unreadableSlots: normalised.unreadableSlots + slots.length - typed.length,
    newElements: unknown.map(({ series }) => `production type ${series}`),
  }
}

function seriesOf(slot: UnreadSlot): SeriesSlots[] {
  const type = v.safeParse(TypeName, slot['type'])
  if (!type.success) return []
  return [{ series: type.output, slots: [slot['value'] === missingValue ? { ...slot, value: null } : slot] }]
}
