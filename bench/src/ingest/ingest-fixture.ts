import { join } from 'node:path'
import { freePort } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { startTestServers } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { migrate } from '@hexawatt/shared/postgres/migrate'
import { computeOffsetMs } from '@hexawatt/shared/time/clock'
import { buildScriptCommand, createChildPrograms, root } from '../figures/child-programs.ts'

/** The loaded year, and an instant of the clock at which all of it is published. */
export const year = { from: '2025-01-01', to: '2026-01-01' } as const
const asOf = Temporal.Instant.from('2026-03-01T12:00:00Z')

const credentials = { id: 'bench-client', secret: 'bench-secret' }

/** Postgres, Redis and the demo upstream (in its own process, like a real upstream) for one benchmark. */
export async function startIngestFixture() {
  const servers = await startTestServers(join(root, '.hexawatt/cache'))
  const clockOffsetMs = computeOffsetMs(asOf)
  const upstreamPort = await freePort()
  const upstreamUrl = `http://127.0.0.1:${upstreamPort}`
  const programs = createChildPrograms()
  const upstreamEnv = {
    PORT: String(upstreamPort),
    CLOCK_OFFSET_MS: String(clockOffsetMs),
    UPSTREAM_CLIENT_ID: credentials.id,
    UPSTREAM_CLIENT_SECRET: credentials.secret,
    LOG_LEVEL: 'error',
  }
  const upstream = buildScriptCommand('dev/src/upstream/main.ts')
  await programs.serve(upstream, upstreamEnv, upstreamPort, { readyPath: '/healthz' })
  const buildDatabaseUrl = (name: string): string => new URL(`/${name}`, servers.databaseUrl).href
  return {
    folder: servers.folder,
    databaseUrl: buildDatabaseUrl,
    /** Settings of svc-ingest on a database of this fixture. */
    ingestEnv: (database: string): Record<string, string> => ({
      DATABASE_URL: buildDatabaseUrl(database),
      REDIS_URL: servers.redisUrl,
      INTERNAL_PORT: '0',
      CLOCK_OFFSET_MS: String(clockOffsetMs),
      DATA_MODE: 'demo',
      LOAD_PAST: 'off',
      LOG_LEVEL: 'error',
      RTE_BASE_URL: upstreamUrl,
      RTE_CLIENT_ID: credentials.id,
      RTE_CLIENT_SECRET: credentials.secret,
      EMISSION_FACTORS_BASE_URL: upstreamUrl,
      COUNTRY_INTENSITIES_BASE_URL: upstreamUrl,
    }),
    /** A new database with the whole schema. */
    async createDatabase(name: string): Promise<Sql> {
      const administrator = createSql(servers.databaseUrl, 'bench', 1)
      await administrator.unsafe(`create database ${name}`)
      await administrator.end({ timeout: 1 })
      const sql = createSql(buildDatabaseUrl(name), 'bench', 2)
      await migrate(sql)
      return sql
    },
    async stop(): Promise<void> {
      await programs.stop()
      await servers.stop()
    },
  }
}
export type IngestFixture = Awaited<ReturnType<typeof startIngestFixture>>
