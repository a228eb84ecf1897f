import { join } from 'node:path'
import { startEmbeddedPostgres } from '@hexawatt/dev/src/embedded/postgres.ts'
import type { EmbeddedServer } from '@hexawatt/dev/src/embedded/processes.ts'
import { startEmbeddedRedis } from '@hexawatt/dev/src/embedded/redis.ts'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { migrate } from '@hexawatt/shared/postgres/migrate'
import { until as untilShared } from '@hexawatt/shared/testing/until'
import { startIngestProcesses } from './ingest-processes.ts'

const root = join(import.meta.dir, '../../..')

/** Longest anything here may take, ms. */
const patienceMs = 45_000

/** Servers of their own that can be stopped and started again on the same ports, under the real svc-ingest process. */
export async function startFixture(folder: string) {
  const cacheDir = join(root, '.hexawatt/cache')
  let postgres: EmbeddedServer = await startEmbeddedPostgres({ dataDir: folder })
  let redis: EmbeddedServer = await startEmbeddedRedis({ dataDir: folder, cacheDir })
  const processes = startIngestProcesses()
  const databaseUrl = (name: string): string => new URL(`/${name}`, postgres.url).href
  const redisUrl = (database: number): string => new URL(`/${database}`, redis.url).href
  const templateName = 'migrated'
  let isTemplateMade = false

  return {
    faults: processes.faults,
    databaseUrl,
    /** A new, migrated database: a clone of the database that the first call migrates. */
    async createDatabase(name: string): Promise<Sql> {
      const administrator = createSql(postgres.url, 'test', 1)
      if (!isTemplateMade) {
        await administrator.unsafe(`create database ${templateName}`)
        const template = createSql(databaseUrl(templateName), 'test', 1)
        await migrate(template).finally(() => template.end({ timeout: 1 }))
        isTemplateMade = true
      }
      await administrator.unsafe(`create database ${name} template ${templateName}`)
      await administrator.end({ timeout: 1 })
      return createSql(databaseUrl(name), 'test', 3)
    },
    /** The real program on that database, with further settings. */
    startIngest: (name: string, redisDatabase: number, settings: Readonly<Record<string, string>> = {}) =>
      processes.startIngest({ databaseUrl: databaseUrl(name), redisUrl: redisUrl(redisDatabase), settings }),
    /** Stops Postgres (fast) and starts it again on the same port. */
    async restartPostgres(): Promise<void> {
      await postgres.stop()
      postgres = await startEmbeddedPostgres({ dataDir: folder, port: postgres.port })
    },
    stopRedis: () => redis.stop(),
    /** Stops Redis in order and starts it again on the same port. */
    async restartRedis(): Promise<void> {
      await redis.stop()
      redis = await startEmbeddedRedis({ dataDir: folder, cacheDir, port: redis.port })
    },
    async stop(): Promise<void> {
      await processes.stop()
      await Promise.all([redis.stop(), postgres.stop()])
    },
  }
}
export type Fixture = Awaited<ReturnType<typeof startFixture>>

/** Waits for something that another process brings about; a failure of asking for it counts as not yet. @throws when it does not come within `patience`, ms */
export function until(what: string, condition: () => Promise<boolean>, patience = patienceMs): Promise<void> {
  return untilShared(what, () => condition().catch(() => false), patience)
}
