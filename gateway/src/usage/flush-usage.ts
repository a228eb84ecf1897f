import type { MonthCounts } from './month-count.ts'
import type { UsageStore } from './usage-store.ts'

export type FlushDeps = {
  counts: MonthCounts
  store: Pick<UsageStore, 'flush' | 'openMonth'>
}

type StoreCountsDeps = {
  counts: MonthCounts
  store: Pick<UsageStore, 'flush'>
}

/**
 * Opens the month and writes the living counts to Postgres. Doing it twice, or in many gateways at once, changes nothing: the greatest
 * count stays.
 *
 * @returns how many counts were read
 * @throws what Redis or Postgres throws; pages before it are stored
 */
export async function flushUsage(deps: FlushDeps): Promise<number> {
  await deps.store.openMonth()
  return storeCounts(deps)
}

/**
 * Writes the living counts alone, where the month is open already.
 *
 * @returns how many counts were read
 * @throws what Redis or Postgres throws; pages before it are stored
 */
export async function storeCounts({ counts, store }: StoreCountsDeps): Promise<number> {
  let flushed = 0
  for await (const page of counts.scan()) {
    if (page.length > 0) await store.flush(page)
    flushed += page.length
  }
  return flushed
}
