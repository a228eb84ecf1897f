import { isGeneration, isKnownProductionType } from '@hexawatt/shared/grid/production-types'
import * as v from 'valibot'
import { readMeasurements, type SeriesSlots } from '../definition/block-slots.ts'
import type { Normalised } from '../definition/content.ts'
import { createOperatorFeed } from '../definition/operator-feed.ts'
import { blockMembers, readBlocks, TypeName, type UnreadSlot } from '../definition/operator-payload.ts'

/** Capacity installed in France per production type and calendar year, MW: adequacy. */
export const installedCapacities = createOperatorFeed({
  id: 'installed_capacities',
  holds: 'one series per production type, MW, per year',
  api: 'generation_installed_capacities',
  path: '/open_api/generation_installed_capacities/v1/capacities_per_production_type',
  maxWindowDays: 366,
  // A slot is a year: a window of days is requested as the calendar years that it touches.
  windowFormat: 'paris-years',
  everyMinutes: 24 * 60,
  // In January last year's capacities are fetched too: they apply until this year's are published.
  firstFetchDays: 31,
  revisionDays: 31,
  // Adequacy looks ahead to D+3: in the last days of December next year is fetched too.
  windowEnd: { daysAhead: 3 },
  normalise: normaliseInstalledCapacities,
})

/** A block of `capacities_per_production_type`; its slots name their types. */
const CapacitiesBlock = v.object(blockMembers)

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
  const typed = slots.flatMap(buildSeries)
  const normalised = readMeasurements(
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

function buildSeries(slot: UnreadSlot): SeriesSlots[] {
  const type = v.safeParse(TypeName, slot['type'])
  if (!type.success) return []
  return [{ series: type.output, slots: [slot['value'] === missingValue ? { ...slot, value: null } : slot] }]
}
