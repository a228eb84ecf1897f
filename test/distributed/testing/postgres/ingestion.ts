import { join } from 'node:path'
import { freePorts } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { createUpstreamApp } from '@hexawatt/dev/src/upstream/app.ts'
import { createFaultSwitch } from '@hexawatt/dev/src/upstream/faults/fault-switch.ts'
import { createGridSource } from '@hexawatt/dev/src/upstream/source.ts'
import { parseEnv } from '@hexawatt/shared/config/parse-env'
import { sourceIds } from '@hexawatt/shared/grid/feeds'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { computeOffsetMs, createClock } from '@hexawatt/shared/time/clock'
import { createDeps } from '@hexawatt/svc-ingest/src/deps.ts'
import { Env } from '@hexawatt/svc-ingest/src/env.ts'
import { createPoller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { fillPoints } from '@hexawatt/svc-ingest/src/points/fill-points.ts'
import { seedReferences } from '@hexawatt/svc-ingest/src/references/store-reference.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import type { DrillProcess, Processes } from '../processes.ts'
import { type StoreSettings, startProgram } from '../product.ts'

const credentials = { clientId: 'test-client', clientSecret: 'test-secret' }
const noWait = async (): Promise<void> => undefined

/** Nothing is published between 12:11 and 12:25, so that two runs see the same upstream. */
const quietInstant = Temporal.Instant.from('2026-02-03T12:11:00Z')

/** The demo upstream; its clock runs on from an instant after which nothing is published for a while. */
export function startUpstream(asOf = quietInstant) {
  const clockOffsetMs = computeOffsetMs(asOf)
  const clock = createClock(clockOffsetMs)
  const faults = createFaultSwitch()
  const source = createGridSource({ clock })
  // Every run asks as if it were the only one.
  const app = createUpstreamApp({ clock, credentials, faults, source, enforceQuota: false })
  app.listen({ port: 0, hostname: '127.0.0.1', reusePort: false })
  const url = `http://127.0.0.1:${app.server?.port}`
  return {
    faults,
    clockOffsetMs,
    /** Settings of svc-ingest in addition to the addresses of its stores. */
    ingestSettings: {
      CLOCK_OFFSET_MS: String(clockOffsetMs),
      DATA_MODE: 'demo',
      LOAD_PAST: 'off',
      RTE_BASE_URL: url,
      RTE_CLIENT_ID: credentials.clientId,
      RTE_CLIENT_SECRET: credentials.clientSecret,
      EMISSION_FACTORS_BASE_URL: url,
      COUNTRY_INTENSITIES_BASE_URL: url,
    },
    stop: () => app.stop(true),
  }
}
export type Upstream = ReturnType<typeof startUpstream>

/** Starts svc-ingest of some sources (absent: these) as a process of its own, and waits until it lives. */
export async function startIngest(
  processes: Processes,
  name: string,
  { ingestSettings }: Upstream,
  stores: StoreSettings,
  sources = '.',
): Promise<DrillProcess> {
  const [port = 0] = await freePorts(1)
  const env = { ...stores, ...ingestSettings, INTERNAL_PORT: String(port) }
  return startProgram(processes, name, join(sources, 'svc-ingest/src/main.ts'), env, `http://127.0.0.1:${port}`)
}

/**
 * Fills a migrated database as svc-ingest does: every source polled at one instant, the snapshots, and the points of the day before that
 * instant. The snapshots stand in this Redis too.
 */
export async function fillDatabase(stores: StoreSettings, asOf: Temporal.Instant): Promise<void> {
  const upstream = startUpstream(asOf)
  const env = parseEnv(Env, { ...stores, ...upstream.ingestSettings, LOG_LEVEL: 'silent', INTERNAL_PORT: '0' })
  const deps = { ...(await createDeps(env, noWait, undefined, 0)), clock: createTestClock(asOf.toString()) }
  try {
    await ensureDataMode(deps.sql, deps.mode)
    await seedReferences(deps.sql)
    const poller = createPoller(deps)
    for (const source of sourceIds) await poller.store(source)
    await fillPoints(
      deps,
      { start: asOf.subtract({ hours: 24 }), end: asOf },
      { stopping: new AbortController().signal },
    )
    await poller.refreshLive()
  } finally {
    await deps.close()
    await upstream.stop()
  }
}
