import * as v from 'valibot'
import { oneOrMany, SlotValues } from '../definition/operator-payload.ts'

/** Body of `forecasts`, v3 and v2; `sub_type`, `load_factor` and other members are ignored. */
export const GenerationForecastPayload = v.object({
  forecasts: oneOrMany(v.object({ type: v.string(), production_type: v.string(), values: SlotValues })),
})
