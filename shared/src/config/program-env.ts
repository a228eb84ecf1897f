import * as v from 'valibot'
import { EnvInternalToken, EnvPort, envInteger } from './parse-env.ts'
import { tracingEnv } from './tracing-env.ts'

const Url = v.pipe(v.string(), v.url('a URL'))

/** Settings that several programs share: those of a service that reads both stores; other programs pick what they need. */
export const programEnv = {
  DATABASE_URL: Url,
  REDIS_URL: Url,
  /** Address the customers use: problem types and documentation links point under it. */
  PUBLIC_BASE_URL: v.optional(
    v.pipe(
      Url,
      v.transform((url) => url.replace(/\/$/, '')),
    ),
    'http://localhost:8080',
  ),
  /** Shared by the gateway and the services. */
  INTERNAL_TOKEN: EnvInternalToken,
  /** Still accepted by the services while the token is rotated. */
  INTERNAL_TOKEN_PREVIOUS: v.optional(EnvInternalToken),
  /** Port of health, metrics and (in services) the API for the gateway. */
  INTERNAL_PORT: EnvPort,
  /** Address the internal port binds to; containers set 0.0.0.0. */
  INTERNAL_HOST: v.optional(v.string(), '127.0.0.1'),
  /** Moves the data's clock: milliseconds from real time. */
  CLOCK_OFFSET_MS: v.optional(envInteger(-1e13, 1e13), '0'),
  LOG_LEVEL: v.optional(v.picklist(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
  ...tracingEnv,
  /** Set by the launcher only. */
  EXIT_WITH_STDIN: v.optional(
    v.pipe(
      v.picklist(['0', '1']),
      v.transform((flag) => flag === '1'),
    ),
    '0',
  ),
}
