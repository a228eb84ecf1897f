import { nonGenerationTypes } from '@hexawatt/shared/grid/production-types'
import type { Normalised } from '../definition/feed.ts'
import { measurementsOf, readPayload } from '../definition/operator-payload.ts'
import { GenerationByTypePayload } from './payload.ts'

/**
 * Series = production type as the operator names it, including unknown ones. `TOTAL` is the sum of the others and is
 * dropped. Pumped storage keeps its sign: negative is pumping.
 */
export function normaliseGenerationByType(payload: unknown): Normalised {
  const blocks = readPayload(GenerationByTypePayload, payload).actual_generations_per_production_type
  return measurementsOf(
    blocks
      .filter(({ production_type }) => !nonGenerationTypes.has(production_type))
      .map(({ production_type, values }) => ({ series: production_type, slots: values })),
  )
}
