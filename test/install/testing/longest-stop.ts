import { postgresStopTimeoutMs } from '@hexawatt/dev/src/embedded/postgres.ts'
import { redisStopTimeoutMs } from '@hexawatt/dev/src/embedded/redis.ts'
import { programNames } from '@hexawatt/dev/src/up/program-settings.ts'
import { programStopTimeoutMs } from '@hexawatt/dev/src/up/supervised.ts'

/** Longest time from the signal to the end of `up`, seconds: its programs one after the other, then Redis, then Postgres. */
export const longestStopSeconds =
  (programNames.length * programStopTimeoutMs + redisStopTimeoutMs + postgresStopTimeoutMs) / 1_000
