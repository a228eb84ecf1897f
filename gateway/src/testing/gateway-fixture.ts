import { parseEnv } from '@hexawatt/shared/config/parse-env'
import { defaultPlanTable, type PlanRow, type PlanTable } from '@hexawatt/shared/contract/plans'
import { createSql } from '@hexawatt/shared/postgres/client'
import { buildTestRoleUrl } from '@hexawatt/shared/testing/stores-fixture'
import { createApp } from '../app.ts'
import { createDeps, type Seams } from '../deps.ts'
import { Env } from '../env.ts'

export const testInternalToken = 'internal-token-of-the-gateway-tests-0123'

/** Base address of the test gateways' problem pages. */
export const testPublicBaseUrl = 'http://localhost:8080'

/** More requests a minute than any test sends: for tests that do not test limits. */
const generousRequestsPerMinute = 60_000

const generous = (plan: PlanRow): PlanRow => ({ ...plan, requestsPerMinute: generousRequestsPerMinute })

/** The plans without limits of the minute. */
export const generousPlanTable = {
  ...defaultPlanTable,
  plans: {
    decouverte: generous(defaultPlanTable.plans.decouverte),
    pro: generous(defaultPlanTable.plans.pro),
    scale: generous(defaultPlanTable.plans.scale),
  },
  anonymous: { requestsPerMinute: generousRequestsPerMinute },
} satisfies PlanTable

export type TestGatewayOptions = Partial<Seams> & {
  /** As the owner of the schema; the gateway has the rights of its role. */
  databaseUrl: string
  redisUrl: string
  /** Stands in for every service, and for svc-web. */
  serviceUrl: string
  /** Idle time-out of the gateway's connections, s. */
  idleTimeoutSeconds?: number
  /** Further settings. */
  settings?: Readonly<Record<string, string>>
  /** The public port; a free one without it. */
  port?: number
}

/** A gateway of real parts on a free port. */
export async function startTestGateway(options: TestGatewayOptions) {
  const { databaseUrl, redisUrl, serviceUrl, settings, port = 0, idleTimeoutSeconds, ...seams } = options
  const env = parseEnv(Env, {
    INTERNAL_PORT: '0',
    DATABASE_URL: buildTestRoleUrl(databaseUrl, 'gateway'),
    REDIS_URL: redisUrl,
    INTERNAL_TOKEN: testInternalToken,
    SVC_CARBON_URL: serviceUrl,
    SVC_SCORE_URL: serviceUrl,
    SVC_HISTORY_URL: serviceUrl,
    SVC_WEB_URL: serviceUrl,
    PUBLIC_BASE_URL: testPublicBaseUrl,
    LOG_LEVEL: 'silent',
    ...settings,
  })
  const deps = await createDeps(env, { realTimeMs: () => Date.now(), planTable: generousPlanTable, ...seams })
  const app = createApp(deps.http, idleTimeoutSeconds)
  app.listen({ port, hostname: '127.0.0.1', reusePort: false })
  const sql = createSql(databaseUrl, 'gateway test')
  return {
    url: `http://127.0.0.1:${app.server?.port}`,
    flushUsage: deps.flushUsage,
    sql,
    redis: deps.redis,
    metrics: deps.metrics,
    drain: deps.drain,
    /** How often the gateway has read a key from Postgres. */
    async storeReads(): Promise<number> {
      const text = await deps.metrics.text()
      return Number(text.match(/^gateway_key_store_reads_total\S* (\d+)$/m)?.[1] ?? 0)
    },
    async stop(): Promise<void> {
      // This ends event streams; otherwise the server would wait for them.
      deps.drain.begin()
      await app.stop()
      await deps.close()
      await sql.end({ timeout: 5 })
    },
  }
}
export type TestGateway = Awaited<ReturnType<typeof startTestGateway>>
