import { postgresStopTimeoutMs } from '@hexawatt/dev/src/embedded/postgres.ts'
import { redisStopTimeoutMs } from '@hexawatt/dev/src/embedded/redis.ts'
import { fillStopTimeoutMs } from '@hexawatt/dev/src/up/fill-history.ts'
import { programStopTimeoutMs } from '@hexawatt/dev/src/up/supervised.ts'

/** Longest time from the signal to the end of `up`, seconds: the fill of the past, the gateway, all other programs at once, Redis, Postgres. */
export const longestStopSeconds =
  (fillStopTimeoutMs + 2 * programStopTimeoutMs + redisStopTimeoutMs + postgresStopTimeoutMs) / 1_000
