import type { RedisOptions } from 'ioredis'

/** Connection options of a producer: it fails fast. */
export function producerConnection(redisUrl: string): RedisOptions & { url: string } {
  return { url: redisUrl, maxRetriesPerRequest: 1, enableOfflineQueue: false }
}

/** Connection options of a worker: it waits for Redis for ever. */
export function workerConnection(redisUrl: string): RedisOptions & { url: string } {
  return { url: redisUrl, maxRetriesPerRequest: null }
}
