import { freePorts } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { until } from '@hexawatt/shared/testing/until'
import { computeOffsetMs } from '@hexawatt/shared/time/clock'
import type { Processes } from './processes.ts'
import { drillInstant, type ServedProgram, type StoreSettings, startProgram } from './product.ts'

const credentials = { id: 'drill-client', secret: 'drill-secret' }

type IngestionOptions = {
  processes: Processes
  stores: StoreSettings
  /** Offset of the data's clock, ms; absent: so that it is {@link drillInstant} now. */
  clockOffsetMs?: number
}

/** Starts the demo upstream and two svc-ingest that share the work. */
export async function startIngestion({ processes, stores, clockOffsetMs }: IngestionOptions): Promise<ServedProgram[]> {
  const [port = 0, ...ingestPorts] = await freePorts(3)
  const offset = String(clockOffsetMs ?? computeOffsetMs(Temporal.Instant.from(drillInstant)))
  const upstreamUrl = `http://127.0.0.1:${port}`
  await processes.start({
    name: 'upstream',
    command: process.execPath,
    args: ['--no-env-file', 'dev/src/upstream/main.ts'],
    workingDir: `${import.meta.dir}/../../..`,
    env: {
      PORT: String(port),
      CLOCK_OFFSET_MS: offset,
      UPSTREAM_CLIENT_ID: credentials.id,
      UPSTREAM_CLIENT_SECRET: credentials.secret,
    },
    isReady: async () => (await fetch(upstreamUrl)).status > 0,
  })
  const env = {
    ...stores,
    CLOCK_OFFSET_MS: offset,
    DATA_MODE: 'demo',
    RTE_BASE_URL: upstreamUrl,
    RTE_CLIENT_ID: credentials.id,
    RTE_CLIENT_SECRET: credentials.secret,
    EMISSION_FACTORS_BASE_URL: upstreamUrl,
    COUNTRY_INTENSITIES_BASE_URL: upstreamUrl,
  }
  return Promise.all(
    ingestPorts.map(async (ingestPort, index) => {
      const url = `http://127.0.0.1:${ingestPort}`
      const settings = { ...env, INTERNAL_PORT: String(ingestPort) }
      const program = await startProgram(processes, `svc-ingest-${index + 1}`, 'svc-ingest/src/main.ts', settings, url)
      return { ...program, url, internalUrl: url }
    }),
  )
}

/** Makes these sources due at their next turn. */
export async function makeDue(sql: Sql, sources: readonly string[]): Promise<void> {
  await sql`update source_calls set last_call_at = now() - interval '1 day', is_answered = true
    where source in ${sql(sources)}`
}

/**
 * Waits until one of these sources, which were due, has been polled and its answer recorded: each has a turn of its own in a minute or two.
 *
 * @returns seconds that it took
 * @throws when none is within `patienceMs`
 */
export async function untilPolled(sql: Sql, sources: readonly string[], patienceMs: number): Promise<number> {
  const beganAtMs = performance.now()
  await until(
    `polls of ${sources.join(', ')}`,
    async () => {
      const rows = await sql`select 1 from source_calls where source in ${sql(sources)} and is_answered
        and last_call_at > now() - interval '12 hours'`
      await Bun.sleep(100)
      return rows.length > 0
    },
    patienceMs,
  )
  return (performance.now() - beganAtMs) / 1_000
}
