import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import type { Window, WindowCount } from './window-counts.ts'

/** Windows that are kept in memory. */
const maxWindows = 50_000

/** Makes counts of this process only, used while Redis does not answer. @param monotonicMs monotonic real time, ms */
export function createLocalWindows(monotonicMs: () => number) {
  const counts = createBoundedMap<{ counted: number; endsAtMs: number }>(maxWindows)

  /** The count of a window that has not ended. */
  function findRunningCount({ key }: Window, nowMs: number) {
    const count = counts.get(key)
    return count !== undefined && count.endsAtMs > nowMs ? count : null
  }

  return function countLocally(windows: readonly Window[]): WindowCount {
    const nowMs = monotonicMs()
    const running = windows.map((window) => ({ window, count: findRunningCount(window, nowMs) }))
    const isFull = ({ window, count }: (typeof running)[number]) => count !== null && count.counted >= window.limit
    const full = running.findIndex(isFull) + 1
    if (full > 0) {
      const waitsMs = running.filter(isFull).map(({ count }) => (count?.endsAtMs ?? nowMs) - nowMs)
      return { waitSeconds: Math.max(1, Math.ceil(Math.max(...waitsMs) / 1_000)), full }
    }
    for (const { window, count } of running) {
      if (count === null) counts.set(window.key, { counted: 1, endsAtMs: nowMs + window.seconds * 1_000 })
      else count.counted += 1
    }
    return { waitSeconds: 0, full: 0 }
  }
}
