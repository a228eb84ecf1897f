import * as v from 'valibot'
import { blockMembers } from '../definition/operator-payload.ts'

/** A block of `physical_flows`; unknown members are ignored. */
export const FlowBlock = v.object({
  sender_country_eic_code: v.string(),
  receiver_country_eic_code: v.string(),
  ...blockMembers,
})
