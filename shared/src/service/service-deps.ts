import { listAcceptedTokens } from '../http/principal.ts'
import { createSql, pingPostgres } from '../postgres/client.ts'
import { refuseOtherZone } from '../postgres/data-stamp-store.ts'
import { createSchemaCondition } from '../postgres/schema-version-store.ts'
import { createDrain } from '../program/drain.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { startTelemetry, type TelemetrySettings } from '../telemetry/start-telemetry.ts'
import { createClock } from '../time/clock.ts'

export type ServiceEnv = TelemetrySettings & {
  DATABASE_URL: string
  PUBLIC_BASE_URL: string
  CLOCK_OFFSET_MS: number
  INTERNAL_TOKEN: string
  INTERNAL_TOKEN_PREVIOUS?: string | undefined
}

/** Creates the common dependencies of every service behind the gateway, once; `close` releases them. */
export async function createServiceDeps(env: ServiceEnv, program: string) {
  const { logger, tracing } = await startTelemetry(env, program)
  const sql = createSql(env.DATABASE_URL, program, undefined, tracing)
  await refuseOtherZone(sql, env.ZONE)
  return {
    logger,
    tracing,
    metrics: createMetrics(program, env.ZONE),
    clock: createClock(env.CLOCK_OFFSET_MS),
    sql,
    publicBaseUrl: env.PUBLIC_BASE_URL,
    acceptedTokens: listAcceptedTokens(env),
    drain: createDrain(),
    checks: { postgres: () => pingPostgres(sql) },
    conditions: { schema: createSchemaCondition(sql, logger) },
    async close(): Promise<void> {
      await sql.end({ timeout: 5 })
      await tracing?.close()
    },
  }
}
