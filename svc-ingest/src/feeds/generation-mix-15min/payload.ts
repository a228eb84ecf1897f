import * as v from 'valibot'
import { blockMembers, TypeName } from '../definition/operator-payload.ts'

/** A block of `generation_mix_15min_time_scale`; unknown members are ignored. */
export const MixBlock = v.object({ production_type: TypeName, production_subtype: TypeName, ...blockMembers })
export type MixBlock = v.InferOutput<typeof MixBlock>
