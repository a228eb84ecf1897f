import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabaseWithoutSchema, type TestDatabase } from '../testing/stores-fixture.ts'
import { createSql, type Sql } from './client.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let sql: Sql
let folder: string

beforeEach(async () => {
  database = await createDatabaseWithoutSchema()
  sql = createSql(database.url, 'test', 1)
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
})
afterEach(async () => {
  await sql.end({ timeout: 1 })
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const addMigration = (name: string, text: string) => writeFile(join(folder, name), text)

test('a migration has no statement time-out and waits one second for a table; other statements keep their time-out', async () => {
  await addMigration(
    '0001_settings.sql',
    `create table seen as select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`,
  )
  await migrate(sql, { folder })
  expect([...(await sql`select statement, lock from seen`)]).toEqual([{ statement: '0', lock: '1s' }])
  expect([...(await sql`select current_setting('statement_timeout') as statement`)]).toEqual([{ statement: '30s' }])
})

test('a migration of a locked table lets readers pass, and is retried until the table is free', async () => {
  await sql`create table held (a int)`
  await addMigration('0001_column.sql', 'alter table held add column b int')
  const [holder, reader] = [createSql(database.url, 'holder', 1), createSql(database.url, 'reader', 1)]
  const release = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  const holding = holder.begin(async (tx) => {
    await tx`select from held`
    isHeld.resolve()
    await release.promise
  })
  await isHeld.promise
  const pauses: number[] = []
  const applied = await migrate(sql, {
    folder,
    lockTimeoutMs: 20,
    async pause(ms) {
      // Between two tries nothing waits for the table: whoever reads it is answered.
      await reader`select from held`
      pauses.push(ms)
      if (pauses.length === 3) {
        release.resolve()
        await holding
      }
    },
  })
  await Promise.all([holder.end({ timeout: 1 }), reader.end({ timeout: 1 })])
  expect(applied).toEqual(['0001_column.sql'])
  expect(pauses).toEqual([1_000, 2_000, 4_000])
})

test('a failing migration is not retried, and one whose table is never free ends after 119 pauses', async () => {
  await addMigration('0001_wrong.sql', 'alter table nothing add column b int')
  let pauses = 0
  const pause = async () => {
    pauses++
  }
  await expect(migrate(sql, { folder, pause })).rejects.toThrow('nothing')
  expect(pauses).toBe(0)
  await addMigration('0001_wrong.sql', `do $$ begin raise exception 'held' using errcode = '55P03'; end $$`)
  await expect(migrate(sql, { folder, pause })).rejects.toThrow('held')
  expect(pauses).toBe(119)
})

test('a second migrating program waits for the first, and applies nothing twice', async () => {
  const other = createSql(database.url, 'test', 1)
  await migrate(sql, { folder })
  await addMigration('0001_slow.sql', 'create table once (a int); select pg_sleep(0.2)')
  const applied = await Promise.all([sql, other].map((program) => migrate(program, { folder, lockTimeoutMs: 10 })))
  await other.end({ timeout: 1 })
  expect(applied.flat()).toEqual(['0001_slow.sql'])
})
