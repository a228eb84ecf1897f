import { EnvPort, type EnvSource, envInteger, parseEnv, readBy } from '@hexawatt/shared/config/parse-env'
import { programEnv, stopTimeoutOf, streamsStopTimeoutMs, tracingEnv } from '@hexawatt/shared/config/program-env'
import { readPlanTable } from '@hexawatt/shared/errors/plan-table'
import { isApiKeyShaped } from '@hexawatt/shared/keys/api-key'
import { hasOneServerPerMode, limitRedisEnv, redisEnv, redisModeRule } from '@hexawatt/shared/redis/settings'
import * as v from 'valibot'
import { parseTrustedProxies } from './auth/client-subjects.ts'
import { serviceClientNames } from './upstream/service-client.ts'

const ServiceUrl = v.pipe(
  v.string(),
  v.url('a URL'),
  v.transform((url) => url.replace(/\/$/, '')),
)

/** Processes of one gateway at most. */
const maxProcesses = 64

const Settings = v.object({
  /** Processes that share the public port: a number, or `auto` for one per core (docs/operate/gateway.md#several-processes). */
  GATEWAY_PROCESSES: v.optional(v.union([v.literal('auto'), envInteger(1, maxProcesses)]), '1'),
  /** Which of several processes this is; set by the process that starts them. */
  GATEWAY_PROCESS: v.optional(envInteger(0, maxProcesses - 1)),
  /** The public port. */
  PORT: v.optional(EnvPort, '8080'),
  /** Address that the public port binds to; containers set `0.0.0.0`. */
  HOST: v.optional(v.string(), '127.0.0.1'),
  INTERNAL_PORT: programEnv.INTERNAL_PORT,
  INTERNAL_HOST: programEnv.INTERNAL_HOST,
  ZONE: programEnv.ZONE,
  DATABASE_URL: programEnv.DATABASE_URL,
  ...redisEnv,
  ...limitRedisEnv,
  INTERNAL_TOKEN: programEnv.INTERNAL_TOKEN,
  CLOCK_OFFSET_MS: programEnv.CLOCK_OFFSET_MS,
  /** Address of svc-carbon's internal port. */
  SVC_CARBON_URL: ServiceUrl,
  /** Address of svc-score's internal port. */
  SVC_SCORE_URL: ServiceUrl,
  /** Address of svc-history's internal port. */
  SVC_HISTORY_URL: ServiceUrl,
  /** Address of svc-web's internal port; without it every page is answered with 503, and the API as before. */
  SVC_WEB_URL: v.optional(ServiceUrl),
  /**
   * Whether people can open accounts in svc-web, which needs mail: a refusal by a limit then names `/account/plan`, else `/plans`. `open` by default
   * where `SVC_WEB_URL` is set.
   */
  ACCOUNTS: v.optional(v.picklist(['open', 'closed'])),
  /** Client of the services: `fast`, or `fetch`, which has less code and costs more processor time (docs/develop/fast-http-client.md). */
  SERVICE_CLIENT: v.optional(v.picklist(serviceClientNames), 'fast'),
  /**
   * Proxies whose `X-Forwarded-For` is trusted: addresses and ranges, separated by commas. Without them a gateway behind a proxy counts all clients
   * without a key as one address.
   */
  TRUSTED_PROXIES: v.optional(readBy(parseTrustedProxies), ''),
  /**
   * Secret that hashes client addresses and the addresses that sign-in links are mailed to; the same for all gateways and svc-web. Derived from
   * `INTERNAL_TOKEN` by default.
   */
  ADDRESS_HASH_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'at least 32 characters'))),
  /** The public demo key, which pages show; without it there is none. `bun run up` makes one. */
  DEMO_API_KEY: v.optional(v.pipe(v.string(), v.check(isApiKeyShaped, 'hxw_ and 32 hexadecimal characters'))),
  /**
   * A page of your own on which plans are sold, such as `https://…` or `mailto:…`. By default `/account/plan` where accounts are open, else `/plans`.
   */
  UPGRADE_URL: v.optional(v.pipe(v.string(), v.url('a URL'))),
  /**
   * JSON file with another plan table; the product's own by default. Give the same file to gateway, svc-web, svc-ingest, `bun run keys` and `bun run
   * usage` (docs/operate/gateway.md#plans-and-limits).
   */
  PLANS_FILE: v.optional(readBy(readPlanTable), ''),
  PUBLIC_BASE_URL: programEnv.PUBLIC_BASE_URL,
  DRAIN_MS: programEnv.DRAIN_MS,
  STOP_TIMEOUT_MS: stopTimeoutOf(streamsStopTimeoutMs),
  LOG_LEVEL: programEnv.LOG_LEVEL,
  ...tracingEnv,
  EXIT_WITH_STDIN: programEnv.EXIT_WITH_STDIN,
})

export const Env = v.pipe(
  Settings,
  v.check((env) => hasOneServerPerMode(env), redisModeRule),
)
export type Env = v.InferOutput<typeof Env>

/** Reads the gateway's configuration. Prints every problem and ends the program when it is unusable. */
export function readEnv(source: EnvSource): Env {
  return parseEnv(Env, source)
}
