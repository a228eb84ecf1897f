import { nonGenerationTypes } from '@hexawatt/shared/grid/production-types'
import type { Normalised } from '../definition/feed.ts'
import { measurementsOf, readPayload, type SeriesSlots } from '../definition/operator-payload.ts'
import { InstalledCapacitiesPayload } from './payload.ts'

/** How this publisher writes a missing number. */
const missingValue = -1

/** Series = production type, MW over the calendar year. `-1` is absent; sums are dropped; a slot without a type is unreadable. */
export function normaliseInstalledCapacities(payload: unknown): Normalised {
  const blocks = readPayload(InstalledCapacitiesPayload, payload).capacities_per_production_type
  const slots = blocks.flatMap(({ values }) => values)
  const typed = slots.flatMap(seriesOf)
  const normalised = measurementsOf(typed.filter(({ series }) => !nonGenerationTypes.has(series)))
  return { ...normalised, unreadableSlots: normalised.unreadableSlots + slots.length - typed.length }
}

function seriesOf(slot: Readonly<Record<string, unknown>>): SeriesSlots[] {
  const { type, value } = slot
  if (typeof type !== 'string' || type === '') return []
  return [{ series: type, slots: [{ ...slot, value: value === missingValue ? null : value }] }]
}
