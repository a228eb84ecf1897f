import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { prepareDatabase } from '@hexawatt/shared/postgres/migrate'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import {
  createDatabaseWithoutSchema,
  createTestRedisUrl,
  type TestDatabase,
  testRolePasswords,
} from '@hexawatt/shared/testing/stores-fixture'
import * as v from 'valibot'
import type { RecordedAnswers } from './recorded-answers.ts'

const Row = v.record(v.string(), v.unknown())

/** Tables of Postgres as a former version of the product wrote them. */
const Tables = v.object({
  partitions: v.array(v.object({ name: v.string(), parent: v.string(), bounds: v.string() })),
  sequences: v.array(v.object({ name: v.string(), value: v.string() })),
  tables: v.array(v.object({ table: v.string(), columns: v.array(v.string()), rows: v.array(Row) })),
})
type Tables = v.InferOutput<typeof Tables>

/**
 * What commit 24b6050 wrote (demo data, two days of points filled and one live, accounts, keys, two months of usage) and answered from it. The newest
 * values of feeds and the small payloads stand for all of them, and the keys were made for this file only.
 */
const Of24b6050 = v.object({
  ...Tables.entries,
  keys: v.record(v.string(), v.string()),
  /** By month and name of the account. */
  bills: v.record(v.string(), v.record(v.string(), v.object({ requests: v.number(), eur: v.number() }))),
  history: v.looseObject({ points: v.array(Row) }),
})

/** What `make-fixture.ts` recorded of commit 230e4e1d: both stores, what to ask with, and the answers of that version. */
const Of230e4e1d = v.object({
  ...Tables.entries,
  recordedAt: v.string(),
  secrets: v.record(v.string(), v.string()),
  plans: v.record(v.string(), v.unknown()),
  asked: v.object({
    keys: v.record(v.string(), v.string()),
    cookies: v.record(v.string(), v.string()),
    webhooks: v.array(v.object({ alertId: v.string(), secret: v.string() })),
    from: v.string(),
    to: v.string(),
    month: v.string(),
  }),
  answers: v.custom<RecordedAnswers>((input) => typeof input === 'object' && input !== null),
  redis: v.array(v.object({ key: v.string(), value: v.string() })),
})
export type Recording = v.InferOutput<typeof Of230e4e1d>

const migrationsFolder = `${import.meta.dir}/../../../shared/src/postgres/migrations`

export const fileOf = (commit: string): string => `${import.meta.dir}/../database-of-${commit}.json.gz`

async function readFixture<Output>(commit: string, schema: v.GenericSchema<unknown, Output>): Promise<Output> {
  const text = new TextDecoder().decode(Bun.gunzipSync(await Bun.file(fileOf(commit)).bytes()))
  return v.parse(schema, JSON.parse(text))
}

export const readFixtureOf24b6050 = () => readFixture('24b6050', Of24b6050)
export const readFixtureOf230e4e1d = () => readFixture('230e4e1d', Of230e4e1d)

/** Makes a database with the schema and the rows of a former version. */
export async function restoreDatabase(old: Tables): Promise<TestDatabase> {
  const database = await createDatabaseWithoutSchema()
  const sql = createSql(database.url, 'upgrade test', 1)
  try {
    await restore(sql, old)
    return database
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** {@link restoreDatabase}, brought up to date as an upgrade does. */
export async function restoreAndMigrate(old: Tables): Promise<TestDatabase & { applied: string[] }> {
  const database = await restoreDatabase(old)
  const sql = createSql(database.url, 'upgrade test', 1)
  try {
    return { ...database, applied: (await prepareDatabase(sql, testRolePasswords)).applied }
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Makes a Redis database with the strings of a former version. The times to live of then are not known: here they expire after an hour. */
export async function restoreRedis({ redis: strings }: Pick<Recording, 'redis'>): Promise<string> {
  const url = await createTestRedisUrl()
  const redis = createRedis(url, createLogger('upgrade test', 'silent'))
  try {
    await whenRedisReady(redis)
    for (const { key, value } of strings) await redis.set(key, Buffer.from(value, 'base64'), 'EX', 3_600)
    return url
  } finally {
    redis.disconnect()
  }
}

async function restore(sql: Sql, { partitions, sequences, tables }: Tables): Promise<void> {
  await sql`create table schema_migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`
  const applied = tables.find(({ table }) => table === 'schema_migrations')?.rows ?? []
  for (const name of applied.map(({ name }) => String(name)).sort()) {
    await sql.unsafe(await Bun.file(`${migrationsFolder}/${name}`).text())
  }
  for (const { name, parent, bounds } of partitions) {
    await sql.unsafe(`create table ${name} partition of ${parent} ${bounds}`)
  }
  // Triggers and foreign keys have done their work when the rows were written.
  await sql`set session_replication_role = replica`
  for (const { table, columns, rows } of tables) {
    const names = columns.map((column) => `"${column}"`).join(', ')
    await sql`delete from ${sql(table)}`
    await sql.unsafe(
      `insert into ${table} (${names}) overriding system value
       select ${names} from json_populate_recordset(null::${table}, $1::text::json)`,
      [JSON.stringify(rows)],
    )
  }
  for (const { name, value } of sequences) await sql`select setval(${name}::text::regclass, ${value}::text::bigint)`
  // A session ends by the real time, and the recording gets older.
  if (tables.some(({ table }) => table === 'member_sessions')) {
    await sql`update member_sessions set expires_at = now() + interval '30 days'`
  }
}
