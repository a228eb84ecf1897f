import { join } from 'node:path'
import { createUpstreamApp } from '@hexawatt/dev/src/upstream/app.ts'
import { createFaultSwitch } from '@hexawatt/dev/src/upstream/faults/fault-switch.ts'
import { createGridSource } from '@hexawatt/dev/src/upstream/source.ts'
import { computeOffsetMs, createClock } from '@hexawatt/shared/time/clock'

const root = join(import.meta.dir, '../../..')
const credentials = { clientId: 'test-client', clientSecret: 'test-secret' }

/** Nothing is published between 12:11 and 12:25, so that a run and its repetition see the same upstream. */
const fixtureInstant = Temporal.Instant.from('2026-02-03T12:11:00Z')

/** Start options of a process. */
type IngestPlace = {
  databaseUrl: string
  redisUrl: string
  /** Further settings. */
  settings?: Readonly<Record<string, string>>
}

/** The demo upstream, and real processes of svc-ingest that fetch from it, to be killed and stopped. */
export function startIngestProcesses() {
  const clockOffsetMs = computeOffsetMs(fixtureInstant)
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
  const running = new Set<Bun.Subprocess>()
  return {
    faults,
    /** The real program, as an operator starts it; its log goes to `log`. */
    startIngest({ databaseUrl, redisUrl, settings = {} }: IngestPlace) {
      const child = Bun.spawn([process.execPath, '--no-env-file', 'svc-ingest/src/main.ts'], {
        cwd: root,
        env: {
          PATH: Bun.env['PATH'] ?? '',
          DATABASE_URL: databaseUrl,
          REDIS_URL: redisUrl,
          INTERNAL_PORT: '0',
          CLOCK_OFFSET_MS: String(clockOffsetMs),
          DATA_MODE: 'demo',
          LOAD_PAST: 'off',
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
    async stop(): Promise<void> {
      for (const child of running) child.kill('SIGKILL')
      await Promise.all([...running].map((child) => child.exited))
      await upstream.stop(true)
    },
  }
}
export type IngestProcess = ReturnType<ReturnType<typeof startIngestProcesses>['startIngest']>
