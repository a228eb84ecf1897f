import * as v from 'valibot'
import { blockMembers } from '../definition/operator-payload.ts'

/** A block of `capacities_per_production_type`; its slots name their types. */
export const CapacitiesBlock = v.object(blockMembers)
