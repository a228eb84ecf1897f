import * as v from 'valibot'
import { OperatorInstant, oneOrMany, SlotValues } from '../definition/operator-payload.ts'

/** `type` is in v1 blocks only; the date is on the block in v2, in the slots in v1. */
const Blocks = oneOrMany(
  v.object({
    sender_country_eic_code: v.string(),
    receiver_country_eic_code: v.string(),
    type: v.nullish(v.string()),
    updated_date: v.nullish(OperatorInstant),
    values: SlotValues,
  }),
)

/** Body of `schedules` as its blocks: root `time_series` in v2, `schedules` in v1 and the sandbox. */
export const ExchangeSchedulesPayload = v.union([
  v.pipe(
    v.object({ time_series: Blocks }),
    v.transform(({ time_series }) => time_series),
  ),
  v.pipe(
    v.object({ schedules: Blocks }),
    v.transform(({ schedules }) => schedules),
  ),
])
export type ScheduleBlock = v.InferOutput<typeof ExchangeSchedulesPayload>[number]
