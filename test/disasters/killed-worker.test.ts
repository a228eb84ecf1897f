import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { referenceIds, type SourceId, sourceIds } from '@hexawatt/shared/grid/feeds'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { createPartitions } from '@hexawatt/svc-ingest/src/pipeline/partition-store.ts'
import { startIngestProcesses } from './testing/ingest-processes.ts'
import { until } from './testing/servers-fixture.ts'
import { holdRevisions, isEverythingStored, letMinimumIntervalPass, storedTables } from './testing/stored-tables.ts'

const { faults, startIngest, stop } = startIngestProcesses()
let undisturbed: Record<string, string>
const leaving: (() => Promise<void>)[] = []

/** Stores of one history of the program, whose requested recomputations are held. */
async function openStores() {
  const [database, redisUrl] = await Promise.all([createTestDatabase(), createTestRedisUrl()])
  const sql = createSql(database.unboundUrl, 'test', 3)
  const letRevisions = await holdRevisions(sql)
  leaving.push(async () => {
    await letRevisions()
    await sql.end({ timeout: 1 })
    await database.drop()
  })
  return { sql, start: () => startIngest({ databaseUrl: database.unboundUrl, redisUrl }) }
}

/** Stored rows after a complete run. */
async function wholeRun({ sql, start }: Awaited<ReturnType<typeof openStores>>): Promise<Record<string, string>> {
  const ingest = start()
  await until('a run that stores everything', () => isEverythingStored(sql))
  await ingest.stop()
  return storedTables(sql)
}

beforeAll(async () => {
  undisturbed = await wholeRun(await openStores())
})
afterEach(async () => {
  faults.clear()
  await Promise.all(leaving.splice(0).map((leave) => leave()))
})
afterAll(stop)

/**
 * Statements of the pipeline, each held up by a lock until the worker is seen to wait in it. Of a table with partitions the
 * partition is locked: the worker makes partitions before it inserts, and must get past that.
 */
const statements = {
  archive: { table: 'raw_payloads_2026_02', statement: 'insert into raw_payloads' },
  versions: { table: 'feed_values_2026_02', statement: 'insert into feed_values' },
  documents: { table: 'feed_documents', statement: 'insert into feed_documents' },
  announcement: { table: 'recomputations', statement: 'insert into recomputations' },
  success: { table: 'source_status', statement: 'insert into source_status' },
  factors: { table: 'emission_factor_sets', statement: 'emission_factor_sets' },
  snapshot: { table: 'live_snapshots', statement: 'insert into live_snapshots' },
}

/** What gets past its fetch before a kill: every source has a worker of its own, so that one kill meets several of them in different steps. */
const answered: readonly SourceId[] = ['generation_by_type', 'generation_unavailabilities', ...referenceIds]
const unanswered = sourceIds.filter((id) => !answered.includes(id))

const kills = [
  { name: 'fetching and of archiving payloads', held: [statements.archive], isMidFetch: true },
  {
    name: 'adding versions, adding documents and noting a success',
    held: [statements.versions, statements.documents, statements.success],
  },
  { name: 'announcing a recomputation and writing a snapshot', held: [statements.announcement, statements.snapshot] },
  { name: 'storing a set of factors', held: [statements.factors] },
]

/** Whether a statement of the program under test waits for a lock. */
async function waits(sql: Sql, statement: string): Promise<boolean> {
  const rows = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ilike ${`%${statement}%`}`
  return rows.length > 0
}

describe('a worker that is killed in the middle', () => {
  for (const { name, held, isMidFetch = false } of kills) {
    test(`a worker killed during ${name} leaves nothing half done, and the next one stores what an undisturbed run stores`, async () => {
      const stores = await openStores()
      const { sql } = stores
      const partitions = createPartitions(sql)
      const february = [Temporal.Instant.from('2026-02-03T00:00:00Z')]
      await partitions.ensure('raw_payloads', february)
      await partitions.ensure('feed_values', february)
      faults.set(unanswered.map((subject) => ({ kind: 'slow', subject, delayMs: 60_000, times: 1 })))
      await sql.begin(async (tx) => {
        for (const { table } of held) await tx.unsafe(`lock table ${table} in share row exclusive mode`)
        const victim = stores.start()
        for (const { statement } of held) {
          await until(`a worker waiting in "${statement}"`, () => waits(sql, statement))
        }
        if (isMidFetch) await until('fetches under way', async () => faults.list().length === 0)
        await victim.sigkill()
      })
      faults.clear()
      await letMinimumIntervalPass(sql)
      expect(await wholeRun(stores)).toEqual(undisturbed)
    })
  }
})
