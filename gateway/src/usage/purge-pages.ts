import { withTimeout } from '@hexawatt/shared/time/with-timeout'

/** Longest time one statement of the usage tables may take, ms. */
export const statementTimeoutMs = 10_000

/** Rows that one statement removes. */
export const purgeRows = 10_000

/** Statements of one purge at most. */
const maxPurgeStatements = 20

/**
 * Removes rows in statements of {@link purgeRows} rows until none is left or the bound of one purge is reached: the next purge removes the rest.
 * @param removePage removes up to `purgeRows` rows
 * @throws what Postgres throws, or TimeoutError
 */
export async function purgePages(removePage: () => Promise<{ count: number }>): Promise<void> {
  for (let statements = 0; statements < maxPurgeStatements; statements += 1) {
    const removed = await withTimeout(statementTimeoutMs, removePage())
    if (removed.count < purgeRows) return
  }
}
