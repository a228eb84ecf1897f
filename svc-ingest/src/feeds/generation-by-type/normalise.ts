import { isGeneration, isKnownProductionType } from '@hexawatt/shared/grid/production-types'
import { measurementsOf } from '../definition/block-slots.ts'
import type { Normalised } from '../definition/feed.ts'
import { readBlocks } from '../definition/operator-payload.ts'
import { splitWind, windTotal } from '../definition/wind-split.ts'
import { GenerationBlock } from './payload.ts'

/**
 * Series = production type as the operator names it, including unknown ones. `TOTAL` is the sum of the others and is
 * dropped, and so is storage. A total of wind, which the operator does not send today, is split like that of the mix. Pumped storage keeps its sign:
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
  const normalised = measurementsOf(slots, blocks)
  return { ...normalised, ...splitWind(normalised.measurements), newElements }
}
