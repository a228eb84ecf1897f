import * as v from 'valibot'
import { blockMembers, TypeName } from '../definition/operator-payload.ts'

/** A block of `actual_generations_per_production_type`; unknown members are ignored. */
export const GenerationBlock = v.object({ production_type: TypeName, ...blockMembers })
