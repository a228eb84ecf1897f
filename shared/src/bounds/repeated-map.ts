import { createBoundedMap } from './bounded-map.ts'

/**
 * Map of at most `maxEntries` that stores an entry when it is set for the second time. Most keys that callers choose occur once; storing each of them
 * would evict repeated keys and cost more than it saves.
 */
export function createRepeatedMap<Value>(maxEntries: number) {
  const entries = createBoundedMap<Value>(maxEntries)
  const setOnce = createBoundedMap<true>(maxEntries)
  return {
    get: entries.get,
    /** @param makeValue called only for an entry that is stored */
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
