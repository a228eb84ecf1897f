import { createBoundedMap } from './bounded-map.ts'

/**
 * Map of at most `maxEntries` whose entries are kept from the second time on that they are set. Most keys that callers choose come once; keeping
 * each of them would push out those that are repeated, and costs more than it saves.
 */
export function createRepeatedMap<Value>(maxEntries: number) {
  const entries = createBoundedMap<Value>(maxEntries)
  const setOnce = createBoundedMap<true>(maxEntries)
  return {
    get: entries.get,
    /** @param makeValue is called only for an entry that is kept */
    set(key: string, makeValue: () => Value): void {
      if (setOnce.get(key) === true) entries.set(key, makeValue())
      else setOnce.set(key, true)
    },
    clear(): void {
      entries.clear()
      setOnce.clear()
    },
  }
}
