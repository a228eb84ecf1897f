import { createSql, type Sql } from '../../client.ts'
import type { RoleProgram } from '../program-roles.ts'

export type TableColumns = { table: string; columns: { name: string; type: string; isGenerated: boolean }[] }

/** Every table of the schema but the partitions, with its columns, in order. */
export async function readTables(owner: Sql): Promise<TableColumns[]> {
  return owner<TableColumns[]>`
    select c.relname as table, json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
      'isGenerated', a.attgenerated <> '') order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.relname order by c.relname`
}

type Attempt = { right: string; statement: string }

/** One statement for each right on a table, which touches no row. */
function listAttempts({ table, columns }: TableColumns): Attempt[] {
  const written = columns.filter(({ isGenerated }) => !isGenerated)
  return [
    ...columns.map(({ name }) => ({ right: `select ${name}`, statement: `select ${name} from ${table} limit 0` })),
    ...written.map(({ name, type }) => ({
      right: `insert ${name}`,
      statement: `insert into ${table} (${name}) overriding system value select null::${type} where false`,
    })),
    ...written.map(({ name }) => ({
      right: `update ${name}`,
      statement: `update ${table} set ${name} = default where false`,
    })),
    { right: 'delete', statement: `delete from ${table} where false` },
    { right: 'truncate', statement: `truncate ${table}` },
  ]
}

/** Tries every right of a program on each table, on a connection of its role, in a transaction that is rolled back. */
export async function tryRights(
  databaseUrl: string,
  tables: readonly TableColumns[],
): Promise<{ tried: number; allowed: Map<string, string[]> }> {
  let tried = 0
  const allowed = new Map<string, string[]>()
  await runInSession(databaseUrl, async (session) => {
    for (const table of tables) {
      const attempts = listAttempts(table)
      const outcomes = await Promise.all(attempts.map(({ statement }) => session(statement)))
      tried += attempts.length
      allowed.set(
        table.table,
        attempts.filter((_, index) => outcomes[index] === 'done').map(({ right }) => right),
      )
    }
  })
  return { tried, allowed }
}

/** `done`, or the SQLSTATE of the refusal. */
export type Outcome = string

/** Runs `work` with a function that runs one statement and undoes it. */
export async function runInSession(
  databaseUrl: string,
  work: (run: (statement: string) => Promise<Outcome>) => Promise<void>,
): Promise<void> {
  const sql = createSql(databaseUrl, 'rights test', 1)
  const session = await sql.reserve()
  try {
    await session.unsafe('begin')
    await work(async (statement) => {
      // Sent in this order, and without a wait between them.
      const saved = session.unsafe('savepoint before').execute()
      const tried = session.unsafe(statement).execute()
      const undone = session.unsafe('rollback to savepoint before').execute()
      const outcome = await tried.then(
        () => 'done',
        (error: Error) => ('code' in error ? String(error.code) : error.message),
      )
      await Promise.all([saved, undone])
      return outcome
    })
    await session.unsafe('rollback')
  } finally {
    session.release()
    await sql.end({ timeout: 1 })
  }
}

const letters = { select: 'S', insert: 'I', update: 'U', delete: 'D' } as const

/** Tables × programs for the operator's page: a letter for each verb, a small one for some columns only. */
export function renderRightsMatrix(
  tables: readonly TableColumns[],
  allowed: ReadonlyMap<RoleProgram, ReadonlyMap<string, readonly string[]>>,
): string {
  const programs = [...allowed.keys()]
  const rows = tables.map((table) => [
    `\`${table.table}\``,
    ...programs.map((program) => renderCell(table, allowed.get(program)?.get(table.table) ?? [])),
  ])
  return [['table', ...programs], ['', ...programs].map(() => '---'), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
}

function renderCell({ columns }: TableColumns, rights: readonly string[]): string {
  const count = (verb: string) => rights.filter((right) => right.startsWith(verb)).length
  const [readable, writable] = [columns.length, columns.filter(({ isGenerated }) => !isGenerated).length]
  const shown = Object.entries(letters).map(([verb, letter]) => {
    const whole = verb === 'delete' ? 1 : verb === 'select' ? readable : writable
    return count(verb) === 0 ? '' : count(verb) === whole ? letter : letter.toLowerCase()
  })
  return shown.join('') || '–'
}
