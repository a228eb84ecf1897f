import type postgres from 'postgres'
import { programRoles, type RolePasswords, type RoleProgram } from './program-roles.ts'
import { functionRights, sequenceRights, type TableRight, tableRights, temporaryTables } from './rights.ts'
import { createRoles, type RolesTx } from './roles-store.ts'

/** Advisory lock (any constant): one program at a time grants rights in a database. */
const rightsLock = 0x4859

/**
 * SQLSTATEs of two databases of one server that change its roles at once ("tuple concurrently updated" is an internal error), and how often the whole is tried
 * again.
 */
const raceStates: readonly unknown[] = ['XX000', '40P01']
const maxTries = 20
const pauseMs = 50

/**
 * Gives the role of each program exactly the rights of `rights.ts`, in one transaction: all other rights of the roles and of `public` on the schema of
 * the session are revoked. Creates missing roles first, and sets the given passwords. Objects of extensions and of other owners are unchanged.
 *
 * @returns sentences with the rights that this user lacks, and the statements that an administrator must run
 */
export async function grantRights(
  sql: postgres.Sql<{ instant: Temporal.Instant }>,
  passwords: RolePasswords,
): Promise<string[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await sql.begin(async (tx) => {
        await tx`select pg_advisory_xact_lock(${rightsLock})`
        const { programs, remarks } = await createRoles(tx, passwords)
        return [...remarks, ...(await correctRights(tx, programs))]
      })
    } catch (error) {
      const isRace = error instanceof Error && 'code' in error && raceStates.includes(error.code)
      if (!isRace || tries === maxTries) throw error
      await Bun.sleep(pauseMs)
    }
  }
}

type ObjectKind = 'table' | 'sequence' | 'routine' | 'schema' | 'database'

type GrantableObject = {
  kind: ObjectKind
  name: string
  /** Quoted for a statement. */
  identity: string
  /** Whether this user may grant rights on it. */
  isOwned: boolean
  /** `role verb` or `role verb column` of the programs' roles and of `public`; `verb*` = they may grant it on. */
  granted: string[]
}

/** Rights that `public` loses. `public` keeps the use of the schema and the connection to the database: other users of the server may need them. */
const takenFromPublic: Readonly<Record<ObjectKind, string>> = {
  table: 'all',
  sequence: 'all',
  routine: 'all',
  schema: 'create',
  database: 'create, temporary',
}

/** A right as in a `grant`, and its holder. */
type Grant = { right: TableRight | 'usage' | 'execute' | 'connect' | 'temporary'; program: RoleProgram }

/** Changes the objects whose rights differ, so that a second run changes nothing. */
async function correctRights(tx: RolesTx, programs: readonly RoleProgram[]): Promise<string[]> {
  const remarks: string[] = []
  for (const object of await readObjects(tx)) {
    const grants = listGrants(object, programs)
    const wanted = grants.flatMap(({ right, program }) =>
      splitRight(right).map((part) => `${findRole(program)} ${part}`),
    )
    if (new Set(wanted).symmetricDifference(new Set(object.granted)).size === 0) continue
    const statements = listStatements(object, grants, programs)
    if (object.isOwned) await tx.unsafe(statements.join(';'))
    else if (isOfProduct(object)) {
      remarks.push(`The ${object.kind} ${object.name} belongs to another user, who runs: ${statements.join('; ')};`)
    }
  }
  return remarks
}

function listGrants({ kind, name }: GrantableObject, programs: readonly RoleProgram[]): Grant[] {
  const among = (named: readonly RoleProgram[] = [], right: Grant['right']): Grant[] =>
    programs.filter((program) => named.includes(program)).map((program) => ({ right, program }))
  switch (kind) {
    case 'table': {
      const rights: Readonly<Record<string, Partial<Record<RoleProgram, readonly TableRight[]>>>> = tableRights
      return programs.flatMap((program) => (rights[name]?.[program] ?? []).map((right) => ({ right, program })))
    }
    case 'sequence':
      return among(sequenceRights[name], 'usage')
    case 'routine':
      return among(functionRights[name], 'execute')
    case 'schema':
      return among(programs, 'usage')
    case 'database':
      return [...among(programs, 'connect'), ...among(temporaryTables, 'temporary')]
  }
}

