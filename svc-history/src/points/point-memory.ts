import { type EncodedPoints, sizeOf } from './encoded-points.ts'

type Entry = { revision: string; points: EncodedPoints; bytes: number }

/** Encoded days of at most `maxBytes` together: the day that nobody has asked for the longest makes room. */
export function createDayCache(maxBytes: number) {
  const entries = new Map<string, Entry>()
  let heldBytes = 0

  function remove(key: string): void {
    heldBytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  return {
    /** The day in this revision; a day in another revision is a miss. */
    get(key: string, revision: string): EncodedPoints | undefined {
      const entry = entries.get(key)
      if (entry === undefined || entry.revision !== revision) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.points
    },
    set(key: string, revision: string, points: EncodedPoints): void {
      remove(key)
      const bytes = sizeOf(points)
      entries.set(key, { revision, points, bytes })
      heldBytes += bytes
      for (const oldest of entries.keys()) {
        if (heldBytes <= maxBytes) break
        remove(oldest)
      }
    },
    heldBytes: (): number => heldBytes,
  }
}

/** Short-lived bytes after which memory is given back, bytes. */
const collectAfterBytes = 8 * 1024 * 1024

// The process has one heap, so there is one count.
let madeBytes = 0

/**
 * Notes bytes that are dropped soon after they were made. The collector waits until garbage weighs as much as what is kept, and what is
 * kept here is large on purpose: left alone, twenty streams of a year would double the memory of the process. Collecting every few
 * megabytes costs some ten milliseconds per year of points, and holds it (measured) below 200 MB.
 */
export function accountGarbage(bytes: number): void {
  madeBytes += bytes
  if (madeBytes < collectAfterBytes) return
  madeBytes = 0
  Bun.gc(true)
}
