import postgres from 'postgres'
import type { Tracing } from '../telemetry/tracing.ts'
import { tracedSql } from './traced-sql.ts'

/** Types that differ from the driver's defaults: instants are Temporal, never Date. */
const types = {
  instant: {
    to: 1184,
    from: [1184],
    serialize: (value: Temporal.Instant) => value.toString(),
    parse: (text: string) => Temporal.Instant.from(text),
  },
}

export type Sql = postgres.Sql<{ instant: Temporal.Instant }>
export type TransactionSql = postgres.TransactionSql<{ instant: Temporal.Instant }>

/** Longest a statement may run before the server ends it, ms. */
const statementTimeoutMs = 30_000

/** Longest pause between two attempts to connect again, s: the driver's own 20 s would outlive a restart of the server. */
const maxReconnectSeconds = 2

function reconnectAfterSeconds(attempt: number): number {
  return Math.min(0.1 * 2 ** attempt, maxReconnectSeconds)
}

/**
 * Connection pool. Columns come as camelCase. Nothing waits for ever: connecting and statements are bounded, and a call whose
 * connection drops is rejected. The driver is patched for that (`patches/`): as published it wedges the slot of a connection
 * that drops inside a transaction and can send what the transaction still asks into another one.
 *
 * @param program shown to the database administrator as `application_name`
 * @param tracing null = statements are not traced
 */
export function createSql(
  databaseUrl: string,
  program: string,
  maxConnections = 5,
  tracing: Tracing | null = null,
): Sql {
  const sql = postgres(databaseUrl, {
    max: maxConnections,
    connect_timeout: 5,
    idle_timeout: 30,
    max_lifetime: 30 * 60,
    backoff: reconnectAfterSeconds,
    onnotice: () => undefined,
    transform: postgres.camel,
    types,
    connection: { application_name: `hexawatt ${program}`, statement_timeout: statementTimeoutMs, TimeZone: 'UTC' },
  })
  return tracing === null ? sql : tracedSql(sql, tracing)
}

/** An instant as a bound parameter: an ISO text is unambiguous inside arrays too. */
export function timestamps(instants: readonly (Temporal.Instant | null)[]): (string | null)[] {
  return instants.map((instant) => instant?.toString() ?? null)
}

/** Resolves when the database answers: for readiness. */
export async function pingPostgres(sql: Sql): Promise<void> {
  await sql`select 1`
}
