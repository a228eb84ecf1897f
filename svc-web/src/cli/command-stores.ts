import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { findDatabaseUrlProblem } from '@hexawatt/shared/config/database-url'
import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import type { RedisConnection } from '@hexawatt/shared/redis/connect'
import type { RedisTarget } from '@hexawatt/shared/redis/settings'

/** SQLSTATE of an action that the program's role may not do. */
const insufficientPrivilege = '42501'
/** SQLSTATE "undefined table" and "undefined column". */
const undefinedInSchema: readonly string[] = ['42P01', '42703']

/**
 * Postgres URL of an operator's command.
 *
 * @throws UsageError without the URL, which may contain a password
 */
export function readCommandDatabaseUrl(env: EnvSource): string {
  const url = env['DATABASE_URL'] ?? ''
  if (url === '') {
    throw new UsageError('DATABASE_URL is not set: start the product with "bun run up", or set it to its Postgres.')
  }
  const problem = findDatabaseUrlProblem(url)
  if (problem !== null) throw new UsageError(`DATABASE_URL: expected ${problem}.`)
  return url
}

/** One sentence about the failure of a command. It names the code only, because a driver's message may contain a secret. */
export function describeCommandFailure(error: unknown): string {
  if (error instanceof UsageError) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
  if (undefinedInSchema.includes(code)) return 'The database lacks tables of this version: run "bun run migrate" first.'
  if (code === insufficientPrivilege) {
    return 'The Postgres role in DATABASE_URL may not do this. Use the role of svc-web; in containers: docker compose exec svc-web hexawatt …'
  }
  return `Postgres could not be used (${code}): check DATABASE_URL, or start the product with "bun run up".`
}

/** Longest wait for Redis, ms. */
const redisWaitMs = 2_000

/**
 * Opens Redis for `use` and closes it again. Connection errors are not logged, because the command prints its own messages: when Redis does not answer, the
 * calls of `use` fail.
 */
export async function withCommandRedis<Result>(
  target: RedisTarget,
  program: string,
  use: (redis: RedisConnection) => Promise<Result>,
): Promise<Result> {
  // Loaded on demand: most commands use only Postgres.
  const { createRedis, whenRedisReady } = await import('@hexawatt/shared/redis/client')
  const { createLogger } = await import('@hexawatt/shared/telemetry/logger')
  const redis = createRedis(target, createLogger(program, 'silent'))
  try {
    await whenRedisReady(redis, redisWaitMs)
    return await use(redis)
  } finally {
    redis.disconnect()
  }
}
