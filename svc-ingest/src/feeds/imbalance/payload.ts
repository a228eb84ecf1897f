import * as v from 'valibot'
import { blockMembers } from '../definition/operator-payload.ts'

/** A block of `imbalance_data`; unknown members are ignored. */
export const ImbalanceBlock = v.object(blockMembers)
