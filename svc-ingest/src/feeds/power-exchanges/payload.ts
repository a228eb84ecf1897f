import * as v from 'valibot'
import { blockMembers } from '../definition/operator-payload.ts'

/** A block of `france_power_exchanges`, slots with `value` and `price`; unknown members are ignored. */
export const AuctionBlock = v.object(blockMembers)
