import * as v from 'valibot'
import { blockMembers, TypeName, Word } from '../definition/operator-payload.ts'

/** A block of `forecasts`, v3 and v2; `sub_type`, `load_factor` and other members are ignored. */
export const ForecastBlock = v.object({ type: Word, production_type: TypeName, ...blockMembers })
