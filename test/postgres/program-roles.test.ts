import { beforeEach, expect, test } from 'bun:test'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@hexawatt/dev/src/embedded/postgres.ts'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { prepareDatabase } from '@hexawatt/shared/postgres/migrate'
import {
  buildRoleDatabaseUrl,
  programRoles,
  type RoleProgram,
  rolePrograms,
} from '@hexawatt/shared/postgres/roles/program-roles'
import { closeAtEnd, stopAtEnd } from '@hexawatt/shared/testing/close-at-end'

// Roles belong to a server: these tests have one of their own.
const dataDir = await makeTemporaryFolder()
closeAtEnd(() => rm(dataDir, { recursive: true, force: true }))
const server = stopAtEnd(await startEmbeddedPostgres({ dataDir, isExpendable: true }))
const administrator = createSql(server.url, 'test', 1)
await administrator`alter system set log_statement = 'all'`
await administrator`select pg_reload_conf()`

const open: Sql[] = []
let databases = 0
let database: string

closeAtEnd(() => Promise.all([administrator, ...open].map((sql) => sql.end({ timeout: 1 }))))
beforeEach(async () => {
  database = await createDatabase()
})

async function createDatabase(owner = 'hexawatt'): Promise<string> {
  const name = `own_${++databases}`
  await administrator.unsafe(`create database ${name} owner ${owner}`)
  return Object.assign(new URL(server.url), { pathname: `/${name}` }).href
}

function sqlOf(url: string): Sql {
  const sql = createSql(url, 'test', 1)
  open.push(sql)
  return sql
}

const passwordOf = (program: RoleProgram, version = 1) => `secret-of-${program}-version-${version}`
const passwords = Object.fromEntries(rolePrograms.map((program) => [program, passwordOf(program)]))

/** Why a program cannot log in with a password; null when it can. */
const loginProblem = (program: RoleProgram, password: string): Promise<unknown> =>
  sqlOf(buildRoleDatabaseUrl(database, program, password))`select 1`.then(
    () => null,
    (error: Error) => ('code' in error ? error.code : error),
  )

async function removeRoles(): Promise<void> {
  const databasesOfRoles = await administrator<{ name: string }[]>`
    select datname as name from pg_database where datname like 'own_%'`
  for (const { name } of databasesOfRoles) await administrator.unsafe(`drop database ${name} with (force)`)
  for (const { role } of Object.values(programRoles)) await administrator.unsafe(`drop role if exists ${role}`)
}

const wrongPassword = '28P01'

test('a role cannot log in before it has a password, keeps it if none is given, and can only change its own', async () => {
  const sql = sqlOf(database)
  expect((await prepareDatabase(sql)).remarks).toEqual([])
  expect(await loginProblem('svc-web', passwordOf('svc-web'))).toBe(wrongPassword)
  await prepareDatabase(sql, passwords)
  await prepareDatabase(sql)
  for (const program of rolePrograms)
    expect([program, await loginProblem(program, passwordOf(program))]).toEqual([program, null])
  await prepareDatabase(sql, { 'svc-web': passwordOf('svc-web', 2) })
  expect(await loginProblem('svc-web', passwordOf('svc-web', 2))).toBeNull()
  expect(await loginProblem('svc-web', passwordOf('svc-web'))).toBe(wrongPassword)
  expect(await loginProblem('gateway', passwordOf('gateway'))).toBeNull()
})

test('a second login with a program’s role has its rights, so that two passwords are valid during a replacement', async () => {
  await prepareDatabase(sqlOf(database), passwords)
  await administrator`create role hexawatt_web_2027 login in role hexawatt_web password 'second-password-of-web'`
  await administrator`alter role hexawatt_web_2027 set role hexawatt_web`
  const url = Object.assign(new URL(database), { username: 'hexawatt_web_2027', password: 'second-password-of-web' })
  const second = sqlOf(url.href)
  await second`insert into accounts (id, name, plan) values ('acc_1', 'one', 'pro')`
  await expect(second.unsafe('delete from accounts')).rejects.toThrow('permission denied')
  expect((await prepareDatabase(sqlOf(database))).remarks).toEqual([])
})

test('no statement and no line of the server’s log contains a password', async () => {
  await prepareDatabase(sqlOf(database), passwords)
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8')
  expect(log).toContain("alter role hexawatt_web login password 'SCRAM-SHA-256$")
  expect(log).not.toContain('secret-of-')
})

test('databases migrated at once on one server share the roles, and each grants its own rights', async () => {
  await removeRoles()
  const urls = await Promise.all([1, 2, 3, 4, 5, 6].map(() => createDatabase()))
  const twice = [...urls, ...urls]
  const prepared = await Promise.all(twice.map((url) => prepareDatabase(sqlOf(url), passwords)))
  expect(prepared.flatMap(({ remarks }) => remarks)).toEqual([])
  for (const url of urls) {
    const ingest = sqlOf(buildRoleDatabaseUrl(url, 'svc-ingest', passwordOf('svc-ingest')))
    await ingest`insert into data_stamp (mode) values ('demo')`
    await expect(
      sqlOf(buildRoleDatabaseUrl(url, 'svc-score', passwordOf('svc-score'))).unsafe('delete from data_stamp'),
    ).rejects.toThrow('permission denied')
  }
})

