import * as v from 'valibot'
import { blockMembers, Word } from '../definition/operator-payload.ts'

/** A block of `schedules`. `type` is in v1 blocks only; the date is on the block in v2, in the slots in v1. */
export const ScheduleBlock = v.object({
  sender_country_eic_code: v.string(),
  receiver_country_eic_code: v.string(),
  type: v.nullish(Word),
  ...blockMembers,
})
export type ScheduleBlock = v.InferOutput<typeof ScheduleBlock>
