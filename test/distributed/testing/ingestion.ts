import { freePorts } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { openQueues } from '@hexawatt/shared/queue/read-queues'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { findCommandRedisTarget } from '@hexawatt/shared/redis/settings'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
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
    LOAD_PAST: 'off',
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

/** Makes these sources due: their planned polls, which {@link untilPolled} brings forward, will call their publishers. */
export async function makeDue(sql: Sql, sources: readonly string[]): Promise<void> {
  await sql`update source_calls set last_call_at = now() - interval '1 day', is_answered = true
    where source in ${sql(sources)}`
}

/** Interval at which planned polls are brought forward, ms. */
const promoteEveryMs = 1_000

/** Brings forward the polls that are planned in the Redis of these settings, as if their time had come; nothing while it takes no writes. */
async function promotePlannedPolls(stores: StoreSettings): Promise<void> {
  const target = findCommandRedisTarget(stores, 'queues')
  if (target === null) throw new Error('no Redis of the queues')
  const redis = createRedis(target, createLogger('drill', 'silent'))
  try {
    await whenRedisReady(redis)
    const queues = openQueues(redis).filter(({ name }) => name.startsWith('poll_'))
    for (const queue of queues) for (const job of await queue.getDelayed()) await job?.promote()
  } catch {
    // The next attempt may find a master.
  } finally {
    redis.disconnect()
  }
}

/**
 * Brings the planned polls forward until one of these sources, which were due, has been polled and its answer recorded.
 *
 * @returns seconds that it took
 * @throws when none is within `patienceMs`
 */
export async function untilPolled(
  sql: Sql,
  stores: StoreSettings,
  sources: readonly string[],
  patienceMs: number,
): Promise<number> {
  const beganAtMs = performance.now()
  let promotedAtMs = Number.NEGATIVE_INFINITY
  await until(
    `polls of ${sources.join(', ')}`,
    async () => {
      const rows = await sql`select 1 from source_calls where source in ${sql(sources)} and is_answered
        and last_call_at > now() - interval '12 hours'`
      if (rows.length > 0) return true
      if (performance.now() - promotedAtMs >= promoteEveryMs) {
        promotedAtMs = performance.now()
        await promotePlannedPolls(stores)
      }
      await Bun.sleep(100)
      return false
    },
    patienceMs,
  )
  return (performance.now() - beganAtMs) / 1_000
}
