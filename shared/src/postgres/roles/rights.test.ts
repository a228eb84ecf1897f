import { afterAll, expect, test } from 'bun:test'
import { createDatabaseWithoutSchema, testRolePasswords } from '../../testing/stores-fixture.ts'
import { createSql } from '../client.ts'
import { prepareDatabase } from '../migrate.ts'
import { programRoles, type RoleProgram, rolePrograms } from './program-roles.ts'
import { functionRights, sequenceRights, tableRights, temporaryTables } from './rights.ts'
import {
  readTables,
  renderRightsMatrix,
  runInSession,
  type TableColumns,
  tryRights,
} from './testing/attempted-rights.ts'

const refused = '42501'
const database = await createDatabaseWithoutSchema()
const owner = createSql(database.url, 'test', 1)
await prepareDatabase(owner, testRolePasswords)
// Months of data: a program reaches partitions through their table alone.
await owner`select create_month_partition('raw_payloads', '2026-01-01'), create_month_partition('score_points', '2026-01-01')`
const tables = await readTables(owner)
const attempted = new Map<RoleProgram, Awaited<ReturnType<typeof tryRights>>>()
for (const program of rolePrograms) attempted.set(program, await tryRights(database.urlOf(program), tables))

afterAll(async () => {
  await owner.end({ timeout: 1 })
  await database.drop()
})

/** `update (a, b)` and `select` as the rights on single columns that they are. */
function expectedRights({ table, columns }: TableColumns, program: RoleProgram): string[] {
  const rights: Readonly<Record<string, Partial<Record<RoleProgram, readonly string[]>>>> = tableRights
  return (rights[table]?.[program] ?? []).flatMap((right) => {
    const [, verb = right, named] = /^(\w+) \((.+)\)$/.exec(right) ?? []
    if (verb === 'delete') return [verb]
    const whole = columns.filter(({ isGenerated }) => verb === 'select' || !isGenerated).map(({ name }) => name)
    return (named?.split(', ') ?? whole).map((column) => `${verb} ${column}`)
  })
}

