import { createSql, type Sql } from '../postgres/client.ts'
import { closeAtEnd } from './close-at-end.ts'
import { createTestDatabase, type TestDatabase } from './stores-fixture.ts'

/**
 * A database for the test file that calls it, and a pool of connections to it as the owner of the schema. Both end with the file.
 *
 * @param connections of the pool at most
 */
export async function useTestDatabase(connections = 1): Promise<TestDatabase & { sql: Sql }> {
  const database = await createTestDatabase()
  closeAtEnd(database.drop)
  const sql = createSql(database.url, 'test', connections)
  closeAtEnd(() => sql.end({ timeout: 5 }))
  return { ...database, sql }
}
