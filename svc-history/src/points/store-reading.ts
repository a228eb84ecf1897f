import { AppError } from '@hexawatt/shared/errors/app-error'
import { withinTime } from '@hexawatt/shared/time/within-time'

/**
 * The row of a statement that always gives one, such as an aggregate.
 *
 * @throws when there is none
 */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('an aggregate gave no row')
  return row
}

/** Longest an answer waits for the store before its first byte, ms: shorter than the gateway waits. */
const storeTimeoutMs = 4_000
/** Seconds after which a caller asks again when the store is away. */
const retryAfterSeconds = 5

/**
 * Bounds the wait for a read of the store.
 *
 * @throws AppError `service_unavailable` when the store is down or late; a refusal passes as it is
 */
export async function fromStore<Value>(reading: Promise<Value>): Promise<Value> {
  try {
    return await withinTime(storeTimeoutMs, reading)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('service_unavailable', {
      detail: 'The store behind this endpoint does not answer at the moment.',
      retryAfterSeconds,
      cause: error,
    })
  }
}
