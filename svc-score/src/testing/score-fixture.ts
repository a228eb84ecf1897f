import { parseEnv } from '@hexawatt/shared/config/parse-env'
import { defaultPlanTable, type PlanId, type PlanTable } from '@hexawatt/shared/contract/plans'
import { ProblemDetails } from '@hexawatt/shared/contract/problem'
import { createPrincipal, internalTokenHeader, principalHeader } from '@hexawatt/shared/http/principal'
import { createSql } from '@hexawatt/shared/postgres/client'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { createSnapshotWriter, type SnapshotKind } from '@hexawatt/shared/snapshot/snapshot-store'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createLeapingTime } from '@hexawatt/shared/testing/leaping-time'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import * as v from 'valibot'
import { createApp } from '../app.ts'
import { createDeps } from '../deps.ts'
import { Env } from '../env.ts'
import { startRelay } from './relay.ts'
import { testNow } from './sample-snapshots.ts'

export const testToken = 'internal-token-of-the-score-tests-0123456'

/** Plans of an operator who limits the free plan to six hours of forecast; the shipped plan has 48 hours. */
const planTable: PlanTable = {
  ...defaultPlanTable,
  plans: { ...defaultPlanTable.plans, decouverte: { ...defaultPlanTable.plans.decouverte, forecastHours: 6 } },
}

/**
 * The service of real parts on a free port, with stores of its own; the clock and the snapshots are in the test's hand.
 *
 * @param monotonicMs decides how long a snapshot is kept: by itself each is read anew for every request
 */
export async function startScoreFixture(monotonicMs = createLeapingTime()) {
  const [database, redisUrl] = await Promise.all([createTestDatabase(), createTestRedisUrl()])
  const logger = createLogger('test', 'silent')
  const redis = createRedis(redisUrl, logger)
  await whenRedisReady(redis)
  const sql = createSql(database.url, 'score test', 2)
  let now = Temporal.Instant.from(testNow)
  const clock = { now: () => now }
  const writer = createSnapshotWriter({ sql, redis, logger, clock })
  const relayed = new URL(redisUrl)
  const relay = startRelay(relayed.hostname, Number(relayed.port))
  relayed.port = String(relay.port)
  const env = parseEnv(Env, {
    DATABASE_URL: database.urlOf('svc-score'),
    REDIS_URL: relayed.href,
    INTERNAL_PORT: '0',
    INTERNAL_TOKEN: testToken,
    LOG_LEVEL: 'silent',
  })
  const deps = { ...(await createDeps(env, monotonicMs)), clock }
  const app = createApp(deps).listen({ port: 0, hostname: '127.0.0.1', reusePort: false })
  const url = `http://127.0.0.1:${app.server?.port}`
  /** Forgets every stored snapshot, in both stores. */
  async function forget(): Promise<void> {
    await redis.flushdb()
    await sql.unsafe('delete from live_snapshots')
  }
  return {
    url,
    sql,
    redis,
    moveTo(instant: string): void {
      now = Temporal.Instant.from(instant)
    },
    store: <Body>(kind: SnapshotKind<Body>, body: Body): Promise<void> => writer.write(kind, body, now),
    forget,
    /** Sets the clock back and drops the cached snapshots. */
    reset(): Promise<void> {
      now = Temporal.Instant.from(testNow)
      return forget()
    },
    ask: (path: string, plan: PlanId = 'scale', headers: Record<string, string> = {}): Promise<Response> =>
      fetch(`${url}${path}`, { headers: { ...createPlanHeaders(plan), ...headers } }),
    /** Takes both stores away from the service for good. */
    async breakStores(): Promise<void> {
      relay.stop()
      await database.drop()
    },
    async stop(): Promise<void> {
      await app.stop()
      await deps.close()
      relay.stop()
      redis.disconnect()
      await sql.end({ timeout: 1 })
      await database.drop()
    },
  }
}
export type ScoreFixture = Awaited<ReturnType<typeof startScoreFixture>>

/** Headers of the gateway for a customer of a plan. */
export function createPlanHeaders(plan: PlanId): Record<string, string> {
  const principal = createPrincipal({ accountId: 'acc_1', keyId: 'key_1', plan }, planTable)
  return { [internalTokenHeader]: testToken, [principalHeader]: JSON.stringify(principal) }
}

/** Status, code and whole body of a refusal. */
export async function readRefusal(response: Response) {
  const problem = v.parse(ProblemDetails, await response.json())
  return { status: response.status, code: problem.code, problem, retryAfter: response.headers.get('retry-after') }
}
