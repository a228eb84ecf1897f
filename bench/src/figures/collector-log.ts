/** Garbage collections of a Bun process in a span of time. */
export type Collections = {
  /** Collections of young objects. */
  young: number
  /** Collections of the whole heap. */
  full: number
  /** Every stop of the program, ms: a collection stops it once or more often. */
  pausesMs: number[]
}

/**
 * Reads what a process writes to stderr under `BUN_JSC_logGC=1`. A collection begins with `START`, says `EdenCollection` or
 * `FullCollection`, and closes each stop of the program with its duration: `p=1.12ms (max 4.49)`.
 */
export function readCollectorLog(log: string): Collections {
  const countWord = (word: string): number => log.split(`=> ${word}Collection`).length - 1
  const pausesMs = [...log.matchAll(/\bp=([\d.]+)ms \(max /g)].map(([, duration]) => Number(duration))
  return { young: countWord('Eden'), full: countWord('Full'), pausesMs }
}
