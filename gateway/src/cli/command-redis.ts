import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { createLogger } from '@hexawatt/shared/telemetry/logger'

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
