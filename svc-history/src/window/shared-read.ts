import { readFromStore } from '../points/store-reading.ts'

/** How long a read is cached, ms: the endpoints need no key, so anybody may call them often. */
const keptForMs = 5_000

/**
 * Shares one read of the store among all requests of a few seconds. A failure is not cached: the next request reads again.
 *
 * @param monotonicMs time for the age of the cached value
 */
export function createSharedRead<Value>(read: () => Promise<Value>, monotonicMs: () => number): () => Promise<Value> {
  let kept: { value: Promise<Value>; readAtMs: number } | null = null

  /** @throws AppError `service_unavailable` */
  return async function keptRead(): Promise<Value> {
    const nowMs = monotonicMs()
    if (kept === null || nowMs - kept.readAtMs > keptForMs) kept = { value: read(), readAtMs: nowMs }
    const asked = kept
    try {
      return await readFromStore(asked.value)
    } catch (error) {
      if (kept === asked) kept = null
      throw error
    }
  }
}
