import { createSql } from '@hexawatt/shared/postgres/client'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { createSnapshotReader } from '@hexawatt/shared/snapshot/snapshot-store'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createClock } from '@hexawatt/shared/time/clock'
import { logTail } from '../embedded/log-tail.ts'
import { pollUntil } from '../embedded/poll.ts'
import { SetupError } from '../embedded/setup-error.ts'
import type { RunPorts } from './programs.ts'
import { askReadiness, type Readiness } from './readiness.ts'
import type { RunPlan } from './run-plan.ts'
import type { Stores } from './stores.ts'
import type { Supervised } from './supervised.ts'

/** Longest the banner waits for the first value, ms. */
const readyTimeoutMs = 30_000
const askEveryMs = 50

export type WaitInput = {
  plan: RunPlan
  ports: RunPorts
  stores: Stores
  internalToken: string
  programs: readonly Supervised[]
  /** The data's clock when this run began. */
  startedAt: Temporal.Instant
  /** Ends the waiting: the user wants to stop. */
  stopSignal: AbortSignal
}

/**
 * Waits for the first value, a stop, or the time-out.
 *
 * @throws SetupError with the end of its log when a program dies meanwhile
 */
export async function waitReady(input: WaitInput): Promise<Readiness> {
  const logger = createLogger('up', 'silent')
  const sql = createSql(input.stores.databaseUrl, 'up', 1)
  const redis = createRedis(input.stores.redisUrl, logger)
  await whenRedisReady(redis)
  const snapshots = createSnapshotReader({ sql, redis, logger })
  let readiness: Readiness = { kind: 'waiting', why: 'Nothing was asked yet.' }
  const isDone = async () => {
    await assertAllAlive(input.programs)
    readiness = await askReadiness({ ...input, snapshots, clock: createClock(input.plan.clockOffsetMs) })
    return readiness.kind === 'ready' || input.stopSignal.aborted
  }
  try {
    await pollUntil(isDone, { intervalMs: askEveryMs, timeoutMs: readyTimeoutMs })
    return readiness
  } finally {
    redis.disconnect()
    await sql.end({ timeout: 1 })
  }
}

async function assertAllAlive(programs: readonly Supervised[]): Promise<void> {
  const dead = programs.find((program) => program.hasExited())
  if (dead === undefined) return
  throw new SetupError(
    `${await logTail(dead.logFile)}\n${dead.name} ended while starting: the end of its log (${dead.logFile}) is above.`,
  )
}
