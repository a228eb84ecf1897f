import { reportedSourceIds } from '@hexawatt/shared/grid/feeds'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { jobStates } from '@hexawatt/shared/queue/queue-reports'
import { openQueues, readQueueCounts } from '@hexawatt/shared/queue/read-queues'
import type { RedisConnection } from '@hexawatt/shared/redis/connect'
import { addReadGauges, type Metrics } from '@hexawatt/shared/telemetry/metrics'
import type { Clock } from '@hexawatt/shared/time/clock'
import type { Queue } from 'bullmq'
import { readNewestImportsEnd, readNewestIssueAt } from '../forecast/issue-store.ts'
import { type BorderAge, readBorderAges } from '../pipeline/border-age-store.ts'
import { type EmptyPolls, readEmptyPolls } from '../pipeline/poll-yield-store.ts'
import { readSourceStatus, type SourceStatusRow } from '../pipeline/source-status-store.ts'
import { readNewestPointAt } from '../points/point-store.ts'
import { computeExpectedNext } from '../snapshots/refresh-status.ts'

type SourceGaugesDeps = { sql: Sql; clock: Clock; metrics: Metrics }

/** Freshness of every source as in `/api/status`, by the data's clock; none of a source that was never fetched. */
export function addSourceGauges({ sql, clock, metrics }: SourceGaugesDeps): void {
  const ageSeconds = (instant: Temporal.Instant | null): number | null =>
    instant && clock.now().since(instant).total('seconds')

  addReadGauges(metrics, {
    labelNames: ['source'],
    labels: ({ source }: SourceStatusRow) => ({ source }),
    read: async () => (await readSourceStatus(sql)).filter(({ source }) => reportedSourceIds.includes(source)),
    gauges: [
      {
        name: 'ingest_source_last_success_age_seconds',
        help: 'Time since the last successful fetch of a source',
        value: (row) => ageSeconds(row.lastSuccessAt),
      },
      {
        name: 'ingest_source_lag_seconds',
        help: 'Time since the end of the newest stored slot; negative for slots that lie ahead',
        value: (row) => ageSeconds(row.newestSlotEnd),
      },
      {
        name: 'ingest_source_overdue_seconds',
        help: 'Time since the next publication of a source was due; negative before it is due',
        value: (row) => ageSeconds(readInstant(computeExpectedNext(row.source, row))),
      },
      {
        name: 'ingest_source_consecutive_failures',
        help: 'Failures of a source since its last success',
        value: (row) => row.consecutiveFailures,
      },
    ],
  })
  addReadGauges(metrics, {
    labelNames: ['source', 'content'],
    labels: ({ source, content }: EmptyPolls) => ({ source, content }),
    read: () => readEmptyPolls(sql),
    gauges: [
      {
        name: 'ingest_source_empty_polls',
        help: 'Successful polls in a row that found no value of a content which earlier polls of the source found',
        value: ({ emptyPolls }) => emptyPolls,
      },
    ],
  })
}

/** Age of the newest flow at each required border: an hour without one of them has no consumption intensity by flows. */
export function addBorderGauges({ sql, clock, metrics }: SourceGaugesDeps): void {
  addReadGauges(metrics, {
    labelNames: ['country'],
    labels: ({ country }: BorderAge) => ({ country }),
    read: () => readBorderAges(sql, clock.now()),
    gauges: [
      {
        name: 'ingest_border_flow_age_seconds',
        help: 'Time since the end of the newest known flow at a border; eight days when no flow of the last eight days is known',
        value: ({ ageSeconds }) => ageSeconds,
      },
    ],
  })
}

function readInstant(text: string | null): Temporal.Instant | null {
  return text === null ? null : Temporal.Instant.from(text)
}

type PointGaugesDeps = { sql: Sql; clock: Clock; metrics: Metrics }

/**
 * Ages of the newest score point, of the newest archived forecast and of the imports that it knew. A point that is older than ten minutes and some seconds, or a
 * forecast that is older than an hour and some seconds, means that one was missed.
 */
export function addPointGauges({ sql, clock, metrics }: PointGaugesDeps): void {
  addReadGauges(metrics, {
    labelNames: [],
    labels: () => ({}),
    read: async () => [await readNewestIssueAt(sql, clock.now())],
    gauges: [
      {
        name: 'ingest_newest_forecast_issue_age_seconds',
        help: 'Time since the newest archived issue of the forecast',
        value: (at) => at && clock.now().since(at).total('seconds'),
      },
    ],
  })
  addReadGauges(metrics, {
    labelNames: [],
    labels: () => ({}),
    read: async () => [await readNewestImportsEnd(sql, clock.now())],
    gauges: [
      {
        name: 'ingest_forecast_imports_age_seconds',
        help: 'Time since the end of the newest hour whose imports the newest archived forecast knew',
        value: (end) => end && clock.now().since(end).total('seconds'),
      },
    ],
  })
  addReadGauges(metrics, {
    labelNames: [],
    labels: () => ({}),
    read: async () => [await readNewestPointAt(sql, clock.now())],
    gauges: [
      {
        name: 'ingest_newest_point_age_seconds',
        help: 'Time since the tick of the newest stored point of the score',
        value: (at) => at && clock.now().since(at).total('seconds'),
      },
    ],
  })
}

type QueueGaugesDeps = {
  redis: RedisConnection
  metrics: Metrics
  /** Queues that this installation uses: one of a source that it does not read is always empty, as if its schedule were lost. */
  queueNames: readonly string[]
}

/** Jobs of every used queue by state, as Redis has them at this moment: the same from every program. */
export function addQueueGauges({ redis, metrics, queueNames }: QueueGaugesDeps): void {
  let queues: Queue[] | null = null

  async function readStates() {
    // Queues that are opened while Redis is away stay unusable when it is back.
    if (redis.status !== 'ready') return []
    queues ??= openQueues(redis, queueNames)
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
