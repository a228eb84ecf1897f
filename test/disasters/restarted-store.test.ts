import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { temporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { createPartitions } from '@hexawatt/svc-ingest/src/pipeline/partition-store.ts'
import { type Ground, startGround, until } from './ingest-ground.ts'
import { isEverythingStored, storedTables } from './stored-tables.ts'

const folder = await temporaryFolder()
let ground: Ground
let undisturbed: Record<string, string>
const open: Sql[] = []

beforeAll(async () => {
  ground = await startGround(folder)
  const sql = await ground.createDatabase('undisturbed')
  const ingest = ground.startIngest('undisturbed', 1)
  await until('the undisturbed run', () => isEverythingStored(sql))
  await ingest.stop()
  undisturbed = await storedTables(sql)
  await sql.end({ timeout: 1 })
})
afterEach(async () => {
  ground.faults.clear()
  await Promise.all(open.splice(0).map((sql) => sql.end({ timeout: 1 })))
})
afterAll(async () => {
  await ground.stop()
  await rm(folder, { recursive: true, force: true })
})

test('Redis restarted during a fetch: the same process goes on and stores what an undisturbed run stores', async () => {
  const sql = await ground.createDatabase('redis_restarted')
  open.push(sql)
  ground.faults.set([{ kind: 'slow', subject: 'generation_by_type', delayMs: 3_000, times: 1 }])
  const ingest = ground.startIngest('redis_restarted', 2)
  await until('a fetch under way', async () => ground.faults.list().length === 0)
  await ground.restartRedis()
  await until('everything stored', () => isEverythingStored(sql))
  expect(ingest.exitCode()).toBeNull()
  await ingest.stop()
  expect(await storedTables(sql)).toEqual(undisturbed)
})

test('Postgres restarted inside a transaction: the same process goes on and stores what an undisturbed run stores', async () => {
  const sql = await ground.createDatabase('postgres_restarted')
  const partitions = createPartitions(sql)
  await partitions.ensure('feed_values', [Temporal.Instant.from('2026-02-03T00:00:00Z')])
  const waiting = async () => {
    const rows = await sql`
      select 1 from pg_stat_activity where datname = 'postgres_restarted' and wait_event_type = 'Lock'
        and query ilike '%insert into feed_values%'`
    return rows.length > 0
  }
  let ingest: ReturnType<Ground['startIngest']> | null = null
  const held = sql.begin(async (tx) => {
    await tx`lock table feed_values_2026_02 in share row exclusive mode`
    ingest = ground.startIngest('postgres_restarted', 3)
    await until('a worker inside its transaction', waiting)
    await ground.restartPostgres()
  })
  await held.catch(() => undefined)
  await sql.end({ timeout: 1 }).catch(() => undefined)
  const again = createSql(ground.databaseUrl('postgres_restarted'), 'test', 2)
  open.push(again)
  await until('everything stored', () => isEverythingStored(again))
  const survivor = ingest as ReturnType<Ground['startIngest']> | null
  expect(survivor?.exitCode()).toBeNull()
  await survivor?.stop()
  expect(await storedTables(again)).toEqual(undisturbed)
})
