import type { Queue, Worker } from 'bullmq'
import type { Logger } from '../telemetry/logger.ts'
import { withinTime } from '../time/within-time.ts'

/** Longest a worker may take to finish its job and leave, ms: a program has 10 s for its whole stop. */
const workerTimeoutMs = 5_000
/** Longest a connection that is broken is waited for, ms: it may never say that it has ended. */
const disconnectTimeoutMs = 500

/** Closes a queue, also while Redis is away: then there is nobody to take leave of, and the connection is dropped. Never throws. */
export async function closeQueue(queue: Queue, logger: Logger): Promise<void> {
  try {
    await queue.close()
  } catch (error) {
    await drop(queue, error, logger)
  }
}

/**
 * Closes a worker once its job is done. While Redis is away this would never end: ioredis does not report the end of a connection
 * it was about to open again (BullMQ issue 4656). Then, and when the job takes too long, the connections are dropped, and
 * the job goes to the next program when its lock runs out. Never throws.
 */
export async function closeWorker(worker: Worker, logger: Logger): Promise<void> {
  try {
    await withinTime(workerTimeoutMs, worker.close())
  } catch (error) {
    await drop(worker, error, logger)
  }
}

async function drop(connected: Queue | Worker, reason: unknown, logger: Logger): Promise<void> {
  logger.warn({ err: reason, queue: connected.name }, 'queue left without taking leave')
  await withinTime(disconnectTimeoutMs, connected.disconnect()).catch(() => undefined)
}
