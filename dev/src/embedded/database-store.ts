import { createSql, type Sql } from '@hexawatt/shared/postgres/client'

/** URL of the maintenance database, which exists before the product's database is created. */
export function makeMaintenanceUrl(url: string): string {
  const address = new URL(url)
  address.pathname = '/postgres'
  return address.href
}

/** Error code of a failed query (PostgreSQL's or the system's, such as ECONNREFUSED); null when the server answers. */
export async function queryProblem(url: string): Promise<string | null> {
  const sql = createSql(url, 'up', 1)
  try {
    await sql`select 1`
    return null
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** SQLSTATE of internal errors, damaged data among them, and of files that cannot be read. */
const damageCode = /^(XX|58)/

/** Whether a query failed because the server cannot read its files. */
export function isDamage(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && damageCode.test(String(error.code))
}

/** Creates the database of `url` when it does not exist. */
export async function ensureDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  const sql = createSql(makeMaintenanceUrl(url), 'up', 1)
  try {
    const [known] = await sql`select 1 from pg_database where datname = ${name}`
    if (known === undefined) await sql`create database ${sql(name)}`
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Roles of the server that can log in. */
export async function readLoginRoles(sql: Sql): Promise<string[]> {
  return (await sql<{ name: string }[]>`select rolname as name from pg_roles where rolcanlogin`).map(({ name }) => name)
}
