import { createUpstreamApp } from '@hexawatt/dev/src/upstream/app.ts'
import { createFaultSwitch } from '@hexawatt/dev/src/upstream/faults/fault-switch.ts'
import { createGridSource } from '@hexawatt/dev/src/upstream/source.ts'
import { parseEnv } from '@hexawatt/shared/config/parse-env'
import type { SourceId } from '@hexawatt/shared/grid/feeds'
import { pricePublisher } from '@hexawatt/shared/grid/publishers'
import { createSql } from '@hexawatt/shared/postgres/client'
import type { RoleProgram } from '@hexawatt/shared/postgres/roles/program-roles'
import { createSnapshotWriter } from '@hexawatt/shared/snapshot/snapshot-store'
import {
  buildTestRoleUrl,
  createTestDatabase,
  createTestRedisUrl,
  type TestContent,
  type TestDatabase,
} from '@hexawatt/shared/testing/stores-fixture'
import { createDeps } from '@hexawatt/svc-ingest/src/deps.ts'
import { Env } from '@hexawatt/svc-ingest/src/env.ts'
import { createPoller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { seedReferences } from '@hexawatt/svc-ingest/src/references/store-reference.ts'
import { openPublisherIds, publisherPolicies } from '@hexawatt/svc-ingest/src/sources/publishers.ts'
import { createTestClock } from './test-clock.ts'

const credentials = { clientId: 'test-client', clientSecret: 'test-secret' }
const noWait = async (): Promise<void> => undefined

export type IngestFixtureOptions = {
  filledDatabase?: Pick<TestDatabase, 'url' | 'drop'>
  /** `demo` reads the operator's API only, `live` also the open sources as fallback sources, `open` only the open sources. */
  mode?: 'demo' | 'live' | 'open'
  /** Folder of recordings that the upstream serves. */
  replayDir?: string
  /** Whether the weather of the demo upstream is read. */
  hasWeather?: boolean
  /** Further settings of svc-ingest. */
  settings?: Readonly<Record<string, string>>
}

/** Ingestion of real parts without its workers: demo upstream over HTTP, Postgres with the rights of its role and Redis of its own, time in the test's hand. */
export async function startIngestFixture(asOf: string, options: IngestFixtureOptions = {}) {
  const { filledDatabase, mode = 'demo', replayDir, hasWeather = false, settings = {} } = options
  const clock = createTestClock(asOf)
  const [database, redisUrl] = await Promise.all([filledDatabase ?? createTestDatabase(), createTestRedisUrl()])
  const faults = createFaultSwitch()
  const upstream = createUpstreamApp({
    clock,
    credentials,
    faults,
    source: createGridSource({ clock, ...(replayDir ? { replayDir } : {}) }),
  })
  upstream.listen({ port: 0, hostname: '127.0.0.1', reusePort: false })
  const upstreamUrl = `http://127.0.0.1:${upstream.server?.port}`
  const env = {
    DATABASE_URL: buildTestRoleUrl(database.url, 'svc-ingest'),
    REDIS_URL: redisUrl,
    LOG_LEVEL: 'silent',
    INTERNAL_PORT: '0',
    DATA_MODE: mode,
    RTE_CLIENT_ID: credentials.clientId,
    RTE_CLIENT_SECRET: credentials.clientSecret,
    ...upstreamSettings(upstreamUrl),
    ...(hasWeather ? { WEATHER_URL: `${upstreamUrl}/open/open-meteo` } : {}),
    ...settings,
  }
  const made = await createDeps(parseEnv(Env, env), noWait, undefined, 0)
  const deps = { ...made, clock, snapshots: createSnapshotWriter({ ...made, clock }) }
  const sql = createSql(database.url, 'test', 2)
  return {
    clock,
    faults,
    deps,
    /** As the owner of the schema. */
    sql,
    /** Settings of svc-ingest, for a command that is run as a process. */
    env,
    upstreamUrl,
    /** Address of the database for another program, with the rights of its role. */
    urlOf: (program: RoleProgram) => buildTestRoleUrl(database.url, program),
    /** Every version of every value without the columns that say when and by which payload it came. */
    async storedValues(): Promise<string> {
      const [row] = await sql<{ digest: string }[]>`
        select count(*) || ' ' || coalesce(md5(string_agg(concat_ws('|', feed, series, slot_start, slot_end, value,
          source_updated_at), ',' order by feed, series, slot_start, known_from)), '') as digest from feed_values`
      return row?.digest ?? 'nothing'
    },
    async stop(): Promise<void> {
      await upstream.stop(true)
      await Promise.all([deps.close(), sql.end({ timeout: 5 })])
      await database.drop()
    },
  }
}
export type IngestFixture = Awaited<ReturnType<typeof startIngestFixture>>

/** Addresses of every publisher on a demo upstream. */
export function upstreamSettings(upstreamUrl: string): Record<string, string> {
  return {
    RTE_BASE_URL: upstreamUrl,
    EMISSION_FACTORS_BASE_URL: upstreamUrl,
    COUNTRY_INTENSITIES_BASE_URL: upstreamUrl,
    ...openSettings(upstreamUrl),
  }
}

/** Addresses of the open publishers and of the regulator on a demo upstream. */
export function openSettings(upstreamUrl: string): Record<string, string> {
  return Object.fromEntries(
    [...openPublisherIds, pricePublisher.id].map((id) => [
      publisherPolicies[id].baseUrlSetting,
      `${upstreamUrl}/open/${id}`,
    ]),
  )
}

/**
 * Initial rows of databases that ingestion has filled at an instant: the references, then what `work` reads or adds. The first file that asks
 * for it pays, every other one has a clone.
 *
 * @param name the same for the same content: at most 39 lowercase letters, digits and underscores
 */
export function ingestedContent(
  name: string,
  asOf: string,
  work: (fixture: IngestFixture) => Promise<void>,
  options: Omit<IngestFixtureOptions, 'filledDatabase'> = {},
): TestContent {
  return {
    name,
    async fill(url) {
      const filledDatabase = { url, drop: async () => undefined }
      const fixture = await startIngestFixture(asOf, { ...options, filledDatabase })
      await seedReferences(fixture.deps.sql)
      await work(fixture)
      await fixture.stop()
    },
  }
}

/** Initial rows of databases after ingestion has polled these sources at this instant. */
export function polledContent(asOf: string, sources: readonly SourceId[]): TestContent {
  const name = `polled_${Bun.hash([asOf, ...sources].join()).toString(36)}`
  return ingestedContent(name, asOf, async ({ deps }) => {
    const poller = createPoller(deps)
    for (const source of sources) await poller.store(source)
    await poller.refreshLive()
  })
}

/** A database as it is after ingestion has polled these sources at this instant. */
export function createPolledDatabase(asOf: string, sources: readonly SourceId[]): Promise<TestDatabase> {
  return createTestDatabase(polledContent(asOf, sources))
}
