/** Map that holds at most `maxEntries`: the entry that was written longest ago makes room. */
export function createBoundedMap<Value>(maxEntries: number) {
  const entries = new Map<string, Value>()
  // One iterator that stays: a new one walks over all the places at the front whose entries were deleted.
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
    /** Writes an entry; writing it again makes it the newest. */
    set(key: string, value: Value): void {
      entries.delete(key)
      if (entries.size >= maxEntries) deleteOldest()
      entries.set(key, value)
    },
    delete: (key: string): boolean => entries.delete(key),
    clear: (): void => entries.clear(),
  }
}
