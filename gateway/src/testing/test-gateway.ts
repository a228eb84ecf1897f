import type { PlanId } from '@hexawatt/shared/contract/plans'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createSql } from '@hexawatt/shared/postgres/client'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { createSnapshotReader } from '@hexawatt/shared/snapshot/snapshot-store'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { createApp } from '../app.ts'
import { createAuthenticate } from '../gate/authenticate.ts'
import { createPipeline } from '../gate/pipeline.ts'
import { createApiKey, fingerprint } from '../keys/api-key.ts'
import { createKeyCache } from '../keys/key-cache.ts'
import { createKeyChanges } from '../keys/key-changes.ts'
import { type CreatedKey, createKeyStore } from '../keys/key-store.ts'
import { createFixedAnswer } from '../plans/fixed-answer.ts'
import { plansBody, profilesBody } from '../plans/plan-bodies.ts'
import { createStatusAnswer } from '../status/status-answer.ts'
import { createForward } from '../upstream/forward.ts'

export const testInternalToken = 'internal-token-of-the-gateway-tests-0123'

/** Address under which the test gateways say that their problem pages are. */
export const testPublicBaseUrl = 'http://localhost:8080'

export type TestGatewayOptions = {
  databaseUrl: string
  redisUrl: string
  /** The service behind every forwarded operation. */
  serviceUrl: string
  serviceTimeoutMs?: number
  realTimeMs?: () => number
}

/** A gateway of real parts on a free port, which counts how often it asks Postgres for a key. */
export async function startTestGateway(options: TestGatewayOptions) {
  const logger = createLogger('gateway', 'silent')
  const sql = createSql(options.databaseUrl, 'gateway test')
  const redis = createRedis(options.redisUrl, logger)
  const store = createKeyStore(sql, defaultPlanTable)
  let storeReads = 0
  const loadKey: typeof store.find = (sha256) => {
    storeReads += 1
    return store.find(sha256)
  }
  const monotonicMs = () => performance.now()
  const cache = createKeyCache({ loadKey, monotonicMs, logger })
  const keyChanges = createKeyChanges({ redis, cache, logger })
  const metrics = createMetrics('gateway')
  const passGate = createPipeline({
    authenticate: createAuthenticate({ cache, realTimeMs: options.realTimeMs ?? (() => Date.now()), logger }),
    forward: createForward({
      serviceUrls: {
        'svc-carbon': options.serviceUrl,
        'svc-score': options.serviceUrl,
        'svc-history': options.serviceUrl,
      },
      internalToken: testInternalToken,
      logger,
      metrics,
      ...(options.serviceTimeoutMs === undefined ? {} : { timeoutMs: options.serviceTimeoutMs }),
    }),
    ownAnswers: {
      getPlans: createFixedAnswer(plansBody(defaultPlanTable)),
      getProfiles: createFixedAnswer(profilesBody()),
      getStatus: createStatusAnswer({ snapshots: createSnapshotReader({ sql, redis, logger }), monotonicMs }),
    },
  })
  const app = createApp({ logger, metrics, publicBaseUrl: testPublicBaseUrl, passGate })
  await Promise.all([whenRedisReady(redis), keyChanges.whenListening()])
  app.listen({ port: 0, hostname: '127.0.0.1', reusePort: false })
  return {
    url: `http://127.0.0.1:${app.server?.port}`,
    store,
    sql,
    redis,
    storeReads: () => storeReads,
    async stop(): Promise<void> {
      await app.stop()
      keyChanges.close()
      redis.disconnect()
      await sql.end({ timeout: 5 })
    },
  }
}
export type TestGateway = Awaited<ReturnType<typeof startTestGateway>>

/** Stores a new key under a new account. */
export async function storeTestKey(
  gateway: Pick<TestGateway, 'store'>,
  plan: PlanId = 'scale',
): Promise<CreatedKey & { key: string }> {
  const key = createApiKey()
  const account = `account ${crypto.randomUUID()}`
  const created = await gateway.store.create({
    account,
    plan,
    name: 'test',
    expiresAt: null,
    fingerprint: fingerprint(key),
  })
  return { ...created, key }
}
