import * as v from 'valibot'
import { oneOrMany, SlotValues } from '../definition/operator-payload.ts'

/** Body of `capacities_per_production_type`, the root an object or an array of them. */
export const InstalledCapacitiesPayload = v.object({
  capacities_per_production_type: oneOrMany(v.object({ values: v.nullish(SlotValues, []) })),
})
