import { programEnv } from '@hexawatt/shared/config/program-env'
import * as v from 'valibot'

export const Env = v.object({
  DATABASE_URL: programEnv.DATABASE_URL,
  REDIS_URL: programEnv.REDIS_URL,
  PUBLIC_BASE_URL: programEnv.PUBLIC_BASE_URL,
  INTERNAL_TOKEN: programEnv.INTERNAL_TOKEN,
  INTERNAL_TOKEN_PREVIOUS: programEnv.INTERNAL_TOKEN_PREVIOUS,
  INTERNAL_PORT: programEnv.INTERNAL_PORT,
  INTERNAL_HOST: programEnv.INTERNAL_HOST,
  CLOCK_OFFSET_MS: programEnv.CLOCK_OFFSET_MS,
  LOG_LEVEL: programEnv.LOG_LEVEL,
  EXIT_WITH_STDIN: programEnv.EXIT_WITH_STDIN,
})
export type Env = v.InferOutput<typeof Env>
