/** Short-lived bytes after which memory is given back, bytes. */
const collectAfterBytes = 8 * 1024 * 1024

// The process has one heap, so there is one count.
let madeBytes = 0

/**
 * Notes bytes that are dropped soon after they were made. The collector waits until garbage weighs as much as what is kept, and what is
 * kept here is large on purpose: left alone, twenty streams of a year would double the memory of the process. Collecting every few
 * megabytes costs some ten milliseconds per year of points, and holds it (measured) below 200 MB.
 */
export function noteShortLived(bytes: number): void {
  madeBytes += bytes
  if (madeBytes < collectAfterBytes) return
  madeBytes = 0
  Bun.gc(true)
}
