/** Map of at most `maxEntries`: evicts the entry that was written longest ago. */
export function createBoundedMap<Value, Key = string>(maxEntries: number) {
  const entries = new Map<Key, Value>()
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
    get: (key: Key): Value | undefined => entries.get(key),
    /** Writes an entry, as the newest one. */
    set(key: Key, value: Value): void {
      entries.delete(key)
      if (entries.size >= maxEntries) deleteOldest()
      entries.set(key, value)
    },
    delete: (key: Key): boolean => entries.delete(key),
    clear: (): void => entries.clear(),
  }
}
