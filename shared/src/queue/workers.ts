import { type ConnectionOptions, type Job, Queue, Worker, type WorkerOptions } from 'bullmq'
import * as v from 'valibot'
import { type CallOptions, createServerOptions, isCluster, openCluster } from '../redis/connect.ts'
import { queuePrefix } from '../redis/keys.ts'
import { parseRedisTarget, type RedisAddress } from '../redis/settings.ts'
import type { Logger } from '../telemetry/logger.ts'
import { createRareLog } from '../telemetry/rare-log.ts'
import { withTimeout } from '../time/with-timeout.ts'

export type QueueDeps = { queueAddress: RedisAddress; logger: Logger }

/** Opens a queue to add jobs to. While Redis is away adding fails at once, and the queue connects again by itself. */
export function openQueue<Data = unknown>(name: string, { queueAddress, logger }: QueueDeps): Queue<Data> {
  const connection = connectionTo(queueAddress, { maxRetriesPerRequest: 1, enableOfflineQueue: false })
  const queue = new Queue<Data>(name, { connection, prefix: queuePrefix })
  queue.on('error', connectionErrorLog(name, logger, 'queue connection'))
  return queue
}

export type WorkerSpec<Data> = {
  queueName: string
  /** What a job does, for the log: `poll` logs `poll failed`. */
  activity: string
  /** Schema of a job's data. */
  schema: v.GenericSchema<unknown, Data>
  /** Does one job; what it throws fails the job. */
  work: (data: Data, job: Job<unknown>) => Promise<void>
  /** Settings of BullMQ; one job at a time unless they say otherwise. */
  options?: Omit<WorkerOptions, 'connection' | 'prefix'>
}

/** Starts a worker of a queue. While Redis is away it waits without limit, and goes on when Redis is back. */
export function startWorker<Data>(
  { queueAddress, logger }: QueueDeps,
  { queueName, activity, schema, work, options }: WorkerSpec<Data>,
): Worker {
  const worker = new Worker<unknown>(queueName, async (job) => work(v.parse(schema, job.data), job), {
    concurrency: 1,
    ...options,
    connection: connectionTo(queueAddress, { maxRetriesPerRequest: null, enableOfflineQueue: true }),
    prefix: queuePrefix,
  })
  worker.on('error', connectionErrorLog(queueName, logger, 'worker connection'))
  worker.on('failed', (job, error) => {
    const fields = { queue: queueName, job: job?.name, attempt: job?.attemptsMade, jobId: job?.id }
    logger.error({ err: error.message, ...fields }, `${activity} failed`)
  })
  return worker
}

/** Rate-limited, because a connection fails ten times a second while Redis is unreachable or its disk is full. */
function connectionErrorLog(queue: string, logger: Logger, message: string): (error: Error) => void {
  const rareLog = createRareLog({ logger })
  return (error) => rareLog.warn({ err: error.message, queue }, message)
}

/** BullMQ opens connections to a server itself; those to a cluster it takes, and leaves them open: {@link endCluster} ends them. */
function connectionTo(address: RedisAddress, calls: CallOptions): ConnectionOptions {
  const target = parseRedisTarget(address)
  return target.mode === 'cluster' ? openCluster(target, calls) : createServerOptions(target, calls)
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
  if (isCluster(connection)) connection.disconnect()
}
