import * as v from 'valibot'
import { OperatorInstant, oneOrMany, SlotValues } from '../definition/operator-payload.ts'

/** Body of `france_power_exchanges`, slots with `value` and `price`; unknown members are ignored. */
export const PowerExchangesPayload = v.object({
  france_power_exchanges: oneOrMany(v.object({ updated_date: v.nullish(OperatorInstant), values: SlotValues })),
})
