/** Map that holds at most `maxEntries`: the entry that was written longest ago makes room. */
export function createBoundedMap<Value>(maxEntries: number) {
  const entries = new Map<string, Value>()
  return {
    get: (key: string): Value | undefined => entries.get(key),
    /** Writes an entry; writing it again makes it the newest. */
    set(key: string, value: Value): void {
      entries.delete(key)
      if (entries.size >= maxEntries) deleteOldest(entries)
      entries.set(key, value)
    },
    delete: (key: string): boolean => entries.delete(key),
    clear: (): void => entries.clear(),
  }
}

function deleteOldest(entries: Map<string, unknown>): void {
  const oldest = entries.keys().next()
  if (!oldest.done) entries.delete(oldest.value)
}
