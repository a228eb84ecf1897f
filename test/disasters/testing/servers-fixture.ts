import { join } from 'node:path'
import { startEmbeddedPostgres } from '@hexawatt/dev/src/embedded/postgres.ts'
import type { EmbeddedServer } from '@hexawatt/dev/src/embedded/processes.ts'
import { startEmbeddedRedis } from '@hexawatt/dev/src/embedded/redis.ts'
import { createUpstreamApp } from '@hexawatt/dev/src/upstream/app.ts'
import { createFaultSwitch } from '@hexawatt/dev/src/upstream/faults/fault-switch.ts'
import { createGridSource } from '@hexawatt/dev/src/upstream/source.ts'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { migrate } from '@hexawatt/shared/postgres/migrate'
import { createClock, offsetMsFor } from '@hexawatt/shared/time/clock'

const root = join(import.meta.dir, '../../..')
const credentials = { clientId: 'test-client', clientSecret: 'test-secret' }

/** Nothing is published between 12:11 and 12:25, so that a run and its repetition see the same upstream. */
const fixtureInstant = Temporal.Instant.from('2026-02-03T12:11:00Z')

/** Longest anything here may take, ms. */
const patienceMs = 45_000

/**
 * Servers of their own that can be stopped and started again on the same ports, and the demo upstream: where the real
 * svc-ingest process is killed and the fixture taken away under it.
 */
export async function startFixture(folder: string) {
  const clockOffsetMs = offsetMsFor(fixtureInstant)
  const cacheDir = join(root, '.hexawatt/cache')
  let postgres: EmbeddedServer = await startEmbeddedPostgres({ dataDir: folder })
  let redis: EmbeddedServer = await startEmbeddedRedis({ dataDir: folder, cacheDir })
  const clock = createClock(clockOffsetMs)
  const faults = createFaultSwitch()
  const upstream = createUpstreamApp({
    clock,
    credentials,
    faults,
    source: createGridSource({ clock }),
    // Every run here asks for the signal as if it were the only one of its quarter of an hour.
    enforceQuota: false,
  }).listen({
    port: 0,
    hostname: '127.0.0.1',
    reusePort: false,
  })
  const upstreamUrl = `http://127.0.0.1:${upstream.server?.port}`
  const databaseUrl = (name: string): string => new URL(`/${name}`, postgres.url).href
  const redisUrl = (database: number): string => new URL(`/${database}`, redis.url).href
  const running = new Set<Bun.Subprocess>()
  const templateName = 'migrated'
  let isTemplateMade = false

  return {
    faults,
    databaseUrl,
    /** A new, migrated database: a clone of one that the first call migrates. */
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
    /** The real program on that database, as an operator starts it, with further settings; its log goes to `log`. */
    startIngest(name: string, redisDatabase: number, settings: Readonly<Record<string, string>> = {}) {
      const child = Bun.spawn([process.execPath, '--no-env-file', 'svc-ingest/src/main.ts'], {
        cwd: root,
        env: {
          PATH: Bun.env['PATH'] ?? '',
          DATABASE_URL: databaseUrl(name),
          REDIS_URL: redisUrl(redisDatabase),
          INTERNAL_PORT: '0',
          CLOCK_OFFSET_MS: String(clockOffsetMs),
          DATA_MODE: 'demo',
          RTE_BASE_URL: upstreamUrl,
          RTE_CLIENT_ID: credentials.clientId,
          RTE_CLIENT_SECRET: credentials.clientSecret,
          EMISSION_FACTORS_BASE_URL: upstreamUrl,
          COUNTRY_INTENSITIES_BASE_URL: upstreamUrl,
          ...settings,
        },
        stdout: 'pipe',
        stderr: 'inherit',
      })
      running.add(child)
      const log = new Response(child.stdout).text()
      return {
        log,
        exitCode: () => child.exitCode,
        /** As the kernel does when memory runs out: no handler runs. */
        async sigkill(): Promise<void> {
          child.kill('SIGKILL')
          await child.exited
        },
        async stop(): Promise<void> {
          child.kill('SIGTERM')
          await child.exited
        },
      }
    },
    /** Stops Postgres (fast) and starts it again on the same port. */
    async restartPostgres(): Promise<void> {
      await postgres.stop()
      postgres = await startEmbeddedPostgres({ dataDir: folder, port: postgres.port })
    },
    stopRedis: () => redis.stop(),
    /** Address of a database of this Redis. */
    redisUrl,
    /** Stops Redis in order and starts it again on the same port. */
    async restartRedis(): Promise<void> {
      await redis.stop()
      redis = await startEmbeddedRedis({ dataDir: folder, cacheDir, port: redis.port })
    },
    async stop(): Promise<void> {
      for (const child of running) child.kill('SIGKILL')
      await Promise.all([...running].map((child) => child.exited))
      await upstream.stop(true)
      await Promise.all([redis.stop(), postgres.stop()])
    },
  }
}
export type Fixture = Awaited<ReturnType<typeof startFixture>>

/** Waits for something that another process brings about. @throws when it does not come within `patience`, ms */
export async function until(what: string, condition: () => Promise<boolean>, patience = patienceMs): Promise<void> {
  const deadline = performance.now() + patience
  while (performance.now() < deadline) {
    if (await condition().catch(() => false)) return
    await Bun.sleep(20)
  }
  throw new Error(`never came: ${what}`)
}