test('the rights name every table, sequence and function of the schema, and nothing else', async () => {
  expect(tables.map(({ table }) => table)).toEqual(Object.keys(tableRights).sort())
  const sequences = await owner<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'i')`
  expect(sequences.map(({ name }) => name).sort()).toEqual(Object.keys(sequenceRights).sort())
  const functions = await owner<{ name: string }[]>`
    select proname as name from pg_proc where pronamespace = 'public'::regnamespace`
  expect(functions.map(({ name }) => name).sort()).toEqual(Object.keys(functionRights).sort())
})

test.each(rolePrograms)('%s has exactly its rights: every verb on every column is tried', (program) => {
  const { tried = 0, allowed = new Map() } = attempted.get(program) ?? {}
  expect(tried).toBeGreaterThan(1_000)
  for (const table of tables) {
    expect([table.table, [...(allowed.get(table.table) ?? [])].sort()]).toEqual([
      table.table,
      expectedRights(table, program).sort(),
    ])
  }
})

test('svc-carbon, svc-score and svc-history write nothing, and cannot read members, keys, alerts or the audit log', () => {
  for (const program of ['svc-carbon', 'svc-score', 'svc-history'] as const) {
    const rights = [...(attempted.get(program)?.allowed ?? [])]
    expect(rights.flatMap(([, allowed]) => allowed).filter((right) => !right.startsWith('select'))).toEqual([])
    const seen = rights.filter(([, allowed]) => allowed.length > 0).map(([table]) => table)
    expect(seen.filter((table) => /member|sign_in|key|account|alert|audit|usage|plan|billing/.test(table))).toEqual([])
  }
})

test('the operator’s page shows the rights that were tried', async () => {
  const matrix = renderRightsMatrix(tables, new Map([...attempted].map(([program, { allowed }]) => [program, allowed])))
  const page = await Bun.file(`${import.meta.dir}/../../../../docs/operate/rights.md`).text()
  expect(page).toContain(matrix)
})

/** What no program may do. A privilege is checked before the statement has any effect. */
const forbidden = [
  'create table own (a int)',
  'create schema own',
  "create function own() returns int language sql as 'select 1'",
  'create sequence own',
  'create view own as select 1',
  'create type own as enum ()',
  'create extension pg_trgm',
  'create publication own',
  'create role own',
  'alter role current_user superuser',
  'create index on score_days (points)',
  'alter table score_days add column own int',
  'alter table accounts disable trigger all',
  'drop table audit_log',
  'lock table api_keys in access exclusive mode',
  'select from raw_payloads_2026_01',
  'select from score_points_2026_01',
  'drop table raw_payloads_2026_01',
  'create table own partition of raw_payloads for values in (1)',
  'create or replace function give_key_revision() returns trigger language plpgsql as $$ begin return null; end $$',
  'alter function create_month_partition(text, date) security invoker',
  'select rolpassword from pg_authid',
  'select passwd from pg_shadow',
  "select pg_read_file('/etc/passwd')",
  "copy data_stamp to '/tmp/own'",
  "copy (select 1) to program 'true'",
  'set log_statement = none',
  'set session_replication_role = replica',
]

test.each(rolePrograms)('%s can create, change or own nothing, and take no other role', async (program) => {
  const allowed: string[] = []
  await runInSession(database.urlOf(program), async (run) => {
    const others = [owner.options.user, ...Object.values(programRoles).map(({ role }) => role)]
    const [session] = await owner<{ pid: number }[]>`select pg_backend_pid() as pid`
    const roles = others.filter((role) => role !== programRoles[program].role).map((role) => `set role ${role}`)
    const mayLock = program === 'svc-web' ? ['lock table api_keys in access exclusive mode'] : []
    for (const statement of [...forbidden, ...roles, `select pg_terminate_backend(${session?.pid})`].filter(
      (statement) => !mayLock.includes(statement),
    )) {
      const outcome = await run(statement)
      if (outcome !== refused) allowed.push(`${statement}: ${outcome}`)
    }
  })
  expect(allowed).toEqual([])
  const owned = await owner`
    select relname from pg_class where relowner = ${programRoles[program].role}::regrole
    union all select proname from pg_proc where proowner = ${programRoles[program].role}::regrole`
  expect([...owned]).toEqual([])
})

test.each(rolePrograms)(
  '%s can call functions, draw numbers and make temporary tables only where it needs to',
  async (program) => {
    const outcomes: Record<string, string> = {}
    const expected: Record<string, string> = {}
    const calls: Readonly<Record<string, string>> = {
      create_month_partition: "create_month_partition('raw_payloads', '2026-02-01')",
      drop_payload_month: "drop_payload_month('2026-01-01')",
      uses_late_feed: "uses_late_feed('{}')",
      counts_late_feed: "counts_late_feed('{}', 2)",
      higher_plan: "higher_plan('pro', 'scale')",
    }
    await runInSession(database.urlOf(program), async (run) => {
      const attempt = async (what: string, statement: string, may: readonly RoleProgram[] | undefined) => {
        outcomes[what] = await run(statement)
        expected[what] = may?.includes(program) ? 'done' : refused
      }
      for (const [name, call] of Object.entries(calls)) await attempt(name, `select ${call}`, functionRights[name])
      for (const [name, may] of Object.entries(sequenceRights)) await attempt(name, `select nextval('${name}')`, may)
      await attempt('temporary table', 'create temporary table own (a int)', temporaryTables)
    })
    expect(outcomes).toEqual(expected)
  },
)

test('the partition functions touch no other table and no invalid month', async () => {
  const outcomes: string[] = []
  await runInSession(database.urlOf('svc-ingest'), async (run) => {
    for (const call of [
      "create_month_partition('accounts', '2026-02-01')",
      "create_month_partition('raw_payloads_2026_01', '2026-02-01')",
      "create_month_partition('pg_class', '2026-02-01')",
      "create_month_partition('raw_payloads', '2026-02-02')",
      "drop_payload_month('2031-01-01')",
    ]) {
      outcomes.push(await run(`select ${call}`))
    }
  })
  expect(outcomes).toEqual(['22023', '22023', '22023', '22023', '42P01'])
})

test('a function with the owner’s rights ignores tables that its caller made', async () => {
  const functions = await owner<{ name: string; settings: string[] | null }[]>`
    select proname as name, proconfig as settings from pg_proc where prosecdef and pronamespace = 'public'::regnamespace order by 1`
  expect(functions.length).toBeGreaterThan(2)
  expect(functions.map(({ name, settings }) => [name, settings])).toEqual(
    functions.map(({ name }) => [name, ['search_path=public, pg_temp']]),
  )
})
