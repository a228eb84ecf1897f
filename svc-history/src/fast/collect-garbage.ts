/** Garbage that triggers a collection, bytes. */
const collectAfterBytes = 8 * 1024 * 1024

// One count per process, because the process has one heap.
let garbageBytes = 0

/**
 * Accounts for short-lived allocations and collects them every few megabytes. Without it the collector waits until garbage is as large as the
 * day cache, and twenty concurrent streams of a year double the memory of the process. docs/develop/fast-day-encoders.md.
 */
export function countGarbage(bytes: number): void {
  garbageBytes += bytes
  if (garbageBytes < collectAfterBytes) return
  garbageBytes = 0
  Bun.gc(true)
}
