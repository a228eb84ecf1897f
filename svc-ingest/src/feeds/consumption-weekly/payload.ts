import * as v from 'valibot'
import { OperatorInstant, oneOrMany, SlotValues } from '../definition/operator-payload.ts'

/** Body of `weekly_forecasts`, a block per day and issue; `peak` and other members are ignored. */
export const ConsumptionWeeklyPayload = v.object({
  weekly_forecasts: oneOrMany(v.object({ updated_date: v.nullish(OperatorInstant), values: SlotValues })),
})
