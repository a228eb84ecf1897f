import { isGeneration, isKnownProductionType } from '@hexawatt/shared/grid/production-types'
import * as v from 'valibot'
import { readMeasurements } from '../definition/block-slots.ts'
import type { Normalised } from '../definition/content.ts'
import { createOperatorFeed } from '../definition/operator-feed.ts'
import { blockMembers, readBlocks, TypeName } from '../definition/operator-payload.ts'
import { splitWind, windTotal } from '../definition/wind-split.ts'

/** Hourly realised generation per production type: the mix and the carbon intensity. */
export const generationByType = createOperatorFeed({
  id: 'generation_by_type',
  holds: 'one series per production type, MW, hourly; pumped storage signed; `TOTAL` dropped',
  api: 'actual_generation',
  path: '/open_api/actual_generation/v1/actual_generations_per_production_type',
  maxWindowDays: 155,
  windowFormat: 'paris',
  everyMinutes: 15,
  firstFetchDays: 8,
  revisionDays: 2,
  // An end in the future is refused (ACTUALGEN_PRODTYPE_F04).
  windowEnd: 'now',
  normalise: normaliseGenerationByType,
})

/** A block of `actual_generations_per_production_type`; unknown members are ignored. */
const GenerationBlock = v.object({ production_type: TypeName, ...blockMembers })

/**
 * Series = production type as the operator names it, including unknown ones. `TOTAL` is the sum of the others and is
 * dropped, and so is storage. A total of wind, which the operator does not send today, is split like the total of the mix. Pumped storage keeps its sign:
 * negative is pumping.
 *
 * @throws UpstreamError `unusable`
 */
export function normaliseGenerationByType(payload: unknown): Normalised {
  const blocks = readBlocks(payload, ['actual_generations_per_production_type'], GenerationBlock)
  const generation = blocks.readable.filter(({ production_type }) => isGeneration(production_type))
  const slots = generation.map((block) => ({
    series: block.production_type,
    slots: block.values,
    updatedAt: block.updated_date,
    span: block,
  }))
  const newElements = blocks.readable
    .filter(({ production_type }) => !isKnownProductionType(production_type) && production_type !== windTotal)
    .map(({ production_type }) => `production type ${production_type}`)
  const normalised = readMeasurements(slots, blocks)
  return { ...normalised, ...splitWind(normalised.measurements), newElements }
}
