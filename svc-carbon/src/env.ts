import { commonEnv } from '@hexawatt/shared/config/common-env'
import * as v from 'valibot'

export const Env = v.object({
  DATABASE_URL: commonEnv.DATABASE_URL,
  REDIS_URL: commonEnv.REDIS_URL,
  PUBLIC_BASE_URL: commonEnv.PUBLIC_BASE_URL,
  INTERNAL_TOKEN: commonEnv.INTERNAL_TOKEN,
  INTERNAL_TOKEN_PREVIOUS: commonEnv.INTERNAL_TOKEN_PREVIOUS,
  INTERNAL_PORT: commonEnv.INTERNAL_PORT,
  INTERNAL_HOST: commonEnv.INTERNAL_HOST,
  CLOCK_OFFSET_MS: commonEnv.CLOCK_OFFSET_MS,
  LOG_LEVEL: commonEnv.LOG_LEVEL,
  EXIT_WITH_STDIN: commonEnv.EXIT_WITH_STDIN,
})
export type Env = v.InferOutput<typeof Env>
