import * as v from 'valibot'
import { oneOrMany, SlotValues } from '../definition/operator-payload.ts'

/** Body of `actual_generations_per_production_type`; unknown members are ignored. */
export const GenerationByTypePayload = v.object({
  actual_generations_per_production_type: oneOrMany(v.object({ production_type: v.string(), values: SlotValues })),
})
