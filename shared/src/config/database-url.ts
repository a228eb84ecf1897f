import * as v from 'valibot'
import { UsageError } from '../command-line/usage-error.ts'

/** Where Postgres is. */
export type DatabaseAddress = {
  /** URL for the driver, without Hexawatt's own parameter. */
  url: string
  /**
   * Whether PgBouncer stands there and gives a connection of Postgres for one transaction only: a session keeps no prepared statement and no
   * setting then, and PgBouncer refuses settings that it does not know when a connection begins.
   */
  isPooled: boolean
  /** Connections of a pool at most; null = as many as the program wants. */
  maxConnections: number | null
}

/** Parameter of the address, and the one thing it can say. */
const poolerParameter = 'pooler'
const pgbouncer = 'pgbouncer'

/** Parameter of the URL: maximum number of connections of a pool. With a single connection, a statement outside a transaction would wait for ever. */
const connectionsParameter = 'connections'
const [fewestConnections, mostConnections] = [2, 100]

/** User, password, hosts and ports of an address. */
const authorityPattern = /^postgres(?:ql)?:\/\/([^/?#]*)/

/**
 * Describes the mistake in a Postgres URL, as the end of a sentence that begins with "expected"; null when the URL is usable. Quotes nothing of the
 * URL.
 */
export function findDatabaseUrlProblem(address: string): string | null {
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
  if (pooler !== null && pooler !== pgbouncer) return `${poolerParameter}=${pgbouncer}, or no such parameter`
  const connections = searchParams.get(connectionsParameter)
  return connections === null || isConnectionCount(connections)
    ? null
    : `${connectionsParameter} from ${fewestConnections} to ${mostConnections}, or no such parameter`
}

function isConnectionCount(text: string): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) >= fewestConnections && Number(text) <= mostConnections
}

/** The address of a Postgres in the environment, such as `postgres://user@host:5432/database?pooler=pgbouncer&connections=3`. */
export const EnvDatabaseUrl = v.pipe(
  v.string(),
  v.check(
    (address) => findDatabaseUrlProblem(address) === null,
    ({ input }) => findDatabaseUrlProblem(input) ?? '',
  ),
)

/**
 * Reads the address of a Postgres: with `?pooler=pgbouncer` PgBouncer in transaction mode stands there, with `?connections=3` a pool has no more connections.
 *
 * @throws UsageError
 */
export function readDatabaseAddress(address: string): DatabaseAddress {
  const problem = findDatabaseUrlProblem(address)
  if (problem !== null) throw new UsageError(`DATABASE_URL: expected ${problem}`)
  const url = new URL(address)
  const connections = url.searchParams.get(connectionsParameter)
  const isPooled = url.searchParams.has(poolerParameter)
  const maxConnections = connections === null ? null : Number(connections)
  if (!isPooled && maxConnections === null) return { url: address, isPooled, maxConnections }
  url.searchParams.delete(poolerParameter)
  url.searchParams.delete(connectionsParameter)
  return { url: url.href, isPooled, maxConnections }
}
