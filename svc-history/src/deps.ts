import { acceptedTokensOf } from '@hexawatt/shared/http/principal'
import { createSql, pingPostgres } from '@hexawatt/shared/postgres/client'
import { refuseOtherZone } from '@hexawatt/shared/postgres/data-stamp-store'
import { createSchemaCondition } from '@hexawatt/shared/postgres/schema-version-store'
import { createDrain } from '@hexawatt/shared/program/drain'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { startTelemetry } from '@hexawatt/shared/telemetry/start-telemetry'
import { createClock } from '@hexawatt/shared/time/clock'
import type { Env } from './env.ts'
import { createPointDays } from './points/encoded-days.ts'

/** Creates the dependencies of the service once; `close` releases them. */
export async function createDeps(env: Env) {
  const { logger, tracing } = await startTelemetry(env, 'svc-history')
  const sql = createSql(env.DATABASE_READ_URL ?? env.DATABASE_URL, 'svc-history', undefined, tracing)
  await refuseOtherZone(sql, env.ZONE)
  const metrics = createMetrics('svc-history', env.ZONE)
  const acceptedTokens = acceptedTokensOf(env)
  return {
    logger,
    tracing,
    metrics,
    clock: createClock(env.CLOCK_OFFSET_MS),
    sql,
    days: createPointDays({ sql, metrics }),
    publicBaseUrl: env.PUBLIC_BASE_URL,
    acceptedTokens,
    drain: createDrain(),
    checks: { postgres: () => pingPostgres(sql) },
    conditions: { schema: createSchemaCondition(sql, logger) },
    async close(): Promise<void> {
      await sql.end({ timeout: 5 })
      await tracing?.close()
    },
  }
}
export type Deps = Awaited<ReturnType<typeof createDeps>>
