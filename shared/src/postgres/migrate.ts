import { readdir } from 'node:fs/promises'
import type { Sql, TransactionSql } from './client.ts'
import { isPostgresOutage, isTooSlow } from './postgres-unavailable.ts'
import type { RolePasswords } from './roles/program-roles.ts'
import { grantRights } from './roles/rights-store.ts'

/** Key of the advisory lock that serialises migrations; any constant. */
const migrationLock = 0x4857

/** Folder of the numbered, forward-only migrations. */
const migrationsFolder = `${import.meta.dir}/migrations`

/**
 * Longest wait for a table that somebody holds, ms: meanwhile every reader of the table waits behind the migration. A request that reads twice may wait behind two
 * tries, and the gateway gives it up after five seconds.
 */
const lockTimeoutMs = 1_000

/** Maximum wait for another migrating program, ms: nothing waits behind this one. */
const turnTimeoutMs = 30 * 60_000

/**
 * Maximum number of attempts for a migration whose table is locked, and the pauses between attempts, ms: half an hour in all. The first pause is as
 * long as a wait, so that waiting readers are answered before the next attempt.
 */
const maxTries = 120
const [firstPauseMs, longestPauseMs] = [lockTimeoutMs, 15_000]

/** Replaced only by tests. */
export type MigrateSeams = {
  folder?: string
  lockTimeoutMs?: number
  pause?: (ms: number) => Promise<void>
}

/**
 * Brings the schema up to date, then grants the program roles their rights and sets the given passwords. Run it as the owner of the schema. Rights that
 * a newer program granted for its own needs stay.
 *
 * @returns names of the newly applied migrations, and sentences with the statements that an administrator must run
 * @throws as {@link migrate} does
 */
export async function prepareDatabase(
  sql: Sql,
  passwords: RolePasswords = {},
): Promise<{ applied: string[]; remarks: string[] }> {
  const applied = await migrate(sql)
  const remarks = (await findNewerMigration(sql)) !== null ? [] : await grantRights(sql, passwords)
  return { applied, remarks }
}

/**
 * Brings the schema up to date: numbered SQL files, each once, in order, in one transaction each. Safe when several programs call it at once. A
 * migration runs as long as it takes, but waits for no table longer than a second at a time: it is rolled back and tried again, so that
 * readers are not held up behind it.
 *
 * @returns names of the migrations applied now
 * @throws when an applied file was changed since, or when a table was held at every try; unknown migrations of a newer program are ignored
 */
export async function migrate(sql: Sql, seams: MigrateSeams = {}): Promise<string[]> {
  await sql.begin(async (tx) => {
    // Two programs that create one table at once would fail, although each of them asks whether it exists.
    await acquireMigrationLock(tx)
    await tx`create table if not exists schema_migrations (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now())`
  })
  const applied: string[] = []
  for (const file of await readMigrationFiles(seams.folder)) {
    if (await applyWithRetries(sql, file, seams)) applied.push(file.name)
  }
  return applied
}

/** Name of the newest migration that this program knows. */
export async function findNewestMigration(): Promise<string> {
  return (await listMigrationNames(migrationsFolder)).at(-1) ?? ''
}

/** Name of the newest applied migration that this program does not know, because a newer program applied it; null when there is none. */
export async function findNewerMigration(sql: Sql): Promise<string | null> {
  const known = await listMigrationNames(migrationsFolder)
  const [row] = await sql<{ name: string }[]>`
    select name from schema_migrations where name <> all(${known}::text[]) order by name desc limit 1`
  return row?.name ?? null
}

type MigrationFile = { name: string; text: string; sha256: string }

async function listMigrationNames(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

async function readMigrationFiles(folder = migrationsFolder): Promise<MigrationFile[]> {
  return Promise.all(
    (await listMigrationNames(folder)).map(async (name) => {
      const text = await Bun.file(`${folder}/${name}`).text()
      return { name, text, sha256: new Bun.CryptoHasher('sha256').update(text).digest('hex') }
    }),
  )
}

async function applyWithRetries(sql: Sql, file: MigrationFile, seams: MigrateSeams): Promise<boolean> {
  const { pause = Bun.sleep } = seams
  for (let tries = 1; ; tries++) {
    try {
      return await applyOnce(sql, file, seams)
    } catch (error) {
      if ((!isTooSlow(error) && !isPostgresOutage(error)) || tries === maxTries) throw error
      await pause(Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs))
    }
  }
}

async function applyOnce(sql: Sql, file: MigrationFile, seams: MigrateSeams): Promise<boolean> {
  return sql.begin(async (tx) => {
    await acquireMigrationLock(tx)
    const [known] = await tx<{ sha256: string }[]>`select sha256 from schema_migrations where name = ${file.name}`
    if (known === undefined) {
      await limitLockWait(tx, seams.lockTimeoutMs ?? lockTimeoutMs)
      await tx.unsafe(file.text)
      await tx`insert into schema_migrations (name, sha256) values (${file.name}, ${file.sha256})`
      return true
    }
    if (known.sha256 !== file.sha256) throw new Error(`migration ${file.name} was changed after it was applied`)
    return false
  })
}

/** Waits for another program that migrates. */
async function acquireMigrationLock(tx: TransactionSql): Promise<void> {
  await limitLockWait(tx, turnTimeoutMs)
  await tx`select pg_advisory_xact_lock(${migrationLock})`
}

/** For the rest of the transaction: no statement timeout, and this limit for a wait for a lock. */
async function limitLockWait(tx: TransactionSql, lockMs: number): Promise<void> {
  await tx`select set_config('statement_timeout', '0', true), set_config('lock_timeout', ${String(lockMs)}, true)`
}
