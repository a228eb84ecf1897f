import { readdir } from 'node:fs/promises'
import type { Sql } from './client.ts'

/** Key of the advisory lock that serialises migrations; any constant. */
const migrationLock = 0x4857

/** Folder of the numbered, forward-only migrations. */
const migrationsFolder = `${import.meta.dir}/migrations`

/**
 * Brings the schema up to date: numbered SQL files, each once, in order, in one transaction each. Safe when several
 * programs call it at once.
 *
 * @returns names of the migrations applied now
 * @throws when an applied file was changed since; unknown migrations of a newer program are ignored
 */
export async function migrate(sql: Sql): Promise<string[]> {
  await sql`create table if not exists schema_migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`
  const applied: string[] = []
  for (const file of await migrationFiles()) {
    if (await applyOnce(sql, file)) applied.push(file.name)
  }
  return applied
}

type MigrationFile = { name: string; text: string; sha256: string }

async function migrationFiles(): Promise<MigrationFile[]> {
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await Bun.file(`${migrationsFolder}/${name}`).text()
      return { name, text, sha256: new Bun.CryptoHasher('sha256').update(text).digest('hex') }
    }),
  )
}

async function applyOnce(sql: Sql, file: MigrationFile): Promise<boolean> {
  return sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${migrationLock})`
    const [known] = await tx<{ sha256: string }[]>`select sha256 from schema_migrations where name = ${file.name}`
    if (known === undefined) {
      await tx.unsafe(file.text)
      await tx`insert into schema_migrations (name, sha256) values (${file.name}, ${file.sha256})`
      return true
    }
    if (known.sha256 !== file.sha256) throw new Error(`migration ${file.name} was changed after it was applied`)
    return false
  })
}
