import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { addReadGauges } from '@hexawatt/shared/telemetry/read-gauges'
import type { Queue } from 'bullmq'
import { jobStates, openQueues, type Redis, readQueueCounts } from '../jobs/read-queues.ts'

/** Jobs of every queue by state, as Redis has them at this moment: the same from every program. */
export function addQueueGauges({ redis, metrics }: { redis: Redis; metrics: Metrics }): void {
  let queues: Queue[] | null = null

  async function readStates() {
    // Opened while Redis is away they would stay of no use when it is back.
    if (redis.status !== 'ready') return []
    queues ??= openQueues(redis)
    const all = await readQueueCounts(queues)
    return all.flatMap(({ queue, counts }) => jobStates.map((state) => ({ queue, state, jobs: counts[state] })))
  }

  addReadGauges(metrics, {
    labelNames: ['queue', 'state'],
    labels: ({ queue, state }) => ({ queue, state }),
    read: readStates,
    gauges: [{ name: 'ingest_queue_jobs', help: 'Jobs of a queue by state', value: ({ jobs }) => jobs }],
  })
}
