import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { createSql } from '@hexawatt/shared/postgres/client'
import { whenPostgresAnswers } from '@hexawatt/shared/postgres/postgres-unavailable'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { createChangePublisher } from '@hexawatt/shared/snapshot/data-changes'
import { createSnapshotReader, createSnapshotWriter, type SnapshotKind } from '@hexawatt/shared/snapshot/snapshot-store'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { createPayloadArchive } from '../archive/payload-archive.ts'
import { createIssueDeps } from '../forecast/issue-forecast.ts'
import { addDocuments } from '../pipeline/feed-document-store.ts'
import { addVersions } from '../pipeline/feed-value-store.ts'
import { createPartitions } from '../pipeline/partition-store.ts'
import { recordSuccess } from '../pipeline/source-status-store.ts'
import type { FeedDocument, Measurement } from '../sources/definition/content.ts'

/** Values that a feed brought at one instant. */
type Brought = {
  measurements?: readonly Measurement[]
  documents?: readonly FeedDocument[]
  /** End of the newest slot that the source then has; null for feeds of documents. */
  newestSlotEnd?: Temporal.Instant | null
}

/** An instant of UTC, for tests that write many. */
export const utc = (text: string): Temporal.Instant => Temporal.Instant.from(`${text}Z`)

/**
 * Stores that rows can be put into as a poll would, without an upstream: a database and a Redis database of their own, and time
 * in the test's hand.
 */
export async function createComputeFixture(asOf: string) {
  let current = utc(asOf)
  const clock = { now: () => current }
  const [database, redisUrl] = await Promise.all([createTestDatabase(), createTestRedisUrl()])
  const logger = createLogger('test', 'silent')
  const sql = createSql(database.url, 'test', 5)
  const redis = createRedis(redisUrl, logger)
  await whenRedisReady(redis)
  const stores = { sql, redis, logger }
  const partitions = createPartitions(sql)
  const snapshots = createSnapshotWriter({ ...stores, clock })
  const reader = createSnapshotReader(stores)
  return {
    deps: {
      sql,
      archive: createPayloadArchive({ sql, settings: null, sleep: async () => undefined, random: Math.random }),
      redis,
      clock,
      snapshots,
      publishChange: createChangePublisher({ redis, logger }),
      partitions,
      ...createIssueDeps(sql),
      queueAddress: redisUrl,
      logger,
      tracing: null,
      metrics: createMetrics('test'),
      mode: 'demo' as const,
      sources: [],
      past: [],
      whenPostgresAnswers: (signal: AbortSignal) => whenPostgresAnswers(sql, signal),
      stopping: new AbortController().signal,
    },
    sql,
    databaseUrl: database.url,
    moveTo(instant: string): void {
      current = utc(instant)
    },
    /** Stores values of a feed, as known from this moment of the clock. */
    async bring(feed: FeedId, { measurements = [], documents = [], newestSlotEnd = null }: Brought): Promise<void> {
      const provenance = { feed, publisher: 'rte' as const, knownFrom: current, payloadId: '1' }
      await partitions.ensure(
        'feed_values',
        measurements.map(({ slotStart }) => slotStart),
      )
      await sql.begin(async (tx) => {
        await addDocuments(tx, provenance, documents)
        await addVersions(tx, provenance, measurements)
      })
      const origin = { isGenerated: true, note: null }
      await recordSuccess(sql, feed, { at: current, newestSlotEnd, origin, publisher: 'rte' })
    },
    snapshot: <Body>(kind: SnapshotKind<Body>): Promise<Body | null> => reader.read(kind),
    async stop(): Promise<void> {
      redis.disconnect()
      await sql.end({ timeout: 1 })
      await database.drop()
    },
  }
}
export type ComputeFixture = Awaited<ReturnType<typeof createComputeFixture>>
