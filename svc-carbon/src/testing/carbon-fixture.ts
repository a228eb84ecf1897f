import { parseEnv } from '@hexawatt/shared/config/parse-env'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createPrincipal, internalTokenHeader, principalHeader } from '@hexawatt/shared/http/principal'
import type { CarbonAssessment } from '@hexawatt/shared/methodology/carbon-assessment'
import { createSql } from '@hexawatt/shared/postgres/client'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { type ConsumptionSnapshot, consumptionSnapshot } from '@hexawatt/shared/snapshot/consumption'
import { type ExplanationSnapshot, explanationSnapshot } from '@hexawatt/shared/snapshot/explanation'
import { type CarbonSnapshot, carbonSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { type RegionsSnapshot, regionsSnapshot } from '@hexawatt/shared/snapshot/regions'
import { createSnapshotWriter } from '@hexawatt/shared/snapshot/snapshot-store'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createLeapingTime } from '@hexawatt/shared/testing/leaping-time'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { createApp } from '../app.ts'
import { createDeps } from '../deps.ts'
import { Env } from '../env.ts'

/** The internal tokens that are accepted, and the principal of a customer. */
export const token = 'internal-token-of-the-carbon-tests-012345'
export const formerToken = 'former-internal-token-of-the-tests-012345'
export const principal = JSON.stringify(
  createPrincipal({ accountId: 'acc_1', keyId: 'key_1', plan: 'pro' }, defaultPlanTable),
)

export const gatewayHeaders: Readonly<Record<string, string>> = {
  [internalTokenHeader]: token,
  [principalHeader]: principal,
}

/** Initial time of the test clock. */
export const testStart = '2025-01-15T18:20:30Z'

/** The hour that was complete by then, with nothing missing. */
export const assessment: CarbonAssessment = {
  slotStart: '2025-01-15T16:00:00Z',
  slotEnd: '2025-01-15T17:00:00Z',
  slotSource: 'generation_by_type',
  productionGCo2eqPerKwh: 20.004,
  consumptionGCo2eqPerKwh: 20.006,
  importBasis: 'physical_flows',
  missingBorders: [],
  unmappedImportCountries: [],
  totalGenerationMw: 3,
  lowCarbonPct: 66.666666,
  renewablePct: 33.333333,
  mix: [
    { productionType: 'NUCLEAR', powerMw: 1.06 },
    { productionType: 'SOLAR', powerMw: 1 },
    { productionType: 'WASTE', powerMw: 0.94 },
  ],
  emissionFactors: {
    source: 'agency V1',
    license: 'open',
    lastSyncedAt: '2025-01-01T00:00:00Z',
    mostRecentAdemeModification: '2023-08-23',
    expiredValidityFactors: [],
    fallbackFactors: [],
    unmappedProductionTypes: [],
    factorBoundaries: { NUCLEAR: 'production' },
    containsExpiredValidity: false,
    containsFallbackValues: false,
  },
}

/**
 * The service of real parts on stores of its own; the clock and the snapshot are in the test's hand.
 *
 * @param monotonicMs decides how long a snapshot is kept: by itself each is read anew for every request
 */
export async function startCarbonFixture(monotonicMs = createLeapingTime()) {
  const [database, redisUrl] = await Promise.all([createTestDatabase(), createTestRedisUrl()])
  const logger = createLogger('test', 'silent')
  const redis = createRedis(redisUrl, logger)
  await whenRedisReady(redis)
  const sql = createSql(database.url, 'carbon test', 2)
  let now = Temporal.Instant.from(testStart)
  const clock = { now: () => now }
  const snapshots = createSnapshotWriter({ sql, redis, logger, clock })
  const env = parseEnv(Env, {
    DATABASE_URL: database.urlOf('svc-carbon'),
    REDIS_URL: redisUrl,
    INTERNAL_PORT: '0',
    INTERNAL_TOKEN: token,
    INTERNAL_TOKEN_PREVIOUS: formerToken,
    LOG_LEVEL: 'silent',
  })
  const deps = { ...(await createDeps(env, monotonicMs)), clock }
  const app = createApp(deps).listen({ port: 0, hostname: '127.0.0.1', reusePort: false })
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    app.handle(new Request(`http://localhost${path}`, { headers }))
  return {
    url: `http://127.0.0.1:${app.server?.port}`,
    get,
    ask: (headers = gatewayHeaders): Promise<Response> => get('/v1/carbon/intensity', headers),
    moveTo(instant: string): void {
      now = Temporal.Instant.from(instant)
    },
    store: (
      changes: Partial<CarbonAssessment> = {},
      computedAt = '2025-01-15T18:20:00Z',
      around: Partial<CarbonSnapshot> = {},
    ): Promise<void> =>
      snapshots.write(
        carbonSnapshot,
        { mode: 'replay', computedAt, ...around, assessment: { ...assessment, ...changes } },
        now,
      ),
    storeExplanation: (snapshot: ExplanationSnapshot): Promise<void> =>
      snapshots.write(explanationSnapshot, snapshot, now),
    storeConsumption: (snapshot: ConsumptionSnapshot): Promise<void> =>
      snapshots.write(consumptionSnapshot, snapshot, now),
    storeRegions: (snapshot: RegionsSnapshot): Promise<void> => snapshots.write(regionsSnapshot, snapshot, now),
    async stop(): Promise<void> {
      await app.stop(true)
      redis.disconnect()
      await deps.close()
      await sql.end({ timeout: 1 })
      await database.drop()
    },
  }
}
