import { AppError, createStoreUnavailableError } from '@hexawatt/shared/errors/app-error'
import type { Sql, Statements } from '@hexawatt/shared/postgres/client'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'

/**
 * Returns the row of a statement that always returns one row, such as an aggregate.
 *
 * @throws when there is no row
 */
export function takeOnlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('an aggregate gave no row')
  return row
}

/**
 * Runs related reads in one snapshot of one server: the connections of a URL may lead to replicas that lag differently, and points are added in the
 * meantime. Work that waits for another connection must not run inside, because it could use up the pool.
 *
 * @throws AppError as `readFromStore`
 */
export function readInOneSnapshot<Value>(sql: Sql, read: (tx: Statements) => Promise<Value>): Promise<Value> {
  return readFromStore(sql.begin('isolation level repeatable read read only', read) as Promise<Value>)
}

/** Maximum wait for the store before the first byte of a response, ms: below the timeout of the gateway. */
const storeTimeoutMs = 4_000

/**
 * Limits the time of a database read.
 *
 * @throws AppError `service_unavailable` when the store is down or too slow; an AppError of the read passes through
 */
export async function readFromStore<Value>(reading: Promise<Value>): Promise<Value> {
  try {
    return await withTimeout(storeTimeoutMs, reading)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw createStoreUnavailableError('The store', error)
  }
}
