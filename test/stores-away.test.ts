import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { startTestServers, type TestServers } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { createApp as createGatewayApp } from '@hexawatt/gateway/src/app.ts'
import { createDeps as createGatewayDeps } from '@hexawatt/gateway/src/deps.ts'
import { Env as GatewayEnv } from '@hexawatt/gateway/src/env.ts'
import { parseEnv } from '@hexawatt/shared/config/parse-env'
import { ProblemDetails } from '@hexawatt/shared/contract/problem'
import { createSql } from '@hexawatt/shared/postgres/client'
import { migrate } from '@hexawatt/shared/postgres/migrate'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { storeTestKey } from '@hexawatt/shared/testing/key-fixture'
import { createApp as createCarbonApp } from '@hexawatt/svc-carbon/src/app.ts'
import { createDeps as createCarbonDeps } from '@hexawatt/svc-carbon/src/deps.ts'
import { Env as CarbonEnv } from '@hexawatt/svc-carbon/src/env.ts'
import { createApp as createHistoryApp } from '@hexawatt/svc-history/src/app.ts'
import { createDeps as createHistoryDeps } from '@hexawatt/svc-history/src/deps.ts'
import { Env as HistoryEnv } from '@hexawatt/svc-history/src/env.ts'
import { createApp as createScoreApp } from '@hexawatt/svc-score/src/app.ts'
import { createDeps as createScoreDeps } from '@hexawatt/svc-score/src/deps.ts'
import { Env as ScoreEnv } from '@hexawatt/svc-score/src/env.ts'
import * as v from 'valibot'

const internalToken = 'internal-token-of-the-outage-tests-012345'
const loopback = { port: 0, hostname: '127.0.0.1', reusePort: false }
const publicBaseUrl = 'http://localhost:8080'

/** Gateway and services on stores that can be taken away from them. */
async function startServices({ databaseUrl, redisUrl }: TestServers, key: string) {
  const stores = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, INTERNAL_PORT: '0' }
  const shared = { ...stores, INTERNAL_TOKEN: internalToken, PUBLIC_BASE_URL: publicBaseUrl }
  const carbonDeps = await createCarbonDeps(parseEnv(CarbonEnv, { ...shared, LOG_LEVEL: 'silent' }))
  const carbon = createCarbonApp(carbonDeps).listen(loopback)
  const scoreDeps = await createScoreDeps(parseEnv(ScoreEnv, { ...shared, LOG_LEVEL: 'silent' }))
  const score = createScoreApp(scoreDeps).listen(loopback)
  const historyDeps = await createHistoryDeps(parseEnv(HistoryEnv, { ...shared, LOG_LEVEL: 'silent' }))
  const history = createHistoryApp(historyDeps).listen(loopback)
  const gatewayEnv = parseEnv(GatewayEnv, {
    ...shared,
    LOG_LEVEL: 'silent',
    SVC_CARBON_URL: `http://127.0.0.1:${carbon.server?.port}`,
    SVC_SCORE_URL: `http://127.0.0.1:${score.server?.port}`,
    SVC_HISTORY_URL: `http://127.0.0.1:${history.server?.port}`,
  })
  const gatewayDeps = await createGatewayDeps(gatewayEnv)
  const gateway = createGatewayApp(gatewayDeps.http).listen(loopback)
  return {
    get: (path: string) => fetch(`http://127.0.0.1:${gateway.server?.port}${path}`, { headers: { 'x-api-key': key } }),
    async stop(): Promise<void> {
      await Promise.all([gateway.stop(), carbon.stop(), score.stop(), history.stop()])
      await Promise.all([gatewayDeps.close(), carbonDeps.close(), scoreDeps.close(), historyDeps.close()])
    },
  }
}

const servers = stopAtEnd(await startTestServers(join(import.meta.dir, '../.hexawatt/cache')))
const sql = createSql(servers.databaseUrl, 'test', 1)
await migrate(sql)
const { key } = await storeTestKey({ sql })
await sql.end({ timeout: 1 })
const system = stopAtEnd(await startServices(servers, key))

async function problemOf(path: string) {
  const response = await system.get(path)
  const { code } = v.parse(ProblemDetails, await response.json())
  return { status: response.status, code, retryAfter: response.headers.get('retry-after') }
}

test('without Postgres and Redis every response is 503 service_unavailable, never a value and never 500', async () => {
  // Both stores answer: there is nothing to serve yet, and the key is known from here on.
  expect(await problemOf('/v1/carbon/intensity')).toMatchObject({ status: 503, code: 'insufficient_data' })
  expect(await problemOf('/v1/score')).toMatchObject({ status: 503, code: 'insufficient_data' })
  await servers.stop()
  const unavailable = { status: 503, code: 'service_unavailable', retryAfter: '5' }
  expect(await problemOf('/v1/carbon/intensity')).toEqual(unavailable)
  expect(await problemOf('/v1/score')).toEqual(unavailable)
  expect(await problemOf('/v1/score/forecast')).toEqual(unavailable)
  expect(await problemOf('/v1/grid/status')).toEqual(unavailable)
  expect(await problemOf('/v1/tariff/today')).toEqual(unavailable)
  expect(await problemOf('/v1/score/history')).toEqual(unavailable)
  expect(await problemOf('/v1/score/analytics')).toEqual(unavailable)
  expect(await problemOf('/v1/forecast/archive')).toEqual(unavailable)
  expect(await problemOf('/api/coverage')).toEqual(unavailable)
  expect(await problemOf('/api/accuracy')).toEqual(unavailable)
  expect(await problemOf('/api/status')).toEqual(unavailable)
})
