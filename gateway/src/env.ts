import { EnvPort, type EnvSource, parseEnv } from '@hexawatt/shared/config/parse-env'
import { programEnv } from '@hexawatt/shared/config/program-env'
import * as v from 'valibot'

const ServiceUrl = v.pipe(
  v.string(),
  v.url('a URL'),
  v.transform((url) => url.replace(/\/$/, '')),
)

const Env = v.object({
  /** The public port. */
  PORT: v.optional(EnvPort, '8080'),
  /** Address the public port binds to; containers set 0.0.0.0. */
  HOST: v.optional(v.string(), '127.0.0.1'),
  INTERNAL_PORT: programEnv.INTERNAL_PORT,
  INTERNAL_HOST: programEnv.INTERNAL_HOST,
  DATABASE_URL: programEnv.DATABASE_URL,
  REDIS_URL: programEnv.REDIS_URL,
  INTERNAL_TOKEN: programEnv.INTERNAL_TOKEN,
  /** Address of svc-carbon's internal port. */
  SVC_CARBON_URL: ServiceUrl,
  /** Address of svc-score's internal port. */
  SVC_SCORE_URL: ServiceUrl,
  /** Address of svc-history's internal port. */
  SVC_HISTORY_URL: ServiceUrl,
  /** JSON file with another plan table; the product's own without it. */
  PLANS_FILE: v.optional(v.string()),
  PUBLIC_BASE_URL: programEnv.PUBLIC_BASE_URL,
  LOG_LEVEL: programEnv.LOG_LEVEL,
  EXIT_WITH_STDIN: programEnv.EXIT_WITH_STDIN,
})
export type Env = v.InferOutput<typeof Env>

/** The gateway's configuration; prints every problem and ends the program when it is not usable. */
export function readEnv(source: EnvSource): Env {
  return parseEnv(Env, source)
}
