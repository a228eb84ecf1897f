import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { createPartitions } from '@hexawatt/svc-ingest/src/pipeline/partition-store.ts'
import type { IngestProcess } from './testing/ingest-processes.ts'
import { type Fixture, startFixture, until } from './testing/servers-fixture.ts'
import { isEverythingRecomputed, storedTables } from './testing/stored-tables.ts'

/**
 * Longest the return to normal may take, ms: a job whose worker was just being given it when Redis went is noticed by its lock,
 * in up to a minute and a half.
 */
const recoveryMs = 120_000
/** Longest a whole test may take, ms. */
const testTimeoutMs = 240_000
/** After so long every connection of the program has noticed that Redis is away, and tries again and again, ms. */
const noticedMs = 3_000
/** Of the program's log, when it did not go on. */
const shownLogChars = 8_000

const folder = await makeTemporaryFolder()
let fixture: Fixture
let undisturbed: Record<string, string>
/** Of the run that nothing disturbs: a test disturbs it at last. */
let first: IngestProcess
const open: Sql[] = []

beforeAll(async () => {
  fixture = await startFixture(folder)
  const sql = await fixture.createDatabase('undisturbed')
  first = fixture.startIngest('undisturbed', 1)
  await until('the undisturbed run', () => isEverythingRecomputed(sql))
  undisturbed = await storedTables(sql)
  await sql.end({ timeout: 1 })
}, testTimeoutMs)
afterEach(async () => {
  fixture.faults.clear()
  await Promise.all(open.splice(0).map((sql) => sql.end({ timeout: 1 })))
})
afterAll(async () => {
  await fixture.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Whether a statement of the program under test waits for a lock. */
async function waits(sql: Sql, database: string, statement: string): Promise<boolean> {
  const rows = await sql`
    select from pg_stat_activity
    where datname = ${database} and wait_event_type = 'Lock' and query ilike ${`%${statement}%`}`
  return rows.length > 0
}

/** Whether the signal is stored: its publisher allows one call in 15 minutes, so that a lost one is not repeated in a test. */
async function isSignalStored(sql: Sql): Promise<boolean> {
  const rows = await sql`
    select from source_status where source = 'grid_signals' and last_success_at is not null`
  return rows.length > 0
}

/** The program goes on by itself, and stores everything. @throws with its log when it does not */
async function expectRecovery(ingest: IngestProcess, sql: Sql): Promise<void> {
  try {
    await until('everything stored', () => isEverythingRecomputed(sql), recoveryMs)
    expect(ingest.exitCode()).toBeNull()
    await ingest.stop()
    expect(await storedTables(sql)).toEqual(undisturbed)
  } catch (error) {
    await ingest.sigkill()
    console.error((await ingest.log).slice(-shownLogChars))
    throw error
  }
}

test(
  'a program told to stop while Redis is away ends in order, before its deadline',
  async () => {
    await fixture.stopRedis()
    await Bun.sleep(noticedMs)
    await first.stop()
    expect(await first.log).toContain('"stopped"')
    expect(first.exitCode()).toBe(0)
    await fixture.restartRedis()
  },
  testTimeoutMs,
)

test(
  'a restart of Redis during a fetch: the same process stores what an undisturbed run stores',
  async () => {
    const sql = await fixture.createDatabase('redis_restarted')
    open.push(sql)
    fixture.faults.set([{ kind: 'slow', subject: 'generation_by_type', delayMs: 3_000, times: 1 }])
    const ingest = fixture.startIngest('redis_restarted', 2)
    await until('a fetch under way', async () => fixture.faults.list().length === 0)
    await fixture.restartRedis()
    await expectRecovery(ingest, sql)
  },
  testTimeoutMs,
)

test(
  'a restart of Postgres inside a transaction: the same process stores what an undisturbed run stores',
  async () => {
    const database = 'postgres_restarted'
    const sql = await fixture.createDatabase(database)
    await createPartitions(sql).ensure('feed_values', [Temporal.Instant.from('2026-02-03T00:00:00Z')])
    const started = Promise.withResolvers<IngestProcess>()
    const restarted = Promise.withResolvers<void>()
    const holder = sql.begin(async (tx) => {
      // The feed stands at the beginning of its transaction until the signal is stored, and then in the middle of it.
      await tx`select pg_advisory_lock(hashtext('feed generation_by_type'))`
      started.resolve(fixture.startIngest(database, 3))
      await until('the feed at its beginning', () => waits(sql, database, 'pg_advisory_xact_lock'))
      await until('the signal', () => isSignalStored(sql))
      await tx`lock table feed_values_2026_02 in share row exclusive mode`
      await tx`select pg_advisory_unlock(hashtext('feed generation_by_type'))`
      await until('a worker inside its transaction', () => waits(sql, database, 'insert into feed_values'))
      restarted.resolve(fixture.restartPostgres())
      await restarted.promise
    })
    // It came as far as to lose its connection.
    await expect(holder).rejects.toThrow('CONNECTION')
    await restarted.promise
    await sql.end({ timeout: 1 })
    const ingest = await started.promise
    const again = createSql(fixture.databaseUrl(database), 'test', 2)
    open.push(again)
    await expectRecovery(ingest, again)
  },
  testTimeoutMs,
)
