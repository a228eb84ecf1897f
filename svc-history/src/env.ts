import { programEnv } from '@hexawatt/shared/config/program-env'
import * as v from 'valibot'

const { REDIS_URL: _unused, ...withoutRedis } = programEnv

export const Env = v.object({
  ...withoutRedis,
  /** A replica to read from; without it the primary is read. */
  DATABASE_READ_URL: v.optional(programEnv.DATABASE_URL),
})
export type Env = v.InferOutput<typeof Env>