/** Other objects of other users are none of the product's business. */
function isOfProduct({ kind, name }: GrantableObject): boolean {
  return (
    kind === 'schema' ||
    kind === 'database' ||
    [tableRights, sequenceRights, functionRights].some((rights) => name in rights)
  )
}

const findRole = (program: RoleProgram): string => programRoles[program].role

/** `update (a, b)` → `update a`, `update b`. */
function splitRight(right: string): string[] {
  const [, verb = right, columns] = /^(\w+) \((.+)\)$/.exec(right) ?? []
  return columns === undefined ? [verb] : columns.split(', ').map((column) => `${verb} ${column}`)
}

function listStatements(
  { kind, identity }: GrantableObject,
  grants: readonly Grant[],
  programs: readonly RoleProgram[],
): string[] {
  const roles = programs.map(findRole).join(', ')
  return [
    `revoke ${takenFromPublic[kind]} on ${kind} ${identity} from public`,
    ...(roles === '' ? [] : [`revoke all on ${kind} ${identity} from ${roles}`]),
    ...grants.map(({ right, program }) => `grant ${right} on ${kind} ${identity} to ${findRole(program)}`),
  ]
}

/** The objects of the session's schema, the schema and the database, with their grants. */
function readObjects(tx: RolesTx) {
  const roles = Object.values(programRoles).map(({ role }) => role)
  const granted = (acl: postgres.PendingQuery<postgres.Row[]>) => tx`
    select coalesce(r.rolname, 'public') as role, lower(a.privilege_type) || case when a.is_grantable then '*' else '' end as verb
    from aclexplode(${acl}) a left join pg_roles r on r.oid = a.grantee
    where a.grantee = 0 or r.rolname = any(${roles}::text[])`
  const isExtension = (catalogue: string) =>
    tx`exists (select from pg_depend d where d.classid = ${catalogue}::regclass and d.objid = o.oid and d.deptype = 'e')`
  const schema = tx`current_schema()::text::regnamespace`
  return tx<GrantableObject[]>`
    select case o.relkind when 'S' then 'sequence' else 'table' end as kind, o.relname as name, o.oid::regclass::text as identity,
      pg_has_role(o.relowner, 'usage') as is_owned, array(
        select role || ' ' || verb from (${granted(tx`o.relacl`)}) g
        union all
        select role || ' ' || verb || ' ' || c.attname from pg_attribute c cross join lateral (${granted(tx`c.attacl`)}) g
        where c.attrelid = o.oid) as granted
    from pg_class o where o.relnamespace = ${schema} and o.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and not ${isExtension('pg_class')}
    union all
    select 'routine', o.proname, o.oid::regprocedure::text, pg_has_role(o.proowner, 'usage'),
      array(select role || ' ' || verb from (${granted(tx`coalesce(o.proacl, acldefault('f', o.proowner))`)}) g)
    from pg_proc o where o.pronamespace = ${schema} and o.prokind <> 'a' and not ${isExtension('pg_proc')}
    union all
    select 'schema', o.nspname, quote_ident(o.nspname), pg_has_role(o.nspowner, 'usage'),
      array(select role || ' ' || verb from (${granted(tx`coalesce(o.nspacl, acldefault('n', o.nspowner))`)}) g where (role, verb) <> ('public', 'usage'))
    from pg_namespace o where o.oid = ${schema}
    union all
    select 'database', o.datname, quote_ident(o.datname), pg_has_role(o.datdba, 'usage'),
      array(select role || ' ' || verb from (${granted(tx`coalesce(o.datacl, acldefault('d', o.datdba))`)}) g where (role, verb) <> ('public', 'connect'))
    from pg_database o where o.datname = current_database()`
}
