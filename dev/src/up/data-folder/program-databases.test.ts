import { afterAll, expect, test } from 'bun:test'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createSql } from '@hexawatt/shared/postgres/client'
import { migrate } from '@hexawatt/shared/postgres/migrate'
import { programRoles, type RoleProgram, rolePrograms } from '@hexawatt/shared/postgres/roles/program-roles'
import { startEmbeddedPostgres } from '../../embedded/postgres.ts'
import { makeTemporaryFolder } from '../../embedded/test-servers.ts'
import { type ProgramDatabases, prepareProgramDatabases } from './program-databases.ts'

// Roles belong to a server: these tests have one of their own, with one database after the other.
const root = await makeTemporaryFolder()
const server = await startEmbeddedPostgres({ dataDir: join(root, 'server'), isExpendable: true })
afterAll(async () => {
  await server.stop()
  await rm(root, { recursive: true, force: true })
})

const said: string[] = []
let folders = 0
const newFolder = () => join(root, `folder-${++folders}`)

function prepare(dataDir: string, isEmbedded: boolean, databaseUrl = server.url): Promise<ProgramDatabases> {
  said.length = 0
  return prepareProgramDatabases({ databaseUrl, isEmbedded, mode: 'demo', dataDir, say: (text) => said.push(text) })
}

async function newDatabase(name: string): Promise<string> {
  const sql = createSql(server.url, 'test', 1)
  await sql.unsafe(`create database ${name}`).finally(() => sql.end({ timeout: 1 }))
  return Object.assign(new URL(server.url), { pathname: `/${name}` }).href
}

/** Role as which each program works. */
async function usersOf(databases: ProgramDatabases): Promise<Record<string, string | undefined>> {
  const users = rolePrograms.map(async (program) => {
    const sql = createSql(databases[program], 'test', 1)
    const [row] = await sql<{ name: string }[]>`select current_user as name from data_stamp`.finally(() =>
      sql.end({ timeout: 1 }),
    )
    return [program, row?.name] as const
  })
  return Object.fromEntries(await Promise.all(users))
}
const everyRole = Object.fromEntries(rolePrograms.map((program: RoleProgram) => [program, programRoles[program].role]))
const onlyOwner = Object.fromEntries(rolePrograms.map((program) => [program, 'hexawatt']))

test('on a named database server the first start creates the roles, and the next start uses them', async () => {
  const folder = newFolder()
  const first = await prepare(folder, false)
  expect([await usersOf(first), said]).toEqual([everyRole, []])
  expect([await prepare(folder, false), said]).toEqual([first, []])
})

test('roles that another installation uses on a named server keep its passwords, and the owner is used instead and named', async () => {
  const database = await newDatabase('shared_server')
  const folder = newFolder()
  const first = await prepare(folder, true, database)
  const second = await prepare(newFolder(), false, database)
  expect(await usersOf(second)).toEqual(onlyOwner)
  expect(said).toEqual([expect.stringContaining('svc-ingest use the owner of the database in DATABASE_URL')])
  expect(await usersOf(first)).toEqual(everyRole)
})

test('a data folder of a version without roles gets them, with passwords that only its user can read', async () => {
  const database = await newDatabase('former_version')
  const sql = createSql(database, 'test', 1)
  await migrate(sql).finally(() => sql.end({ timeout: 1 }))
  const folder = newFolder()
  expect([await usersOf(await prepare(folder, true, database)), said]).toEqual([everyRole, []])
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777
  expect(await modeOf(join(folder, 'database-passwords'))).toBe(0o700)
  for (const program of rolePrograms) expect(await modeOf(join(folder, 'database-passwords', program))).toBe(0o600)
})

test('a data folder whose passwords are lost gets new ones on its own server', async () => {
  const folder = newFolder()
  const database = await newDatabase('lost_passwords')
  const first = await prepare(folder, true, database)
  await rm(join(folder, 'database-passwords'), { recursive: true })
  const second = await prepare(folder, true, database)
  expect(second).not.toEqual(first)
  expect(await usersOf(second)).toEqual(everyRole)
})

test('a data folder that a newer version has migrated is refused in one sentence, and a server of the user is not', async () => {
  const folder = newFolder()
  const databaseUrl = await newDatabase('newer')
  await prepare(folder, true, databaseUrl)
  const sql = createSql(databaseUrl, 'test', 1)
  await sql`insert into schema_migrations (name, sha256) values ('9999_future.sql', '')`
  await expect(prepare(folder, true, databaseUrl)).rejects.toThrow(
    `The data in ${folder} were used by a newer version of Hexawatt (its schema has 9999_future.sql): start that version or a newer one, or restore a backup of this version.`,
  )
  await prepare(folder, false, databaseUrl)
  await sql.end({ timeout: 1 })
})
