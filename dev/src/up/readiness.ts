import { getCarbonIntensity } from '@hexawatt/shared/contract/operations/get-carbon-intensity'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { carbonFeedIds, type FeedId } from '@hexawatt/shared/grid/feeds'
import { createPrincipal, internalTokenHeader, principalHeader } from '@hexawatt/shared/http/principal'
import { createSql } from '@hexawatt/shared/postgres/client'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { carbonSnapshot, statusSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { createSnapshotReader, type SnapshotReader } from '@hexawatt/shared/snapshot/snapshot-store'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { type Clock, createClock } from '@hexawatt/shared/time/clock'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import * as v from 'valibot'
import { pollUntil } from '../embedded/poll.ts'
import { logTail } from '../embedded/processes.ts'
import { SetupError } from '../embedded/setup-error.ts'
import { createOperationCheck, type Refusal } from './answers/refusing-operations.ts'
import { makeInternalUrl, makeLocalUrl, type RunPorts } from './programs.ts'
import type { RunPlan } from './run-plan.ts'
import type { Stores } from './stores.ts'
import type { Supervised } from './supervised.ts'

/**
 * `ready`: a value of this run is served, and every operation except those in `refusing` answers. `waiting`: no value is served yet; `why` is one sentence
 * for the user.
 */
export type Readiness = { kind: 'ready'; refusing: readonly Refusal[] } | { kind: 'waiting'; why: string }

/** Whether the value is served. */
type ServedValue = { kind: 'ready' } | { kind: 'waiting'; why: string }

type ReadinessInput = {
  plan: RunPlan
  /** Whether no publisher of open data answers: then a stored value is all that can be served. */
  isOffline: boolean
  ports: RunPorts
  internalToken: string
  snapshots: SnapshotReader
  clock: Clock
  /** The data's clock at the start of this run; an earlier value belongs to another run. */
  startedAt: Temporal.Instant
}

/** Time-out of one request, ms. */
const requestTimeoutMs = 2_000

/** `up` calls the service as a customer of the largest plan. */
const upPrincipal = createPrincipal({ accountId: 'up', keyId: 'up', plan: 'scale' }, defaultPlanTable)

const ProblemDetail = v.object({ detail: v.string() })
const ServedSlot = v.object({ dataSlotEnd: v.nullable(v.string()) })

/** Whether the gateway is ready, this run has polled the feeds of the value, and the value is served. Never throws. */
async function askValue(input: ReadinessInput): Promise<ServedValue> {
  const { ports } = input
  const gateway = await get(`${makeInternalUrl(ports, 'gateway')}/readyz`)
  if (gateway?.ok !== true) return { kind: 'waiting', why: 'The gateway is not ready.' }
  const served = await get(`${makeInternalUrl(ports, 'svc-carbon')}${getCarbonIntensity.path}`, callerHeaders(input))
  const body: unknown = await served?.json().catch(() => null)
  if (served?.ok !== true) {
    return { kind: 'waiting', why: v.is(ProblemDetail, body) ? body.detail : 'The carbon service does not answer.' }
  }
  const web = await get(`${makeInternalUrl(ports, 'svc-web')}/readyz`)
  if (web?.ok !== true) return { kind: 'waiting', why: 'The pages are not ready.' }
  const hasHappened = v.is(ServedSlot, body) && (body.dataSlotEnd ?? '') <= isoSeconds(input.clock.now())
  if (hasHappened && (input.isOffline || (await isOfThisRun(input)))) return { kind: 'ready' }
  return { kind: 'waiting', why: 'The value served was computed before this start; no newer one has come yet.' }
}

/** `up` as a caller of a service. */
function callerHeaders({ internalToken }: Pick<ReadinessInput, 'internalToken'>): Record<string, string> {
  return { [internalTokenHeader]: internalToken, [principalHeader]: JSON.stringify(upPrincipal) }
}

/** Whether every feed of the value was polled and the value computed in this run. Timestamps in whole seconds compare as texts. */
async function isOfThisRun({ plan, snapshots, startedAt, clock }: ReadinessInput): Promise<boolean> {
  const [from, to] = [isoSeconds(startedAt), isoSeconds(clock.now())]
  const isInRun = (instant: string | null) => instant !== null && instant >= from && instant <= to
  const [carbon, status] = await Promise.all([
    snapshots.read(carbonSnapshot).catch(() => null),
    snapshots.read(statusSnapshot).catch(() => null),
  ])
  const wasPolled = (id: string) =>
    status?.sources.some(
      (source) => source.id === id && (source.consecutiveFailures > 0 || isInRun(source.lastSuccess)),
    ) === true
  return (
    isInRun(carbon?.computedAt ?? null) && isInRun(status?.generatedAt ?? null) && feedsOfValue(plan).every(wasPolled)
  )
}

/** Feeds whose first poll the value waits for; feeds that an open publisher gives later, or no publisher gives, are not awaited. */
function feedsOfValue({ mode }: RunPlan): readonly FeedId[] {
  return mode === 'open' ? ['generation_mix_15min'] : carbonFeedIds
}

async function get(url: string, headers: Record<string, string> = {}): Promise<Response | null> {
  return fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(requestTimeoutMs) }).catch(() => null)
}

