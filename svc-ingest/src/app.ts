import type { SourceName } from '@hexawatt/shared/grid/publishers'
import { createEdge } from '@hexawatt/shared/http/edge'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { retryThroughOutages, whenPostgresAnswers } from '@hexawatt/shared/postgres/postgres-unavailable'
import { createHealth } from '@hexawatt/shared/program/health'
import {
  alertQueueName,
  computeQueueName,
  maintenanceQueueName,
  pollQueueNameOf,
} from '@hexawatt/shared/queue/queue-names'
import { closeWorker } from '@hexawatt/shared/queue/workers'
import { claimRedis } from '@hexawatt/shared/redis/zone-stamp'
import { createDataChanges, feedsChange } from '@hexawatt/shared/snapshot/data-changes'
import { runInBackground } from '@hexawatt/shared/telemetry/logger'
import { minuteMs } from '@hexawatt/shared/time/instant'
import { Elysia } from 'elysia'
import { addAccuracyGauges } from './accuracy/accuracy-gauges.ts'
import { addColorGauges } from './accuracy/color-gauges.ts'
import { startAlerts } from './alerts/start-alerts.ts'
import type { Deps } from './deps.ts'
import { addFallbackGauges } from './fallbacks/fallback-gauges.ts'
import { startHours } from './hours/start-hours.ts'
import { createFormerQueueRemoval } from './jobs/former-queues.ts'
import {
  buildMaintenanceSchedulerId,
  type MaintenanceTimes,
  maintenanceTasks,
  maintenanceTimes,
} from './jobs/job-definitions.ts'
import { startMaintenanceWorker } from './jobs/maintenance-worker.ts'
import { startPast } from './jobs/past.ts'
import { startPoints } from './jobs/points.ts'
import { createPollPlan } from './jobs/poll-plan.ts'
import { startPollWorker } from './jobs/poll-worker.ts'
import { createPoller } from './jobs/poller.ts'
import { repeatWork } from './jobs/repeat-work.ts'
import { restoreLostJobs } from './jobs/restore-jobs.ts'
import { startRevisions } from './jobs/revisions.ts'
import { pointSchedulerId, registerMaintenance, registerPoints, registerWhenReachable } from './jobs/schedules.ts'
import { addBorderGauges, addPointGauges, addQueueGauges, addSourceGauges } from './maintenance/gauges.ts'
import { createMaintenance } from './maintenance/maintain.ts'
import { addStoreRoomGauges } from './maintenance/store-room.ts'
import { addNeighbourGauges } from './neighbours/neighbour-status.ts'
import { readPollNeed } from './planning/poll-need.ts'
import { createPollRun } from './planning/run-poll.ts'
import { addIntensityGauges } from './published-intensity/intensity-gauges.ts'
import { addPriceGauges } from './references/price-gauges.ts'
import { seedReferences } from './references/store-reference.ts'
import type { Source } from './sources/definition/source.ts'
import { addWeatherGauges } from './weather/weather-status.ts'

/** Health and metrics; this program serves nothing else. */
export function createApp({ logger, metrics, checks, conditions, drain }: Deps) {
  return new Elysia({ name: 'svc-ingest' })
    .use(createEdge({ logger, metrics, publicBaseUrl: '' }))
    .use(createHealth(metrics, checks, drain, conditions))
}

/** Interval of recomputing live snapshots when no feed is polled: ages change and a fallback may be due. */
const refreshEveryMs = minuteMs
/** Intervals of the program; tests pass shorter ones. */
type IngestTimes = {
  /** Interval over which the polls of the sources are spread, ms. */
  spreadMs?: number
  maintenance?: MaintenanceTimes
  /** Interval of the check for lost jobs, ms. */
  checkJobsEveryMs?: number
  /** Least time between two pieces of the past of a publisher, ms. */
  pastEveryMs?: number
}

/**
 * Starts ingesting: checks the database's stamp, stores the seeds of the references, starts a worker per publisher and one for maintenance,
 * polls every source once, registers the schedules and restores the jobs that Redis loses.
 *
 * @throws DataModeMismatchError or ZoneMismatchError when the database holds another kind of data, or data of another zone
 */
