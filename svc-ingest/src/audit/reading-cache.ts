import type { PayloadReading } from './payload-reading.ts'

/** Slots and documents that are kept over all payloads: about 150 MB. */
const maxKeptItems = 300_000

/** Readings of payloads, bounded by what they hold: the one that was used longest ago makes room. */
export function createReadingCache(maxItems = maxKeptItems) {
  const entries = new Map<string, PayloadReading>()
  let items = 0

  function drop(key: string): void {
    const entry = entries.get(key)
    if (entry === undefined) return
    entries.delete(key)
    items -= sizeOf(entry)
  }

  return {
    get(key: string): PayloadReading | undefined {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry
    },
    /** Keeps a reading; one that alone is larger than the whole room is not kept. */
    set(key: string, reading: PayloadReading): void {
      drop(key)
      const size = sizeOf(reading)
      if (size > maxItems) return
      for (const oldest of entries.keys()) {
        if (items + size <= maxItems) break
        drop(oldest)
      }
      entries.set(key, reading)
      items += size
    },
  }
}

/** Even a reading without any slot takes room. */
function sizeOf(reading: PayloadReading): number {
  return reading.kind === 'fault' ? 1 : 1 + reading.normalised.measurements.length + reading.normalised.documents.length
}
