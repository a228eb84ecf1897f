import { createUpstreamApp } from '@hexawatt/dev/src/upstream/app.ts'
import { createGridSource } from '@hexawatt/dev/src/upstream/source.ts'
import { parseEnv } from '@hexawatt/shared/config/parse-env'
import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { mixSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { createSnapshotReader } from '@hexawatt/shared/snapshot/snapshot-store'
import { shippedRecordingsDir } from '@hexawatt/shared/testing/reference-data'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import type { Clock } from '@hexawatt/shared/time/clock'
import { createDeps } from '@hexawatt/svc-ingest/src/deps.ts'
import { Env } from '@hexawatt/svc-ingest/src/env.ts'
import { createPoller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { pollIfDue } from '@hexawatt/svc-ingest/src/planning/poll-if-due.ts'
import { pollSource } from '@hexawatt/svc-ingest/src/poll/poll-source.ts'
import { seedReferences } from '@hexawatt/svc-ingest/src/references/store-reference.ts'
import { getSource, isOpenSource } from '@hexawatt/svc-ingest/src/sources/registry.ts'
import { createTokenSources, readCredentials } from '@hexawatt/svc-ingest/src/upstream/credentials.ts'
import { createSourceClient } from '@hexawatt/svc-ingest/src/upstream/source-client.ts'
import { baseUrlsAt } from './open-client-fixture.ts'

const credentials = { clientId: 'test-client', clientSecret: 'test-secret' }
const noWait = async (): Promise<void> => undefined

/** The demo upstream on the shipped recordings at the clock's instant: what it serves to an operator's client and to one of open data is of one source. */
export function startRecordedUpstream(clock: Clock) {
  const source = createGridSource({ clock, replayDir: shippedRecordingsDir })
  const app = createUpstreamApp({ clock, credentials, source, allowFaultControl: true })
  app.listen({ port: 0, hostname: '127.0.0.1', reusePort: false })
  return { clock, address: `http://127.0.0.1:${app.server?.port}`, stop: () => app.stop(true) }
}
export type RecordedUpstream = ReturnType<typeof startRecordedUpstream>

/** A stored value in its newest version. */
export type StoredValue = { series: string; slotStart: string; minutes: number; value: number; publisher: string }

/** Ingestion on a database of its own, either with the operator's credentials or from open data only. */
export async function startIngestion({ clock, address }: RecordedUpstream, way: 'operator' | 'open') {
  const [database, redisUrl] = await Promise.all([createTestDatabase(), createTestRedisUrl()])
  const env = parseEnv(Env, {
    DATABASE_URL: database.url,
    REDIS_URL: redisUrl,
    LOG_LEVEL: 'silent',
    INTERNAL_PORT: '0',
    DATA_MODE: way === 'open' ? 'open' : 'replay',
    RTE_BASE_URL: address,
    RTE_CLIENT_ID: credentials.clientId,
    RTE_CLIENT_SECRET: credentials.clientSecret,
    EMISSION_FACTORS_BASE_URL: address,
    COUNTRY_INTENSITIES_BASE_URL: address,
    REGULATED_PRICES_BASE_URL: `${address}/open/cre`,
  })
  const made = await createDeps(env, noWait)
  const own = new URL(address)
  const baseUrls = { ...baseUrlsAt((id) => `${address}/open/${id}`), rte: own, ademe: own, ember: own }
  const tokenSourceFor = createTokenSources(own, readCredentials(env))
  const deps = { ...made, clock, client: createSourceClient({ ...made, baseUrls, tokenSourceFor, gapScale: 0 }) }
  const poller = createPoller(deps)
  return {
    async poll(...sources: Parameters<typeof poller.store>[0][]): Promise<void> {
      for (const source of sources) await poller.store(source)
    },
    async pollOpen(...ids: string[]): Promise<void> {
      for (const id of ids) await pollSource(deps, getSource(id))
    },
    async seedReferences(): Promise<void> {
      await seedReferences(deps.sql)
    },
    /** Polls every dataset that is due; snapshots stay as they are. */
    async takeTurns(): Promise<void> {
      for (const dataset of deps.sources.filter(isOpenSource)) await pollIfDue(deps, dataset, 'planned')
    },
    /** The newest stored value of each slot of a feed from an instant on, in order. */
    async stored(feed: FeedId, from: string): Promise<StoredValue[]> {
      const rows = await deps.sql<(Omit<StoredValue, 'slotStart'> & { slotStart: Temporal.Instant })[]>`
        select distinct on (slot_start, series) series, slot_start, value, publisher,
          (extract(epoch from slot_end - slot_start) / 60)::int as minutes
        from feed_values where feed = ${feed} and slot_start >= ${from}::timestamptz
        order by slot_start, series, known_from desc`
      return rows.map((row) => ({ ...row, slotStart: row.slotStart.toString() }))
    },
    /** Removes the values of a feed from an instant on, as if they had never come. */
    async forget(feed: FeedId, from: string): Promise<void> {
      await deps.sql`delete from feed_values where feed = ${feed} and slot_start >= ${from}::timestamptz`
    },
    /** The mix and both intensities of the last 24 hours, as the page gets them. */
    async assessedHours() {
      await poller.refreshLive()
      return (await createSnapshotReader(deps).read(mixSnapshot))?.slots ?? []
    },
    async stop(): Promise<void> {
      await deps.close()
      await database.drop()
    },
  }
}
export type Ingestion = Awaited<ReturnType<typeof startIngestion>>
