import { afterAll, expect, test } from 'bun:test'
import { chmod, cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSql } from '@hexawatt/shared/postgres/client'
import { makeMaintenanceUrl } from './database-store.ts'
import { startEmbeddedPostgres } from './postgres.ts'
import { ensureCluster, findPostgresBinaries } from './postgres-files.ts'
import type { EmbeddedServer } from './processes.ts'
import { findDatabaseUser } from './service-user.ts'
import { isRunningIn } from './system/process-facts.ts'
import { makeTemporaryFolder } from './test-servers.ts'

const folder = await makeTemporaryFolder()
const dataDir = join(folder, 'data')
const clusterDir = join(dataDir, 'postgres')
afterAll(() => rm(folder, { recursive: true, force: true }))

async function withSql<Result>(server: EmbeddedServer, work: (sql: ReturnType<typeof createSql>) => Promise<Result>) {
  const sql = createSql(server.url, 'test', 1)
  return work(sql).finally(() => sql.end({ timeout: 1 }))
}

const readNumbers = (server: EmbeddedServer) =>
  withSql(server, async (sql) => (await sql<{ n: number }[]>`select n from kept order by n`).map(({ n }) => n))

test('data survive a restart of Postgres, and committed data survive its kill', async () => {
  const first = await startEmbeddedPostgres({ dataDir })
  await withSql(first, (sql) => sql`create table kept (n integer)`)
  await withSql(first, (sql) => sql`insert into kept values (1)`)
  await first.stop()
  expect(await isRunningIn(first.pid, clusterDir)).toBe(false)

  const second = await startEmbeddedPostgres({ dataDir })
  await withSql(second, (sql) => sql`insert into kept values (2)`)
  process.kill(second.pid, 'SIGKILL')
  await second.exited

  const third = await startEmbeddedPostgres({ dataDir })
  expect(await readNumbers(third)).toEqual([1, 2])
  await third.stop()
})

test('a Postgres left running by a killed launcher is shut down in order and replaced', async () => {
  const leftover = await startEmbeddedPostgres({ dataDir })
  const next = await startEmbeddedPostgres({ dataDir })
  await leftover.exited
  expect(await readNumbers(next)).toEqual([1, 2])
  await next.stop()
})

test('other users cannot enter the data folder of Postgres, even after a copy that lost its mode', async () => {
  const rights = async () => (await stat(clusterDir)).mode & 0o777
  expect(await rights()).toBe(0o700)
  await chmod(clusterDir, 0o755)
  const server = await startEmbeddedPostgres({ dataDir })
  expect(await rights()).toBe(0o700)
  expect(await readNumbers(server)).toEqual([1, 2])
  await server.stop()
})

test('a pid file that names another living program is deleted, and that program keeps running', async () => {
  await writeFile(join(clusterDir, 'postmaster.pid'), `${process.pid}\n${clusterDir}\n`)
  const server = await startEmbeddedPostgres({ dataDir })
  expect(await readNumbers(server)).toEqual([1, 2])
  await server.stop()
})

test('an interrupted first start does not block the next one', async () => {
  const interrupted = join(folder, 'interrupted')
  await mkdir(join(interrupted, 'postgres.new'), { recursive: true })
  await writeFile(join(interrupted, 'postgres.new', 'PG_VERSION'), '18\n')
  const server = await startEmbeddedPostgres({ dataDir: interrupted })
  const [row] = await withSql(server, (sql) => sql<{ fsync: string }[]>`show fsync`)
  expect(row?.fsync).toBe('on')
  await server.stop()
})

test('a database of another major version of Postgres is refused in one sentence that names both versions', async () => {
  const versionFile = join(clusterDir, 'PG_VERSION')
  const own = await Bun.file(versionFile).text()
  await writeFile(versionFile, '17\n')
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
    `The database in ${clusterDir} is of PostgreSQL 17, and this version of Hexawatt runs PostgreSQL ${own.trim()}: start the version that made it`,
  )
  await writeFile(versionFile, own)
})

/** Kinds of damage, in the order in which a starting server finds them. */
const damages: Record<string, (clusterDir: string) => Promise<unknown>> = {
  'its control file': (clusterDir) => Bun.write(join(clusterDir, 'global/pg_control'), 'x'.repeat(8_192)),
  'its list of databases': (clusterDir) => Bun.write(join(clusterDir, 'global/1262'), 'x'.repeat(8_192)),
  'its version': (clusterDir) => rm(join(clusterDir, 'PG_VERSION')),
}

for (const [what, damage] of Object.entries(damages)) {
  test(`a damaged database is refused with the remedy and only the log of this start, and no server stays: ${what}`, async () => {
    const dataDir = join(folder, what)
    const clusterDir = join(dataDir, 'postgres')
    const earlier = await startEmbeddedPostgres({ dataDir })
    await earlier.stop()
    await damage(clusterDir)
    const refusal = await startEmbeddedPostgres({ dataDir }).then(
      () => 'started',
      (error: Error) => error.message,
    )
    expect(refusal).toContain('restore a backup')
    expect(refusal).toContain('--data-dir')
    // The end of the earlier start.
    expect(refusal).not.toContain('fast shutdown')
    expect(await Bun.file(join(clusterDir, 'postmaster.pid')).exists()).toBe(false)
  })
}

test('a Postgres that runs but cannot create its database is stopped, and the refusal names the remedy', async () => {
  const dataDir = join(folder, 'template')
  const clusterDir = join(dataDir, 'postgres')
  const earlier = await startEmbeddedPostgres({ dataDir })
  const sql = createSql(makeMaintenanceUrl(earlier.url), 'test', 1)
  await sql`drop database hexawatt`
  await sql.end({ timeout: 1 })
  await earlier.stop()
  // The files of the database from which others are copied.
  const template = join(clusterDir, 'base/1')
  for (const name of await readdir(template)) await Bun.write(join(template, name), 'x'.repeat(8_192))
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/cannot read its files: .*\n.*restore a backup/)
  expect(await Bun.file(join(clusterDir, 'postmaster.pid')).exists()).toBe(false)
})

test('a database is created also when the path of the programs contains characters that a shell would change', async () => {
  const nativeDir = join(folder, 'pro$grams `x`/native')
  await cp(await findPostgresBinaries(undefined), nativeDir, { recursive: true, verbatimSymlinks: true })
  const user = await findDatabaseUser(() => undefined)
  const dataDir = join(folder, 'created')
  await mkdir(dataDir)
  const { clusterDir } = await ensureCluster({ dataDir, nativeDir, user })
  expect(await Bun.file(join(clusterDir, 'PG_VERSION')).exists()).toBe(true)
})

test('stopping Postgres twice is harmless', async () => {
  const server = await startEmbeddedPostgres({ dataDir })
  await Promise.all([server.stop(), server.stop()])
  await server.stop()
})
