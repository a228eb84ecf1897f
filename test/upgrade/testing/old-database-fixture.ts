import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { prepareDatabase } from '@hexawatt/shared/postgres/migrate'
import {
  createDatabaseWithoutSchema,
  type TestDatabase,
  testRolePasswords,
} from '@hexawatt/shared/testing/stores-fixture'
import * as v from 'valibot'

const Row = v.record(v.string(), v.unknown())

/**
 * A database as the product wrote it at commit 24b6050 (demo data, two days of points filled and one live, accounts, keys, two months of
 * usage), and what the product of then answered from it. The newest values of feeds and the small payloads stand for all of them, and the
 * keys were made for this file alone.
 */
const OldDatabase = v.object({
  partitions: v.array(v.object({ name: v.string(), parent: v.string(), bounds: v.string() })),
  sequences: v.array(v.object({ name: v.string(), value: v.string() })),
  tables: v.array(v.object({ table: v.string(), columns: v.array(v.string()), rows: v.array(Row) })),
  keys: v.record(v.string(), v.string()),
  /** By month and name of the account. */
  bills: v.record(v.string(), v.record(v.string(), v.object({ requests: v.number(), eur: v.number() }))),
  history: v.looseObject({ points: v.array(Row) }),
})
export type OldDatabase = v.InferOutput<typeof OldDatabase>

const fixture = `${import.meta.dir}/../database-of-24b6050.json.gz`
const migrationsFolder = `${import.meta.dir}/../../../shared/src/postgres/migrations`

/** Reads the fixture. */
export async function readOldDatabase(): Promise<OldDatabase> {
  const text = new TextDecoder().decode(Bun.gunzipSync(await Bun.file(fixture).bytes()))
  return v.parse(OldDatabase, JSON.parse(text))
}

/** Makes the database of then, with the schema of then, and brings it up to date as an upgrade does. */
export async function restoreAndMigrate(old: OldDatabase): Promise<TestDatabase & { applied: string[] }> {
  const database = await createDatabaseWithoutSchema()
  const sql = createSql(database.url, 'upgrade test', 1)
  try {
    await restore(sql, old)
    return { ...database, applied: (await prepareDatabase(sql, testRolePasswords)).applied }
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function restore(sql: Sql, { partitions, sequences, tables }: OldDatabase): Promise<void> {
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
}
