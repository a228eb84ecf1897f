import { openOnce } from '../redis/connect.ts'
import { parseRedisTarget } from '../redis/settings.ts'

/**
 * Does some work on a connection of its own to a Redis or a Sentinel.
 *
 * @throws the error of the work, or that the server cannot be reached: one attempt is made
 */
export async function withRedis<Result>(
  url: string,
  work: (redis: ReturnType<typeof openOnce>) => Promise<Result>,
): Promise<Result> {
  const redis = openOnce(parseRedisTarget(url))
  // Each error also rejects `connect` or the call.
  redis.on('error', () => undefined)
  try {
    await redis.connect()
    return await work(redis)
  } finally {
    redis.disconnect()
  }
}
