import { expect, test } from 'bun:test'
import { useTestDatabase } from '../testing/use-test-database.ts'
import { createPlainSql, createSql } from './client.ts'

const database = await useTestDatabase()

/** Sessions of Postgres that eight statements at once of a pool of five need. */
async function sessionsUsed(parameter: string, create: typeof createSql | typeof createPlainSql): Promise<number> {
  const pool = create(`${database.unboundUrl}${parameter}`, 'test', 5)
  const session = () => pool<[{ pid: number }]>`select pg_backend_pid() as pid, pg_sleep(0.05)`
  const rows = await Promise.all(Array.from({ length: 8 }, session))
  await pool.end({ timeout: 1 })
  return new Set(rows.map(([{ pid }]) => pid)).size
}

test.each([
  ['createSql', createSql],
  ['createPlainSql', createPlainSql],
] as const)('a pool of %s has at most the connections of its address and of the program', async (_, create) => {
  expect(await sessionsUsed('', create)).toBe(5)
  expect(await sessionsUsed('?connections=2', create)).toBe(2)
  expect(await sessionsUsed('?connections=50', create)).toBe(5)
})
