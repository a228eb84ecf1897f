import type { MonthCounts } from './month-count.ts'
import type { UsageStore } from './usage-store.ts'

export type FlushDeps = {
  counts: MonthCounts
  store: Pick<UsageStore, 'flush' | 'openMonth'>
}

/**
 * Writes the living counts to Postgres. Doing it twice, or in many gateways at once, changes nothing: the greatest count stays.
 *
 * @returns how many counts were read
 * @throws what Redis or Postgres throws; pages before it are stored
 */
export async function flushUsage({ counts, store }: FlushDeps): Promise<number> {
  await store.openMonth()
  let flushed = 0
  for await (const page of counts.scan()) {
    if (page.length > 0) await store.flush(page)
    flushed += page.length
  }
  return flushed
}
