import { createSql, pingPostgres } from '@hexawatt/shared/postgres/client'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { createSnapshotReader } from '@hexawatt/shared/snapshot/snapshot-store'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import type { Env } from './env.ts'
import { createAuthenticate } from './gate/authenticate.ts'
import { createPipeline } from './gate/pipeline.ts'
import { createKeyCache } from './keys/key-cache.ts'
import { createKeyChanges } from './keys/key-changes.ts'
import { createKeyStore } from './keys/key-store.ts'
import { createFixedAnswer } from './plans/fixed-answer.ts'
import { plansBody, profilesBody } from './plans/plan-bodies.ts'
import { readPlanTable } from './plans/plan-table.ts'
import { createStatusAnswer } from './status/status-answer.ts'
import { createForward } from './upstream/forward.ts'
import { requireHealthy } from './upstream/health-check.ts'

/** What the gateway reads of its environment to build itself. */
export type DepsEnv = Pick<
  Env,
  | 'DATABASE_URL'
  | 'REDIS_URL'
  | 'INTERNAL_TOKEN'
  | 'SVC_CARBON_URL'
  | 'SVC_SCORE_URL'
  | 'SVC_HISTORY_URL'
  | 'PUBLIC_BASE_URL'
  | 'LOG_LEVEL'
> &
  Partial<Pick<Env, 'PLANS_FILE'>>

const monotonicMs = (): number => performance.now()
const realTimeMs = (): number => Date.now()

/** Builds everything the gateway works with. It starts without Redis or Postgres too: readiness tells what is missing. */
export async function createDeps(env: DepsEnv) {
  const logger = createLogger('gateway', env.LOG_LEVEL)
  const metrics = createMetrics('gateway')
  const sql = createSql(env.DATABASE_URL, 'gateway')
  const redis = createRedis(env.REDIS_URL, logger)
  const planTable = readPlanTable(env.PLANS_FILE)
  const cache = createKeyCache({ loadKey: createKeyStore(sql, planTable).find, monotonicMs, logger })
  const keyChanges = createKeyChanges({ redis, cache, logger })
  const passGate = createPipeline({
    authenticate: createAuthenticate({ cache, realTimeMs, logger }),
    forward: createForward({
      serviceUrls: {
        'svc-carbon': env.SVC_CARBON_URL,
        'svc-score': env.SVC_SCORE_URL,
        'svc-history': env.SVC_HISTORY_URL,
      },
      internalToken: env.INTERNAL_TOKEN,
      logger,
      metrics,
    }),
    ownAnswers: {
      getPlans: createFixedAnswer(plansBody(planTable)),
      getProfiles: createFixedAnswer(profilesBody()),
      getStatus: createStatusAnswer({ snapshots: createSnapshotReader({ sql, redis, logger }), monotonicMs }),
    },
  })
  await Promise.all([whenRedisReady(redis), keyChanges.whenListening()])
  return {
    logger,
    metrics,
    publicBaseUrl: env.PUBLIC_BASE_URL,
    passGate,
    checks: {
      postgres: () => pingPostgres(sql),
      redis: () => redis.ping(),
      'svc-carbon': () => requireHealthy(env.SVC_CARBON_URL),
      'svc-score': () => requireHealthy(env.SVC_SCORE_URL),
      'svc-history': () => requireHealthy(env.SVC_HISTORY_URL),
    },
    async close(): Promise<void> {
      keyChanges.close()
      redis.disconnect()
      await sql.end({ timeout: 5 })
    },
  }
}
export type Deps = Awaited<ReturnType<typeof createDeps>>
