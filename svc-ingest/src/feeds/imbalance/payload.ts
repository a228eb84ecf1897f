import * as v from 'valibot'
import { oneOrMany, SlotValues } from '../definition/operator-payload.ts'

/** Body of `imbalance_data`; unknown members are ignored. */
export const ImbalancePayload = v.object({
  imbalance_data: oneOrMany(v.object({ values: v.nullish(SlotValues, []) })),
})
