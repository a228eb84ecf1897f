import * as v from 'valibot'
import { oneOrMany, SlotValues } from '../definition/operator-payload.ts'

/** Body of `physical_flows`; unknown members are ignored. */
export const PhysicalFlowsPayload = v.object({
  physical_flows: oneOrMany(
    v.object({
      sender_country_eic_code: v.string(),
      receiver_country_eic_code: v.string(),
      values: SlotValues,
    }),
  ),
})
