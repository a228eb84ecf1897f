/** Map of at most `maxEntries`: evicts the entry that was written longest ago. */
export function createBoundedMap<Value>(maxEntries: number) {
  const entries = new Map<string, Value>()
  // One lasting iterator: a new one would walk over all deleted places at the front.
  let oldestFirst = entries.keys()

  function deleteOldest(): void {
    let oldest = oldestFirst.next()
    if (oldest.done) {
      oldestFirst = entries.keys()
      oldest = oldestFirst.next()
    }
    if (!oldest.done) entries.delete(oldest.value)
  }

  return {
    get: (key: string): Value | undefined => entries.get(key),
    /** Writes an entry, as the newest one. */
    set(key: string, value: Value): void {
      entries.delete(key)
      if (entries.size >= maxEntries) deleteOldest()
      entries.set(key, value)
    },
    delete: (key: string): boolean => entries.delete(key),
    clear: (): void => entries.clear(),
  }
}
