import * as v from 'valibot'
import { oneOrMany, SlotValues } from '../definition/operator-payload.ts'

/** Body of `short_term`, a block per type; unknown members are ignored. */
export const ConsumptionPayload = v.object({
  short_term: oneOrMany(v.object({ type: v.string(), values: SlotValues })),
})
