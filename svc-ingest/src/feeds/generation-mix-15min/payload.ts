import * as v from 'valibot'
import { oneOrMany, SlotValues } from '../definition/operator-payload.ts'

/** Body of `generation_mix_15min_time_scale`; unknown members are ignored. */
export const GenerationMix15minPayload = v.object({
  generation_mix_15min_time_scale: oneOrMany(
    v.object({ production_type: v.string(), production_subtype: v.string(), values: SlotValues }),
  ),
})
export type MixBlock = v.InferOutput<typeof GenerationMix15minPayload>['generation_mix_15min_time_scale'][number]
