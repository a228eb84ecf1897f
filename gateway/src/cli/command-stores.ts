import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { createLogger } from '@hexawatt/shared/telemetry/logger'

/** Postgres' words for "this table does not exist" and "this column does not exist". */
const undefinedInSchema: readonly string[] = ['42P01', '42703']

/**
 * Address of the Postgres that an operator's command works on.
 *
 * @throws UsageError that does not show it: it may hold a password
 */
export function commandDatabaseUrl(env: EnvSource): string {
  const url = env['DATABASE_URL'] ?? ''
  if (url === '') {
    throw new UsageError('DATABASE_URL is not set: start the product with "bun run up", or set it to its Postgres.')
  }
  if (!URL.canParse(url)) throw new UsageError('DATABASE_URL is not a URL such as postgres://user@host:5432/database.')
  return url
}

/** One sentence for the operator about what ended a command: by its code alone, since a driver's words may hold a secret. */
export function commandFailure(error: unknown): string {
  if (error instanceof UsageError) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
  if (undefinedInSchema.includes(code)) return 'The database lacks tables of this version: run "bun run migrate" first.'
  return `Postgres could not be used (${code}): check DATABASE_URL, or start the product with "bun run up".`
}

/** Longest a command waits for Redis, ms. */
const redisWaitMs = 2_000

/**
 * Opens Redis for what an operator's command does with it, and leaves nothing open. Silent about the connection, since what a
 * command prints is its own: when Redis does not answer, the calls of `use` fail.
 */
export async function withCommandRedis<Result>(
  url: string,
  program: string,
  use: (redis: ReturnType<typeof createRedis>) => Promise<Result>,
): Promise<Result> {
  const redis = createRedis(url, createLogger(program, 'silent'))
  try {
    await whenRedisReady(redis, redisWaitMs)
    return await use(redis)
  } finally {
    redis.disconnect()
  }
}
