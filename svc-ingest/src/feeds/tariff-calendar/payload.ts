import * as v from 'valibot'
import { blockMembers } from '../definition/operator-payload.ts'

/**
 * A calendar of `tempo_like_calendars`: live one object with an array of values, in the sandbox an array whose
 * `values` is an object. Unknown members are ignored, also `fallback`.
 */
export const Calendar = v.object(blockMembers)
