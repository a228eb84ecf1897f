import type { Queue } from 'bullmq'
import type { Logger } from '../telemetry/logger.ts'
import { withinTime } from '../time/within-time.ts'

/** Longest a connection that is broken is waited for, ms: it may never say that it has ended. */
const disconnectTimeoutMs = 500

/** Closes a queue, also while Redis is away: then there is nobody to take leave of, and the connection is dropped. Never throws. */
export async function closeQueue(queue: Queue, logger: Logger): Promise<void> {
  try {
    await queue.close()
  } catch (error) {
    logger.warn({ err: error, queue: queue.name }, 'queue left without Redis')
    await withinTime(disconnectTimeoutMs, queue.disconnect()).catch(() => undefined)
  }
}
