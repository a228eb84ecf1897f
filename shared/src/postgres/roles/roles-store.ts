import type postgres from 'postgres'
import { programRoles, type RolePasswords, type RoleProgram, rolePrograms } from './program-roles.ts'
import { createScramVerifier } from './scram-verifier.ts'

/** A transaction; written out because the client stands above this folder. */
export type RolesTx = postgres.TransactionSql<{ instant: Temporal.Instant }>

type KnownRole = {
  program: RoleProgram
  /** Rights of the role in addition to its grants, in words; empty for a role that `migrate` created. */
  privileges: string[]
}

/** SQLSTATE of a missing right. */
const insufficientPrivilege = '42501'
/** SQLSTATEs of a role that another program has just created. */
const createdMeanwhile: readonly unknown[] = ['42710', '23505']

/**
 * Creates the roles that are missing, which cannot log in, and sets the given passwords.
 *
 * @returns the programs whose role exists, and sentences with the statements that an administrator must run
 */
export async function createRoles(
  tx: RolesTx,
  passwords: RolePasswords,
): Promise<{ programs: RoleProgram[]; remarks: string[] }> {
  const remarks: string[] = []
  const before = (await readRoles(tx)).map(({ program }) => program)
  for (const program of rolePrograms.filter((program) => !before.includes(program))) {
    if (!(await createRole(tx, program))) {
      const { role } = programRoles[program]
      remarks.push(
        `The role ${role} is missing, and this user may not create roles. An administrator runs "create role ${role} login" and "\\password ${role}" in psql; then run migrate again.`,
      )
    }
  }
  const known = await readRoles(tx)
  for (const { program, privileges } of known) {
    const { role } = programRoles[program]
    const password = passwords[program]
    if (password !== undefined && !(await setPassword(tx, program, password))) {
      remarks.push(
        `The password of ${role} was not set, because this user may not alter the role. An administrator runs "alter role ${role} login" and "\\password ${role}" in psql.`,
      )
    }
    if (privileges.length > 0) {
      remarks.push(`The role ${role} may do more than the program needs: ${privileges.join(', ')}. Take that away.`)
    }
  }
  return { programs: known.map(({ program }) => program), remarks }
}

async function readRoles(tx: RolesTx): Promise<KnownRole[]> {
  const rows = await tx<{ role: string; privileges: string[] }[]>`
    select r.rolname as role, array_remove(array[
      case when r.rolsuper then 'superuser' end, case when r.rolcreaterole then 'create roles' end,
      case when r.rolcreatedb then 'create databases' end, case when r.rolreplication then 'replicate' end,
      case when r.rolbypassrls then 'bypass row security' end
    ], null) || array(select 'member of ' || g.rolname from pg_auth_members m join pg_roles g on g.oid = m.roleid where m.member = r.oid) as privileges
    from pg_roles r where r.rolname = any(${rolePrograms.map((program) => programRoles[program].role)}::text[])`
  return rolePrograms.flatMap((program) => {
    const row = rows.find(({ role }) => role === programRoles[program].role)
    return row === undefined ? [] : [{ program, privileges: row.privileges }]
  })
}

/**
 * Creates a role. Through PgBouncer a program cannot set its own timeout, so the role has the timeout that programs set elsewhere. @returns false
 * when this user may not create roles
 */
async function createRole(tx: RolesTx, program: RoleProgram): Promise<boolean> {
  try {
    const { role } = programRoles[program]
    await tx.savepoint((part) =>
      part.unsafe(`create role ${role} nologin; alter role ${role} set statement_timeout = '30s'`),
    )
    return true
  } catch (error) {
    if (createdMeanwhile.includes(findErrorCode(error))) return true
    if (findErrorCode(error) === insufficientPrivilege) return false
    throw error
  }
}

/** @returns false when this user may not alter the role */
async function setPassword(tx: RolesTx, program: RoleProgram, password: string): Promise<boolean> {
  const [row] = await tx<{ iterations: string | null }[]>`
    select current_setting('scram_iterations', true) as iterations`
  // Servers before 16 have no such setting.
  const verifier = await createScramVerifier(password, Number(row?.iterations ?? 4096))
  try {
    // A utility statement takes no parameters; the verifier has no character that a literal would need to escape.
    await tx.savepoint((part) => part.unsafe(`alter role ${programRoles[program].role} login password '${verifier}'`))
    return true
  } catch (error) {
    if (findErrorCode(error) === insufficientPrivilege) return false
    throw error
  }
}

const findErrorCode = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)
