import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { generousPlanTable } from '@hexawatt/gateway/src/testing/gateway-fixture.ts'
import { flushUsage } from '@hexawatt/gateway/src/usage/usage-flush.ts'
import { createUsageStore } from '@hexawatt/gateway/src/usage/usage-store.ts'
import { sourceIds } from '@hexawatt/shared/grid/feeds'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { prepareDatabase } from '@hexawatt/shared/postgres/migrate'
import { isPostgresOutage } from '@hexawatt/shared/postgres/postgres-unavailable'
import {
  createDatabaseWithoutSchema,
  type TestDatabase,
  testRolePasswords,
} from '@hexawatt/shared/testing/stores-fixture'
import { createMonthCounts } from '@hexawatt/shared/usage/month-counts'
import { computePoint } from '@hexawatt/svc-ingest/src/points/compute-point.ts'
import { revokeKey } from '@hexawatt/svc-web/src/accounts/account-changes.ts'
import { createSilentAccounts, createTestKey } from '@hexawatt/svc-web/src/testing/account-fixture.ts'
import { until } from '../disasters/testing/servers-fixture.ts'
import { storedTables } from '../disasters/testing/stored-tables.ts'
import { createPolledDatabase } from '../testing/ingest-fixture.ts'
import { type System, startSystem } from '../testing/system-fixture.ts'
import { foundPgbouncer, startPgbouncer } from './testing/pgbouncer-fixture.ts'

if ('missing' in foundPgbouncer) console.warn(`SKIPPED: Postgres through PgBouncer: ${foundPgbouncer.missing}`)

const asOf = '2026-02-03T17:35:00Z'
const tick = Temporal.Instant.from('2026-02-03T17:40:00Z')

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  )

describe.skipIf('missing' in foundPgbouncer)('through PgBouncer in transaction mode', () => {
  let database: TestDatabase
  const open: { stop: () => Promise<void> }[] = []

  beforeAll(async () => {
    database = await createDatabaseWithoutSchema()
  })
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.stop()
  })
  afterAll(() => database.drop())

  async function pooledUrl(poolSize: number, settings = {}, databaseUrl = database.url): Promise<string> {
    const pooler = await startPgbouncer({ databaseUrl, poolSize, settings })
    open.push(pooler)
    return pooler.url
  }

  function sqlOf(url: string, connections = 1, program = 'test'): Sql {
    const sql = createSql(url, program, connections)
    open.push({ stop: () => sql.end({ timeout: 1 }) })
    return sql
  }

  test('with two connections to Postgres per role the product stores and answers the same as without PgBouncer', async () => {
    const url = await pooledUrl(2)
    expect((await prepareDatabase(sqlOf(url), testRolePasswords)).applied.length).toBeGreaterThan(0)
    const system = await startSystem({ asOf, databaseUrl: url })
    open.push(system)
    expect(await system.poll(...sourceIds)).toEqual(sourceIds.map(() => null))
    await expectSameTables(system)
    system.clock.moveTo(tick.toString())
    expect(await computePoint(system.ingest, tick)).toBe('stored')
    await expectAnswers(system)
    await expectUsageAndRevocation(system)
  })

  test('statements of several programs over few connections never get rows of another program', async () => {
    const url = await pooledUrl(2)
    const answers = ['one', 'two', 'three'].flatMap((program) => {
      const sql = sqlOf(url, 2, program)
      return Array.from({ length: 200 }, async (_, index) => {
        // Behind a statement without a parameter the driver would send a second statement.
        const [row] =
          index % 2 === 0
            ? await sql`select current_setting('application_name') as own`
            : await sql`select ${`hexawatt ${program}`}::text as own, ${index}::int as number`
        return row?.['own'] === `hexawatt ${program}`
      })
    })
    expect((await Promise.all(answers)).every(Boolean)).toBe(true)
  }, 30_000)

  test('a connection that finds no room, waits too long or finds no server counts as an outage', async () => {
    // The only connection belongs to its own check, or to this test.
    const full = await pooledUrl(1, { max_client_conn: 1 })
    const outcomes = await Promise.all([1, 2].map(() => failureOf(sqlOf(full)`select pg_sleep(0.1)`)))
    expect(outcomes.filter(isPostgresOutage).length).toBeGreaterThan(0)

    const slow = await pooledUrl(1, { query_wait_timeout: 1 })
    const holder = sqlOf(slow)
    const release = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const holding = holder.begin(async (tx) => {
      await tx`select 1`
      held.resolve()
      await release.promise
    })
    await held.promise
    const late = await failureOf(sqlOf(slow)`select 1`)
    release.resolve()
    await holding
    expect(late).toMatchObject({ message: 'query_wait_timeout' })
    expect(isPostgresOutage(late)).toBe(true)

    const nowhere = new URL(database.url)
    nowhere.port = '1'
    const away = await pooledUrl(1, { query_wait_timeout: 2 }, nowhere.href)
    expect(isPostgresOutage(await failureOf(sqlOf(away)`select 1`))).toBe(true)
  })

  test('the statement time-out of the role or database applies, and no session keeps a prepared statement', async () => {
    const administrator = createSql(database.url, 'test', 1)
    await administrator`alter database ${administrator(new URL(database.url).pathname.slice(1))} set statement_timeout = '30s'`
    await administrator.end({ timeout: 1 })
    const sql = sqlOf(await pooledUrl(1), 4)
    await Promise.all(Array.from({ length: 20 }, (_, index) => sql`select ${index}::int as number`))
    expect(
      await sql`select current_setting('statement_timeout') as timeout, current_setting('timezone') as zone,
      (select count(*)::int from pg_prepared_statements) as prepared`,
    ).toEqual([{ timeout: '30s', zone: 'UTC', prepared: 0 }] as never)
  })
})

/** The tables equal the tables of a run without PgBouncer. */
async function expectSameTables(system: System): Promise<void> {
  const direct = await createPolledDatabase(asOf, sourceIds)
  const sql = createSql(direct.url, 'test', 1)
  const [expected, stored] = [await storedTables(sql), await storedTables(system.sql)]
  await sql.end({ timeout: 1 })
  await direct.drop()
  expect(stored).toEqual(expected)
}

async function expectAnswers(system: System): Promise<void> {
  for (const path of [
    '/v1/score',
    '/v1/carbon/intensity',
    '/v1/score/history?from=2026-02-03T00:00Z&granularity=raw',
    '/v1/score/analytics',
    '/v1/forecast/archive',
    '/api/coverage',
    '/api/accuracy',
    '/api/status',
  ]) {
    const response = await system.get(path)
    expect([path, response.status]).toEqual([path, 200])
    await response.text()
  }
}

/** A request is counted and its count is written; its key is revoked, which the gateway learns only from Postgres. */
async function expectUsageAndRevocation(system: System): Promise<void> {
  const accounts = createSilentAccounts({ sql: system.sql, planTable: generousPlanTable })
  const { key, keyId } = await createTestKey({ accounts }, 'pro')
  const statusOf = async () => (await system.get('/v1/score', { 'x-api-key': key })).status
  expect(await statusOf()).toBe(200)
  const store = createUsageStore(system.sql, generousPlanTable.plans)
  const flushed = await flushUsage({ counts: createMonthCounts(system.redis, generousPlanTable.plans), store })
  expect(flushed.counts).toBeGreaterThan(0)
  await revokeKey(accounts, { keyId })
  await until('the refusal', async () => (await statusOf()) === 401)
}