/** Longest time the banner waits for the first value, ms. */
const readyTimeoutMs = 30_000
/** Longest time it waits for a stored value while no publisher answers, ms: no newer value will come. */
const offlineTimeoutMs = 10_000
const askEveryMs = 50
/** Longest time it waits for the other operations after the first value, ms: some lack their data for long, in a recording forever. */
const othersTimeoutMs = 15_000
/** After this part of that wait the user is told which operations are still missing, ms. */
const tellAfterMs = 3_000

type WaitInput = {
  plan: RunPlan
  ports: RunPorts
  stores: Stores
  internalToken: string
  programs: readonly Supervised[]
  /** The data's clock at the start of this run. */
  startedAt: Temporal.Instant
  /** Ends the wait when the user stops `up`. */
  stopSignal: AbortSignal
  say: (sentence: string) => void
}

/**
 * Waits until the first value is served and every operation of the contract answers, for a stop, or the time-out.
 *
 * @throws SetupError with the end of its log when a program dies meanwhile
 */
export async function waitReady(input: WaitInput): Promise<Readiness> {
  const logger = createLogger('up', 'silent')
  const sql = createSql(input.stores.databaseUrl, 'up', 1)
  const redis = createRedis(input.stores.redisUrl, logger)
  await whenRedisReady(redis)
  const snapshots = createSnapshotReader({ sql, redis, logger })
  const isOffline = (await input.plan.openAnswers) === false
  let readiness: Readiness = { kind: 'waiting', why: 'No program has been asked yet.' }
  const clock = createClock(input.plan.clockOffsetMs)
  const operationCheck = createOperationCheck({
    mode: input.plan.mode,
    urls: programUrls(input),
    serviceHeaders: callerHeaders(input),
  })
  let servedAtMs: number | null = null
  let isTold = false
  const isDone = async () => {
    await assertAllAlive(input.programs)
    const value = await askValue({ ...input, isOffline, snapshots, clock })
    readiness = value.kind === 'waiting' ? value : { kind: 'ready', refusing: await operationCheck() }
    if (input.stopSignal.aborted) return true
    if (readiness.kind === 'waiting') return false
    servedAtMs ??= performance.now()
    const waitedMs = performance.now() - servedAtMs
    if (readiness.refusing.length === 0 || waitedMs > othersTimeoutMs) return true
    if (waitedMs > tellAfterMs && !isTold) {
      isTold = true
      input.say(`The first values are served; waiting for ${readiness.refusing.map(({ path }) => path).join(', ')} …`)
    }
    return false
  }
  try {
    await pollUntil(isDone, { intervalMs: askEveryMs, timeoutMs: isOffline ? offlineTimeoutMs : readyTimeoutMs })
    return readiness
  } finally {
    redis.disconnect()
    await sql.end({ timeout: 1 })
  }
}

function programUrls({ plan, ports }: WaitInput) {
  return {
    'svc-carbon': makeInternalUrl(ports, 'svc-carbon'),
    'svc-score': makeInternalUrl(ports, 'svc-score'),
    'svc-history': makeInternalUrl(ports, 'svc-history'),
    gateway: makeLocalUrl(plan),
  }
}

async function assertAllAlive(programs: readonly Supervised[]): Promise<void> {
  const dead = programs.find((program) => program.hasExited())
  if (dead === undefined) return
  throw new SetupError(
    `${await logTail(dead.logFile)}\n${dead.name} ended while starting: the end of its log (${dead.logFile}) is above.`,
  )
}
