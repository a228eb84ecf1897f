import type { Logger } from '../telemetry/logger.ts'
import type { Sql } from './client.ts'
import { findNewestMigration } from './migrate.ts'

/** SQLSTATEs of a database that was not migrated: there is no such table, or the role of the program has no right yet. */
const notMigrated: readonly unknown[] = ['42P01', '42501']

type SchemaRow = { isApplied: boolean; statementTimeout: string }

/**
 * Makes the condition that the newest migration which this program knows is applied: a newer schema is good too, an older one is not. Once it is
 * met it stays so, and costs no query. Logs once when nothing limits the time of statements, as through PgBouncer without the role's setting.
 *
 * @returns function that gives null, or which migration is missing; it rejects while Postgres does not answer
 */
export function createSchemaCondition(sql: Sql, logger: Logger): () => Promise<string | null> {
  let isMet = false
  return async function missingMigration() {
    if (isMet) return null
    const newest = await findNewestMigration()
    const row = await readSchema(sql, newest)
    if (row?.isApplied !== true) return `migration ${newest} is not applied: run "bun run migrate"`
    isMet = true
    if (row.statementTimeout === '0') {
      logger.warn('no statement has a time-out: set it for the role (alter role … set statement_timeout)')
    }
    return null
  }
}

/** Null while the database has no schema at all. */
async function readSchema(sql: Sql, newest: string): Promise<SchemaRow | null> {
  try {
    const [row] = await sql<SchemaRow[]>`
      select exists (select from schema_migrations where name = ${newest}) as is_applied,
        current_setting('statement_timeout') as statement_timeout`
    return row ?? null
  } catch (error) {
    if (error instanceof Error && 'code' in error && notMigrated.includes(error.code)) return null
    throw error
  }
}
