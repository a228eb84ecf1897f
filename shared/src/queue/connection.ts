import type { ConnectionOptions, Queue, Worker } from 'bullmq'
import { Cluster } from 'ioredis'
import { type CallOptions, openCluster, serverOptions } from '../redis/connect.ts'
import { type RedisAddress, redisTarget } from '../redis/settings.ts'
import type { Logger } from '../telemetry/logger.ts'
import { withTimeout } from '../time/with-timeout.ts'

/** Connection of a producer: it fails fast. */
export function producerConnection(address: RedisAddress): ConnectionOptions {
  return queueConnection(address, { maxRetriesPerRequest: 1, enableOfflineQueue: false })
}

/** Connection of a worker: it waits for Redis without limit. */
export function workerConnection(address: RedisAddress): ConnectionOptions {
  return queueConnection(address, { maxRetriesPerRequest: null, enableOfflineQueue: true })
}

/** BullMQ opens connections to a server itself; those to a cluster it takes, and leaves them open: {@link closeQueue} ends them. */
function queueConnection(address: RedisAddress, calls: CallOptions): ConnectionOptions {
  const target = redisTarget(address)
  return target.mode === 'cluster' ? openCluster(target, calls) : serverOptions(target, calls)
}

/** Longest a worker may take to finish its job and leave, ms: a program has 10 s for its whole stop. */
const workerTimeoutMs = 5_000
/** Longest wait for a broken connection to end, ms: ioredis may never report it. */
const disconnectTimeoutMs = 500

/** Closes a queue; while Redis is down, drops its connection instead. Never throws. */
export async function closeQueue(queue: Queue, logger: Logger): Promise<void> {
  try {
    await queue.close()
    endCluster(queue)
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
    endCluster(worker)
  } catch (error) {
    await drop(worker, error, logger)
  }
}

async function drop(connected: Queue | Worker, reason: unknown, logger: Logger): Promise<void> {
  logger.warn({ err: reason, queue: connected.name }, 'queue connection dropped: close failed or timed out')
  await withTimeout(disconnectTimeoutMs, connected.disconnect()).catch(() => undefined)
  endCluster(connected)
}

function endCluster({ opts: { connection } }: Queue | Worker): void {
  if (connection instanceof Cluster) connection.disconnect()
}
