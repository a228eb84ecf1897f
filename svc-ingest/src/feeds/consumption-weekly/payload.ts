import * as v from 'valibot'
import { blockMembers } from '../definition/operator-payload.ts'

/** A block of `weekly_forecasts`, one per day and issue; `peak` and other members are ignored. */
export const WeeklyBlock = v.object(blockMembers)