export async function startIngest(
  deps: Deps,
  { spreadMs, maintenance = maintenanceTimes, checkJobsEveryMs, pastEveryMs }: IngestTimes = {},
): Promise<{ stop: () => Promise<void> }> {
  const stopping = new AbortController()
  const workerDeps = {
    ...deps,
    stopping: stopping.signal,
    whenPostgresAnswers: (signal: AbortSignal) => whenPostgresAnswers(deps.sql, signal),
    onFailure: deps.storeRoom.noticeFailure,
  }
  await retryThroughOutages(workerDeps, async () => {
    await ensureDataMode(deps.sql, deps.mode, deps.zone)
    await seedReferences(deps.sql)
  })
  const claimStores = () => Promise.all(deps.redisConnections.map((redis) => claimRedis(redis, deps.zone)))
  await claimStores()
  const gauges = [
    addSourceGauges,
    addBorderGauges,
    addNeighbourGauges,
    addPointGauges,
    addAccuracyGauges,
    addColorGauges,
    addFallbackGauges,
    addIntensityGauges,
    addStoreRoomGauges,
    addWeatherGauges,
    addPriceGauges,
  ]
  for (const addGauges of gauges) addGauges(deps)
  const poller = createPoller(deps)
  const runPoll = createPollRun({ ...deps, poll: poller.poll, pollOpen: poller.pollOpen })
  const readNeed = (source: Source, now: Temporal.Instant) => readPollNeed(deps, source, now)
  const plan = createPollPlan({
    ...deps,
    redis: deps.queueRedis,
    readNeed,
    ...(spreadMs === undefined ? {} : { spreadMs }),
  })
  const publishers = [...new Set(deps.sources.map(({ publisher }) => publisher))]
  const pollDeps = { ...workerDeps, plan, runPoll, hasRoom: deps.storeRoom.hasPostgresRoom }
  const workers = [
    ...publishers.map((publisher) => startPollWorker(publisher, countParallelPolls(publisher, deps), pollDeps)),
    startMaintenanceWorker({ ...workerDeps, maintain: createMaintenance(deps) }),
  ]
  const { logger } = deps
  addQueueGauges({
    ...deps,
    redis: deps.queueRedis,
    queueNames: [...publishers.map(pollQueueNameOf), computeQueueName, maintenanceQueueName, alertQueueName],
  })
  const registerTasks = () => registerMaintenance(deps, maintenance)
  const registerTicks = () => registerPoints(deps)
  const starts = deps.sources.map((source) => () => plan.planStart(source))
  for (const register of [...starts, registerTasks, registerTicks]) {
    await registerWhenReachable(logger, stopping.signal, register)
  }
  const points = startPoints(workerDeps)
  const revisions = startRevisions(deps)
  const hours = startHours(workerDeps)
  const past = startPast({ ...workerDeps, contents: deps.past, hasRoom: deps.storeRoom.hasPostgresRoom }, pastEveryMs)
  const alerts = startAlerts(workerDeps)
  const refreshes = repeatWork(logger, {
    label: 'refresh live snapshots',
    everyMs: refreshEveryMs,
    work: poller.refreshLive,
  })
  const changes = createDataChanges({
    redis: deps.redis,
    onChange: (name) => {
      if (name === feedsChange) refreshes.runNow()
      alerts.noticeChange(name)
    },
    logger,
  })
  const jobsCheck = restoreLostJobs({
    ...deps,
    redis: deps.queueRedis,
    plan,
    declared: [
      {
        queue: maintenanceQueueName,
        schedulerIds: maintenanceTasks.map(buildMaintenanceSchedulerId),
        restore: registerTasks,
      },
      { queue: computeQueueName, schedulerIds: [pointSchedulerId], restore: registerTicks },
    ],
    removeFormerQueues: createFormerQueueRemoval(logger),
    onRestored() {
      points.requestAgain()
      refreshes.runNow()
      runInBackground(logger, 'stamp redis with its zone', claimStores())
    },
    ...(checkJobsEveryMs === undefined ? {} : { everyMs: checkJobsEveryMs }),
  })
  return {
    async stop(): Promise<void> {
      changes.close()
      stopping.abort()
      const parts = [refreshes, points, revisions, hours, past, alerts, jobsCheck].map((part) => part.stop())
      await Promise.all([...parts, ...workers.map((worker) => closeWorker(worker, logger))])
    },
  }
}

/** Operator sources have separate quotas and are polled in parallel; the sources of any other publisher one at a time. */
function countParallelPolls(publisher: SourceName, { sources }: Deps): number {
  return publisher === 'rte' ? sources.filter((source) => source.publisher === publisher).length : 1
}
