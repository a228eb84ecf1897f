import { programEnv, stopTimeoutOf, streamsStopTimeoutMs } from '@hexawatt/shared/config/program-env'
import * as v from 'valibot'

export const Env = v.object({
  ...programEnv,
  STOP_TIMEOUT_MS: stopTimeoutOf(streamsStopTimeoutMs),
  /** Replicas to read from; `DATABASE_URL` by default (docs/operate/postgres.md#replicas-to-read-from). */
  DATABASE_READ_URL: v.optional(programEnv.DATABASE_URL),
})
export type Env = v.InferOutput<typeof Env>
