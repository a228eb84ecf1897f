import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { parseEnv } from '@hexawatt/shared/config/parse-env'
import { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon-intensity'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { internalTokenHeader, principalHeader, principalOf } from '@hexawatt/shared/contract/principal'
import type { CarbonAssessment } from '@hexawatt/shared/methodology/carbon-assessment'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { carbonSnapshot } from '@hexawatt/shared/snapshot/carbon-snapshot'
import { createSnapshotWriter, type SnapshotWriter } from '@hexawatt/shared/snapshot/snapshot-store'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createTestDatabase, createTestRedisUrl, type TestDatabase } from '@hexawatt/shared/testing/stores'
import * as v from 'valibot'
import { createApp } from './app.ts'
import { createDeps, type Deps } from './deps.ts'
import { Env } from './env.ts'

const token = 'internal-token-of-the-carbon-tests-012345'
const formerToken = 'former-internal-token-of-the-tests-012345'
const principal = JSON.stringify(principalOf({ accountId: 'acc_1', keyId: 'key_1', plan: 'pro' }, defaultPlanTable))
const now = Temporal.Instant.from('2025-01-15T18:20:30Z')

let database: TestDatabase
let deps: Deps
let app: ReturnType<typeof createApp>
let sql: Sql
let snapshots: SnapshotWriter
let closeWriter: () => void

beforeAll(async () => {
  database = await createTestDatabase()
  const redisUrl = await createTestRedisUrl()
  const logger = createLogger('test', 'silent')
  const redis = createRedis(redisUrl, logger)
  await whenRedisReady(redis)
  sql = createSql(database.url, 'test', 2)
  snapshots = createSnapshotWriter({ sql, redis, logger })
  closeWriter = () => redis.disconnect()
  const env = parseEnv(Env, {
    DATABASE_URL: database.url,
    REDIS_URL: redisUrl,
    INTERNAL_PORT: '0',
    INTERNAL_TOKEN: token,
    INTERNAL_TOKEN_PREVIOUS: formerToken,
    LOG_LEVEL: 'silent',
  })
  deps = { ...(await createDeps(env)), clock: { now: () => now } }
  app = createApp(deps)
})
afterAll(async () => {
  closeWriter()
  await deps.close()
  await sql.end({ timeout: 1 })
  await database.drop()
})

const assessment: CarbonAssessment = {
  slotStart: '2025-01-15T16:00:00Z',
  slotEnd: '2025-01-15T17:00:00Z',
  slotSource: 'generation_by_type',
  productionGCo2eqPerKwh: 20.004,
  consumptionGCo2eqPerKwh: 20.006,
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

const store = (changes: Partial<CarbonAssessment> = {}) =>
  snapshots.write(
    carbonSnapshot,
    { mode: 'replay', computedAt: '2025-01-15T18:20:00Z', assessment: { ...assessment, ...changes } },
    now,
  )

const ask = (headers: Record<string, string> = { [internalTokenHeader]: token, [principalHeader]: principal }) =>
  app.handle(new Request('http://localhost/v1/carbon/intensity', { headers }))

const body = async (response: Response) => v.parse(CarbonIntensityResponse, await response.json())

describe('who is answered', () => {
  test('nobody without the internal token and a principal of a known version', async () => {
    await store()
    const strangers: Record<string, string>[] = [
      {},
      { [internalTokenHeader]: token },
      { [principalHeader]: principal },
      { [internalTokenHeader]: 'x'.repeat(40), [principalHeader]: principal },
      { [internalTokenHeader]: token, [principalHeader]: 'not json' },
      { [internalTokenHeader]: token, [principalHeader]: JSON.stringify({ ...JSON.parse(principal), v: 1 }) },
    ]
    for (const headers of strangers) expect((await ask(headers)).status).toBe(404)
  })

  test('the gateway, also with the former token while it is rotated', async () => {
    await store()
    expect((await ask()).status).toBe(200)
    expect((await ask({ [internalTokenHeader]: formerToken, [principalHeader]: principal })).status).toBe(200)
  })

  test('probes need no token', async () => {
    expect(await (await app.handle(new Request('http://localhost/healthz'))).text()).toBe('ok')
    expect((await app.handle(new Request('http://localhost/readyz'))).status).toBe(200)
    expect(await (await app.handle(new Request('http://localhost/metrics'))).text()).toContain('http_request_duration')
  })
})

describe('what is answered', () => {
  test('the keys of the contract, in its order, and nothing else', async () => {
    await store()
    const text = await (await ask()).text()
    expect(Object.keys(JSON.parse(text))).toEqual(Object.keys(CarbonIntensityResponse.entries))
  })

  test('the delta is that of the two rounded values as served', async () => {
    await store()
    const answer = await body(await ask())
    expect([answer.estimatedGCo2PerKwh, answer.estimatedGCo2PerKwhConsumption]).toEqual([20, 20.01])
    // The unrounded difference is 0.002, which would round to 0.
    expect(answer.consumptionBoundaryDelta).toBe(0.01)
  })

  test('no imports: equal values and a delta of 0; a negative delta is served as it is', async () => {
    await store({ consumptionGCo2eqPerKwh: assessment.productionGCo2eqPerKwh })
    expect((await body(await ask())).consumptionBoundaryDelta).toBe(0)
    await store({ consumptionGCo2eqPerKwh: 15 })
    expect((await body(await ask())).consumptionBoundaryDelta).toBe(-5)
  })

  test('no consumption value: null, null, no consumption version, and degraded', async () => {
    await store({ consumptionGCo2eqPerKwh: null, unmappedImportCountries: null })
    const response = await ask()
    expect(response.headers.get('x-service-confidence')).toBe('degraded')
    const answer = await body(response)
    expect([answer.estimatedGCo2PerKwhConsumption, answer.consumptionBoundaryDelta]).toEqual([null, null])
    expect(answer.methodologyVersions).toEqual({ score: 1, carbon: 1, confidence: 1, consumption: null })
  })

  test('power to one decimal, shares to two; age in whole minutes since the end of the slot', async () => {
    await store()
    const answer = await body(await ask())
    expect(answer.mix?.map(({ valueMW, sharePct }) => [valueMW, sharePct])).toEqual([
      [1.1, 35.33],
      [1, 33.33],
      [0.9, 31.33],
    ])
    expect([answer.lowCarbonPct, answer.renewablePct]).toEqual([66.67, 33.33])
    expect([answer.timestamp, answer.dataAgeMinutes]).toEqual(['2025-01-15T18:20:30Z', 80])
  })

  test('a slot that has not ended by the data’s clock is refused', async () => {
    await store({ slotStart: '2025-01-15T18:00:00Z', slotEnd: '2025-01-15T19:00:00Z' })
    const response = await ask()
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '300'])
    expect(await response.json()).toMatchObject({ code: 'insufficient_data', confidence: 0 })
  })

  test('exactly 360 minutes is served, one more is not', async () => {
    await store({ slotStart: '2025-01-15T11:20:30Z', slotEnd: '2025-01-15T12:20:30Z' })
    expect((await ask()).status).toBe(200)
    await store({ slotStart: '2025-01-15T11:19:30Z', slotEnd: '2025-01-15T12:19:30Z' })
    expect((await ask()).status).toBe(503)
  })
})
