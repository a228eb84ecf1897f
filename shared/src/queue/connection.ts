import type { ConnectionOptions, Queue, Worker } from 'bullmq'
import type { Logger } from '../telemetry/logger.ts'
import { withTimeout } from '../time/with-timeout.ts'

/** Connection of a producer: it fails fast. */
export function producerConnection(redisUrl: string): ConnectionOptions {
  return { url: redisUrl, maxRetriesPerRequest: 1, enableOfflineQueue: false }
}

/** Connection of a worker: it waits for Redis without limit. */
export function workerConnection(redisUrl: string): ConnectionOptions {
  return { url: redisUrl, maxRetriesPerRequest: null }
}

/** Longest a worker may take to finish its job and leave, ms: a program has 10 s for its whole stop. */
const workerTimeoutMs = 5_000
/** Longest wait for a broken connection to end, ms: ioredis may never report it. */
const disconnectTimeoutMs = 500

/** Closes a queue; while Redis is down, drops its connection instead. Never throws. */
export async function closeQueue(queue: Queue, logger: Logger): Promise<void> {
  try {
    await queue.close()
  } catch (error) {
    await drop(queue, error, logger)
  }
}

/**
 * Closes a worker after its job. While Redis is down this would never end: ioredis does not report the end of a connection it was about
 * to reopen (BullMQ issue 4656). Then, and when the job exceeds the time-out, the connections are dropped; another worker takes the job
 * when its lock expires. Never throws.
 */
export async function closeWorker(worker: Worker, logger: Logger): Promise<void> {
  try {
    await withTimeout(workerTimeoutMs, worker.close())
  } catch (error) {
    await drop(worker, error, logger)
  }
}

async function drop(connected: Queue | Worker, reason: unknown, logger: Logger): Promise<void> {
  logger.warn({ err: reason, queue: connected.name }, 'queue connection dropped: close failed or timed out')
  await withTimeout(disconnectTimeoutMs, connected.disconnect()).catch(() => undefined)
}
