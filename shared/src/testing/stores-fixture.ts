import { createSql, type Sql } from '../postgres/client.ts'
import { prepareDatabase } from '../postgres/migrate.ts'
import {
  buildRoleDatabaseUrl,
  programRoles,
  type RolePasswords,
  type RoleProgram,
  rolePrograms,
} from '../postgres/roles/program-roles.ts'
import { createRedis, whenRedisReady } from '../redis/client.ts'
import { createLogger } from '../telemetry/logger.ts'

/** A database of one test file's own, with the whole schema and no rows. */
export type TestDatabase = {
  /** As the owner of the schema. */
  url: string
  /** As a program, with the rights of its role. */
  urlOf(program: RoleProgram): string
  /** The same without a bound on the connections of a pool: for tests that hold up several statements at once. */
  unboundUrl: string
  /** Removes it, also while connections to it are open. */
  drop(): Promise<void>
}

/** Expensive initial content of databases: filled once per run, then cloned. */
export type TestContent = {
  /** The same for the same content: at most 39 lowercase letters, digits and underscores. */
  name: string
  /** Fills an empty, migrated database, and leaves no connection to it. */
  fill(databaseUrl: string): Promise<void>
}

const buildTestPassword = (program: RoleProgram): string => `test-password-of-${programRoles[program].role}`

/** Passwords of the programs' roles on the test server, which all of its databases share. */
export const testRolePasswords: RolePasswords = Object.fromEntries(
  rolePrograms.map((program) => [program, buildTestPassword(program)]),
)

/** Address of a database of the test server for a program. */
export function buildTestRoleUrl(databaseUrl: string, program: RoleProgram): string {
  return buildRoleDatabaseUrl(databaseUrl, program, buildTestPassword(program))
}

export function buildTestRoleUrls(databaseUrl: string): Record<RoleProgram, string> {
  // Every program of the type is one of the list.
  return Object.fromEntries(rolePrograms.map((program) => [program, buildTestRoleUrl(databaseUrl, program)])) as Record<
    RoleProgram,
    string
  >
}

const templateName = 'hexawatt_template'

/** Any constant: the holder of the advisory lock of this number and a template name creates that template. */
const templateLock = 0x4858

/** Databases that the test Redis is started with; number 0 holds the counter. */
const redisDatabases = 1024

/**
 * Makes a migrated database, empty or with `content`, by cloning a template, which the first caller of a run makes.
 *
 * @throws when the test servers are not running, or the error of the content
 */
export function createTestDatabase(content?: TestContent): Promise<TestDatabase> {
  return createDatabase(async (sql, name, serverUrl) => {
    let template = templateName
    await ensureTemplate(sql, serverUrl, { name: template, base: null, fill: migrateAndLeave })
    if (content !== undefined) {
      template = `${templateName}_${content.name}`
      await ensureTemplate(sql, serverUrl, { name: template, base: templateName, fill: content.fill })
    }
    await cloneDatabase(sql, name, template)
  })
}

/** Creates a database without any table, for content with its own schema. */
export function createDatabaseWithoutSchema(): Promise<TestDatabase> {
  return createDatabase(async (sql, name) => {
    await sql`create database ${sql(name)}`
  })
}

async function createDatabase(
  create: (sql: Sql, name: string, serverUrl: string) => Promise<void>,
): Promise<TestDatabase> {
  const serverUrl = readSetting('HEXAWATT_TEST_DATABASE_URL')
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const sql = openAdministrator(serverUrl)
  await create(sql, name, serverUrl)
  const url = buildDatabaseUrl(serverUrl, name)
  return {
    url,
    urlOf: (program) => buildTestRoleUrl(url, program),
    unboundUrl: url.split('?', 1)[0] ?? url,
    async drop() {
      await sql`drop database if exists ${sql(name)} with (force)`
    },
  }
}

/**
 * Address of a Redis database that no other test of this run uses.
 *
 * @throws when the test servers are not running, or when all their databases are taken
 */
export async function createTestRedisUrl(): Promise<string> {
  const serverUrl = findOwnRedisUrl()
  const redis = createRedis(serverUrl, createLogger('test', 'silent'))
  try {
    await whenRedisReady(redis)
    const database = await redis.incr('test-databases')
    if (database >= redisDatabases) throw new Error(`more than ${redisDatabases - 1} test Redis databases in one run`)
    return buildDatabaseUrl(serverUrl, String(database))
  } finally {
    redis.disconnect()
  }
}

type Template = TestContent & {
  /** Template that it begins as; null for an empty database. */
  base: string | null
}

/** Makes a template unless it is there. */
async function ensureTemplate(administrator: Sql, serverUrl: string, template: Template): Promise<void> {
  if (await hasDatabase(administrator, template.name)) return
  // A connection of its own: the lock is released when the connection ends.
  const sql = createSql(serverUrl, 'test template', 1)
  await makeTemplate(sql, serverUrl, template).finally(() => sql.end({ timeout: 5 }))
}

/** Makes a template under a lock and another name: a test that dies half-way leaves no half-made template. */
async function makeTemplate(sql: Sql, serverUrl: string, { name, base, fill }: Template): Promise<void> {
  await sql`select pg_advisory_lock(${templateLock}, hashtext(${name}))`
  if (await hasDatabase(sql, name)) return
  const draft = `${name}_draft`
  await sql`drop database if exists ${sql(draft)} with (force)`
  await cloneDatabase(sql, draft, base ?? 'template1')
  await fill(buildDatabaseUrl(serverUrl, draft))
  await sql`alter database ${sql(draft)} rename to ${sql(name)}`
}

async function hasDatabase(sql: Sql, name: string): Promise<boolean> {
  const [known] = await sql`select 1 from pg_database where datname = ${name}`
  return known !== undefined
}

/** Copies the files, which takes a third of the time: by default every page of the copy would pass through the log of the server. */
async function cloneDatabase(sql: Sql, name: string, template: string): Promise<void> {
  await sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`
}

/** A database that anybody is connected to can be neither renamed nor cloned. */
async function migrateAndLeave(url: string): Promise<void> {
  const sql = createSql(url, 'test template', 1)
  await prepareDatabase(sql, testRolePasswords).finally(() => sql.end({ timeout: 5 }))
}

/** By address of the server. They are kept because a new connection for each database would double the time to make and drop it. */
const administrators = new Map<string, Sql>()

/** The connection of this process that makes and drops databases. It closes after half a minute without work. */
function openAdministrator(serverUrl: string): Sql {
  return administrators.getOrInsertComputed(serverUrl, () => createSql(serverUrl, 'test', 1))
}

function buildDatabaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** The runner starts a Redis for each of its processes, which it numbers from 1: messages reach every database of a Redis. */
function findOwnRedisUrl(): string {
  const urls = readSetting('HEXAWATT_TEST_REDIS_URLS').split(' ')
  return urls[(Number(Bun.env['BUN_TEST_WORKER_ID'] ?? 1) - 1) % urls.length] ?? ''
}

function readSetting(name: string): string {
  const value = Bun.env[name]
  if (value) return value
  throw new Error(`${name} is not set: run the tests with \`bun run test\`, which starts the servers they need`)
}
