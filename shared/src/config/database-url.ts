import * as v from 'valibot'
import { UsageError } from '../command-line/usage-error.ts'

/** Where Postgres is. */
export type DatabaseAddress = {
  /** What the driver is given: without the parameter that is ours. */
  url: string
  /**
   * Whether PgBouncer stands there and gives a connection of Postgres for one transaction only: a session keeps no prepared statement and no
   * setting then, and PgBouncer refuses settings that it does not know when a connection begins.
   */
  isPooled: boolean
}

/** Parameter of the address, and the one thing it can say. */
const poolerParameter = 'pooler'
const pgbouncer = 'pgbouncer'

/** User, password, hosts and ports of an address. */
const authorityPattern = /^postgres(?:ql)?:\/\/([^/?#]*)/

/** What is wrong with the address of a Postgres, as the end of a sentence that begins with "expected"; null when it is usable. Quotes nothing of it. */
export function databaseUrlProblem(address: string): string | null {
  const authority = authorityPattern.exec(address)?.[1]
  // The driver's own choice among hosts does not survive a failover (porsager/postgres #815, #988).
  if (authority?.slice(authority.lastIndexOf('@') + 1).includes(',')) {
    return 'one host, under which the primary is always found (a service address, HAProxy or PgBouncer), not a list of servers'
  }
  if (authority === undefined || !URL.canParse(address)) return 'a URL such as postgres://user@host:5432/database'
  const { searchParams } = new URL(address)
  if (searchParams.has('target_session_attrs'))
    return 'no target_session_attrs: the host itself must lead to the primary'
  const pooler = searchParams.get(poolerParameter)
  return pooler === null || pooler === pgbouncer ? null : `${poolerParameter}=${pgbouncer}, or no such parameter`
}

/** The address of a Postgres in the environment, such as `postgres://user@host:5432/database?pooler=pgbouncer`. */
export const EnvDatabaseUrl = v.pipe(
  v.string(),
  v.check(
    (address) => databaseUrlProblem(address) === null,
    ({ input }) => databaseUrlProblem(input) ?? '',
  ),
)

/**
 * Reads the address of a Postgres: with `?pooler=pgbouncer` PgBouncer in transaction mode stands there.
 *
 * @throws UsageError
 */
export function readDatabaseAddress(address: string): DatabaseAddress {
  const problem = databaseUrlProblem(address)
  if (problem !== null) throw new UsageError(`DATABASE_URL: expected ${problem}`)
  const url = new URL(address)
  if (!url.searchParams.has(poolerParameter)) return { url: address, isPooled: false }
  url.searchParams.delete(poolerParameter)
  return { url: url.href, isPooled: true }
}