test('further grants are revoked, also from public, and a second run changes nothing', async () => {
  const sql = sqlOf(database)
  await prepareDatabase(sql, passwords)
  await sql`select create_month_partition('score_points', '2026-01-01')`
  await sql`create table notes_of_the_operator (a int)`
  const granted = () => sql<{ acl: string }[]>`
    select relname || relacl::text as acl from pg_class where relacl::text ~ 'hexawatt_|[{,]=' and relnamespace = 'public'::regnamespace
    union all select attname || attacl::text from pg_attribute where attacl is not null and attrelid > 16000
    union all select proname || coalesce(proacl::text, 'everybody') from pg_proc where pronamespace = 'public'::regnamespace
    union all select nspname || nspacl::text from pg_namespace where nspname = 'public'
    union all select datname || datacl::text from pg_database where datname = current_database() order by 1`
  const before = await granted()
  expect(before.length).toBeGreaterThan(60)
  await sql.unsafe(`
    grant delete on score_days to hexawatt_score;
    grant update (plan) on accounts to hexawatt_gateway;
    grant select on score_points_2026_01 to hexawatt_history;
    grant select on notes_of_the_operator to public;
    grant insert on api_keys to public;
    grant usage on sequence raw_payload_id to public;
    grant execute on function create_month_partition to public;
    grant create on schema public to public, hexawatt_web;
    grant temporary on database ${new URL(database).pathname.slice(1)} to public;
    grant select on data_stamp to hexawatt_web with grant option;
    revoke select on live_snapshots from hexawatt_carbon`)
  await prepareDatabase(sql)
  expect(await granted()).toEqual(before)
  const versions = () =>
    sql`select oid, xmin::text from pg_class where relnamespace = 'public'::regnamespace order by oid`
  const unchanged = await versions()
  await prepareDatabase(sql)
  expect(await versions()).toEqual(unchanged)
})

test('an older program keeps the rights that a newer one has granted', async () => {
  const sql = sqlOf(database)
  await prepareDatabase(sql, passwords)
  await sql`create table table_of_a_newer_version (a int)`
  await sql`grant select on table_of_a_newer_version to hexawatt_web`
  await sql`insert into schema_migrations (name, sha256) values ('9999_newer.sql', '')`
  await prepareDatabase(sql)
  const web = sqlOf(buildRoleDatabaseUrl(database, 'svc-web', passwordOf('svc-web')))
  expect([...(await web`select a from table_of_a_newer_version`)]).toEqual([])
})

test('an owner that may not create roles migrates, learns what an administrator must run, and then grants the rights', async () => {
  await removeRoles()
  await administrator`create role plain_owner login password 'plain-owner-password'`
  const url = Object.assign(new URL(await createDatabase('plain_owner')), {
    username: 'plain_owner',
    password: 'plain-owner-password',
  }).href
  const owner = sqlOf(url)
  const first = await prepareDatabase(owner, passwords)
  expect(first.applied.length).toBeGreaterThan(20)
  expect(first.remarks).toHaveLength(rolePrograms.length)
  expect(first.remarks[0]).toContain('"create role hexawatt_gateway login"')
  database = url
  for (const program of rolePrograms) {
    await administrator.unsafe(`create role ${programRoles[program].role} login password '${passwordOf(program)}'`)
  }
  expect((await prepareDatabase(owner)).remarks).toEqual([])
  expect(await loginProblem('svc-web', passwordOf('svc-web'))).toBeNull()
  const web = sqlOf(buildRoleDatabaseUrl(url, 'svc-web', passwordOf('svc-web')))
  expect([...(await web`select id from members`)]).toEqual([])
  const refused = await prepareDatabase(owner, { gateway: passwordOf('gateway', 2) })
  expect(refused.remarks).toEqual([expect.stringContaining('The password of hexawatt_gateway was not set')])
})

test('a role with more rights than planned and a database of another owner are named', async () => {
  await prepareDatabase(sqlOf(database), passwords)
  await administrator`alter role hexawatt_score createdb`
  await administrator`grant hexawatt_ingest to hexawatt_history`
  await administrator`create role schema_owner login createrole password 'schema-owner-password'`
  const other = await createDatabase()
  const setup = sqlOf(other)
  await setup`alter schema public owner to schema_owner`
  const url = Object.assign(new URL(other), { username: 'schema_owner', password: 'schema-owner-password' }).href
  const { remarks } = await prepareDatabase(sqlOf(url))
  expect(remarks).toEqual([
    'The role hexawatt_score may do more than the program needs: create databases. Take that away.',
    'The role hexawatt_history may do more than the program needs: member of hexawatt_ingest. Take that away.',
    expect.stringMatching(
      /^The database own_\d+ belongs to another user, who runs: revoke create, temporary on database/,
    ),
  ])
  await administrator`alter role hexawatt_score nocreatedb`
  await administrator`revoke hexawatt_ingest from hexawatt_history`
})
