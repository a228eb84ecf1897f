import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../testing/stores-fixture.ts'
import { createSql, type Sql } from './client.ts'
import { isPostgresUnavailable, whenPostgresAnswers } from './postgres-unavailable.ts'

let database: TestDatabase
let sql: Sql

beforeAll(async () => {
  database = await createTestDatabase()
  sql = createSql(database.url, 'test', 1)
})
afterAll(async () => {
  await sql.end({ timeout: 1 })
  await database.drop()
})

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  )

test('a server that cannot be reached, or that ends the connection, is away', async () => {
  const nowhere = new URL(database.url)
  nowhere.port = '1'
  const unreachable = createSql(nowhere.href, 'test', 1)
  expect(isPostgresUnavailable(await failureOf(unreachable`select 1`))).toBe(true)
  await unreachable.end({ timeout: 0 })
  const victim = createSql(database.url, 'ended', 1)
  expect(isPostgresUnavailable(await failureOf(victim`select pg_terminate_backend(pg_backend_pid())`))).toBe(true)
  await victim.end({ timeout: 0 })
})

test('a server that refuses a statement is there', async () => {
  expect(isPostgresUnavailable(await failureOf(sql`select 1 / 0`))).toBe(false)
  expect(isPostgresUnavailable(await failureOf(sql`select from no_such_table`))).toBe(false)
  expect(isPostgresUnavailable(new TypeError('a mistake of ours'))).toBe(false)
})

test('the wait ends when Postgres answers, and when the program stops', async () => {
  await whenPostgresAnswers(sql, new AbortController().signal)
  const nowhere = new URL(database.url)
  nowhere.port = '1'
  const unreachable = createSql(nowhere.href, 'test', 1)
  await whenPostgresAnswers(unreachable, AbortSignal.timeout(50))
  await unreachable.end({ timeout: 0 })
})
