import type { ConnectionOptions } from 'bullmq'

/** Connection of a producer: it fails fast. */
export function producerConnection(redisUrl: string): ConnectionOptions {
  return { url: redisUrl, maxRetriesPerRequest: 1, enableOfflineQueue: false }
}

/** Connection of a worker: it waits for Redis for ever. */
export function workerConnection(redisUrl: string): ConnectionOptions {
  return { url: redisUrl, maxRetriesPerRequest: null }
}
