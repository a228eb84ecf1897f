import { programEnv } from '@hexawatt/shared/config/program-env'
import * as v from 'valibot'

export const Env = v.object(programEnv)
export type Env = v.InferOutput<typeof Env>
