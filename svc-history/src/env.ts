import { programEnv, stopTimeoutOf, streamsStopTimeoutMs } from '@hexawatt/shared/config/program-env'
import * as v from 'valibot'

export const Env = v.object({
  ...programEnv,
  STOP_TIMEOUT_MS: stopTimeoutOf(streamsStopTimeoutMs),
  /** Replica to read from instead of the primary. */
  DATABASE_READ_URL: v.optional(programEnv.DATABASE_URL),
})
export type Env = v.InferOutput<typeof Env>
