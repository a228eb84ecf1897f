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
