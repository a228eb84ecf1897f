import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { temporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { createPartitions } from '@hexawatt/svc-ingest/src/pipeline/partition-store.ts'
import { type Fixture, startFixture, until } from './testing/servers-fixture.ts'
import { holdRevisions, isEverythingStored, letMinimumIntervalPass, storedTables } from './testing/stored-tables.ts'

const folder = await temporaryFolder()
let fixture: Fixture
let undisturbed: Record<string, string>
const open: Sql[] = []
let redisDatabase = 1

beforeAll(async () => {
  fixture = await startFixture(folder)
  const sql = await fixture.createDatabase('undisturbed')
  const letRevisions = await holdRevisions(sql)
  const ingest = fixture.startIngest('undisturbed', redisDatabase++)
  await until('the undisturbed run', () => isEverythingStored(sql))
  await ingest.stop()
  undisturbed = await storedTables(sql)
  await letRevisions()
  await sql.end({ timeout: 1 })
})
afterEach(async () => {
  fixture.faults.clear()
  await Promise.all(open.splice(0).map((sql) => sql.end({ timeout: 1 })))
})
afterAll(async () => {
  await fixture.stop()
  await rm(folder, { recursive: true, force: true })
})

/**
 * Statements of the pipeline, each held up by a lock until the worker is seen to wait in it. Of a table with partitions the
 * partition is locked: the worker makes partitions before it inserts, and must get past that.
 */
const steps = [
  { name: 'archiving a payload', table: 'raw_payloads_2026_02', statement: 'insert into raw_payloads' },
  { name: 'adding versions', table: 'feed_values_2026_02', statement: 'insert into feed_values' },
  { name: 'adding documents', table: 'feed_documents', statement: 'insert into feed_documents' },
  { name: 'announcing the recomputation', table: 'recomputations', statement: 'insert into recomputations' },
  { name: 'noting the success', table: 'source_status', statement: 'insert into source_status' },
  { name: 'storing a set of factors', table: 'emission_factor_sets', statement: 'emission_factor_sets' },
  { name: 'writing a snapshot', table: 'live_snapshots', statement: 'insert into live_snapshots' },
]

describe('a worker that is killed in the middle', () => {
  for (const { name, table, statement } of steps) {
    test(`of ${name} leaves nothing half done: the next one stores what an undisturbed run stores`, async () => {
      const database = `killed_${table}`
      const sql = await fixture.createDatabase(database)
      open.push(sql)
      const letRevisions = await holdRevisions(sql)
      const redis = redisDatabase++
      const partitions = createPartitions(sql)
      const february = [Temporal.Instant.from('2026-02-03T00:00:00Z')]
      await partitions.ensure('raw_payloads', february)
      await partitions.ensure('feed_values', february)
      const waits = async () => {
        const rows = await sql`
          select 1 from pg_stat_activity
          where datname = ${database} and wait_event_type = 'Lock' and query ilike ${`%${statement}%`}`
        return rows.length > 0
      }
      await sql.begin(async (tx) => {
        await tx.unsafe(`lock table ${table} in share row exclusive mode`)
        const victim = fixture.startIngest(database, redis)
        await until(`a worker waiting in "${statement}"`, waits)
        await victim.sigkill()
      })
      await letMinimumIntervalPass(sql)
      const ingest = fixture.startIngest(database, redis)
      await until('the repeated run', () => isEverythingStored(sql))
      await ingest.stop()
      expect(await storedTables(sql)).toEqual(undisturbed)
      await letRevisions()
    })
  }

  test('of a fetch asks again and stores what an undisturbed run stores', async () => {
    const sql = await fixture.createDatabase('killed_fetch')
    open.push(sql)
    const letRevisions = await holdRevisions(sql)
    const redis = redisDatabase++
    fixture.faults.set([{ kind: 'slow', subject: 'generation_by_type', delayMs: 60_000, times: 1 }])
    const victim = fixture.startIngest('killed_fetch', redis)
    await until('a fetch under way', async () => fixture.faults.list().length === 0)
    await victim.sigkill()
    await letMinimumIntervalPass(sql)
    const ingest = fixture.startIngest('killed_fetch', redis)
    await until('the repeated run', () => isEverythingStored(sql))
    await ingest.stop()
    expect(await storedTables(sql)).toEqual(undisturbed)
    await letRevisions()
  })
})
