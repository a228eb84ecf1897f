import * as v from 'valibot'
import { blockMembers, Word } from '../definition/operator-payload.ts'

/** A block of `short_term`, one per type; unknown members are ignored. */
export const ConsumptionBlock = v.object({ type: Word, ...blockMembers })
