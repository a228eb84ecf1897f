import * as v from 'valibot'
import { oneOrMany, SlotValues } from '../definition/operator-payload.ts'

/**
 * Body of `tempo_like_calendars`: live an object with an array of values, in the sandbox an array whose
 * `values` is an object. Unknown members are ignored, also `fallback`.
 */
export const TariffCalendarPayload = v.object({
  tempo_like_calendars: oneOrMany(v.object({ values: v.nullish(SlotValues, []) })),
})
