import { createEdge } from '@hexawatt/shared/http/edge'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { retryThroughOutages, whenPostgresAnswers } from '@hexawatt/shared/postgres/postgres-unavailable'
import { health } from '@hexawatt/shared/program/health'
import { alertQueueName, computeQueueName, maintenanceQueueName, queueNameOf } from '@hexawatt/shared/queue/queue-names'
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
import { addSpareGauges } from './fallbacks/spare-gauges.ts'
import {
  type MaintenanceTimes,
  maintenanceSchedulerIdOf,
  maintenanceTasks,
  maintenanceTimes,
} from './jobs/job-definitions.ts'
import { startMaintenanceWorker } from './jobs/maintenance-worker.ts'
import { startPoints } from './jobs/points.ts'
import { type PollRhythm, pollRhythm } from './jobs/poll-rhythm.ts'
import { startPollWorker } from './jobs/poll-worker.ts'
import { createPoller } from './jobs/poller.ts'
import { repeatWork } from './jobs/repeat-work.ts'
import { restoreLostSchedules } from './jobs/restore-schedules.ts'
import { startRevisions } from './jobs/revisions.ts'
import {
  registerMaintenance,
  registerSchedule,
  registerWhenReachable,
  restoreSchedule,
  type Schedule,
  schedulerIdOf,
} from './jobs/schedules.ts'
import { createTurns } from './jobs/take-turn.ts'
import { addBorderGauges, addPointGauges, addQueueGauges, addSourceGauges } from './maintenance/gauges.ts'
import { createMaintenance } from './maintenance/maintain.ts'
import { addStoreRoomGauges } from './maintenance/store-room.ts'
import { addIntensityGauges } from './published-intensity/intensity-gauges.ts'
import { seedReferences } from './references/store-reference.ts'

/** Health and metrics; this program serves nothing else. */
export function createApp({ logger, metrics, checks, conditions, drain }: Deps) {
  return new Elysia({ name: 'svc-ingest' })
    .use(createEdge({ logger, metrics, publicBaseUrl: '' }))
    .use(health(metrics, checks, drain, conditions))
}

/** Interval of recomputing live snapshots when no feed is polled: ages change and a fallback may be due. */
const refreshEveryMs = minuteMs
/** At a start references are polled after the feeds: the shipped seed serves until then. */
const firstReferenceDelayMs = 2_000

/** Intervals of the program; tests pass shorter ones. */
type IngestTimes = {
  rhythm?: PollRhythm
  maintenance?: MaintenanceTimes
  /** Interval of the check for lost schedules, ms. */
  checkSchedulesEveryMs?: number
}

/**
 * Starts ingesting: checks the database's stamp, stores the seeds of the references, starts a worker per source and one for maintenance,
 * registers the schedules and restores those that Redis loses.
 *
 * @throws DataModeMismatchError or ZoneMismatchError when the database holds another kind of data, or that of another zone
 */
export async function startIngest(
  deps: Deps,
  { rhythm = pollRhythm, maintenance = maintenanceTimes, checkSchedulesEveryMs }: IngestTimes = {},
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
    addPointGauges,
    addAccuracyGauges,
    addColorGauges,
    addSpareGauges,
    addIntensityGauges,
    addStoreRoomGauges,
  ]
  for (const addGauges of gauges) addGauges(deps)
  const poller = createPoller(deps)
  const takeTurn = createTurns({ ...deps, poll: poller.poll, pollOpen: poller.pollOpen, rhythm })
  const workers = [
    ...deps.sources.map(({ id }) =>
      startPollWorker(id, { ...workerDeps, takeTurn, hasRoom: deps.storeRoom.hasPostgresRoom }),
    ),
    startMaintenanceWorker({ ...workerDeps, maintain: createMaintenance(deps) }),
  ]
  const { queueAddress, logger } = deps
  const schedules = schedulesOf(deps, rhythm)
  const pollQueues = schedules.map(({ source }) => queueNameOf(source))
  addQueueGauges({
    ...deps,
    redis: deps.queueRedis,
    queueNames: [...pollQueues, computeQueueName, maintenanceQueueName, alertQueueName],
  })
  for (const schedule of schedules) {
    await registerWhenReachable(logger, stopping.signal, () => registerSchedule(queueAddress, schedule, logger))
  }
  const registerTasks = () => registerMaintenance(queueAddress, logger, maintenance)
  await registerWhenReachable(logger, stopping.signal, registerTasks)
  const points = startPoints(workerDeps)
  const revisions = startRevisions(deps)
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
  const schedulesCheck = restoreLostSchedules({
    ...deps,
    redis: deps.queueRedis,
    declared: [
      ...schedules.map((schedule) => ({
        queue: queueNameOf(schedule.source),
        schedulerIds: [schedulerIdOf(schedule.source)],
        restore: () => restoreSchedule(queueAddress, schedule, logger),
      })),
      {
        queue: maintenanceQueueName,
        schedulerIds: maintenanceTasks.map(maintenanceSchedulerIdOf),
        restore: registerTasks,
      },
    ],
    onRestored() {
      points.announceAgain()
      refreshes.runNow()
      runInBackground(logger, 'stamp redis with its zone', claimStores())
    },
    ...(checkSchedulesEveryMs === undefined ? {} : { everyMs: checkSchedulesEveryMs }),
  })
  return {
    async stop(): Promise<void> {
      changes.close()
      stopping.abort()
      const parts = [refreshes, points, revisions, alerts, schedulesCheck].map((part) => part.stop())
      await Promise.all([...parts, ...workers.map((worker) => closeWorker(worker, logger))])
    },
  }
}

function schedulesOf({ sources }: Deps, { turnEveryMs }: PollRhythm): Schedule[] {
  return sources.map(({ id, fills, gives = [] }) => {
    const isReference = fills.length + gives.length === 0
    return { source: id, everyMs: turnEveryMs, firstDelayMs: isReference ? firstReferenceDelayMs : 0 }
  })
}
