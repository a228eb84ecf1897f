/** A span of 60 s touches at most this number of whole seconds. */
export const cellCount = 61

/** Requests of one subject in the last minute, second by second, that this process admitted. */
export type LocalWindow = { second: number; sum: number; cells: Uint16Array }

/** A window without requests. */
export function createLocalWindow(second: number): LocalWindow {
  return { second, sum: 0, cells: new Uint16Array(cellCount) }
}

/** Advances the window to a later second. */
export function moveLocalWindow(window: LocalWindow, second: number): void {
  for (let passed = Math.max(window.second + 1, second - cellCount + 1); passed <= second; passed += 1) {
    window.sum -= countAt(window, passed)
    window.cells[passed % cellCount] = 0
  }
  window.second = Math.max(window.second, second)
}

/** Counts one request in the current second of the window. */
export function countLocally(window: LocalWindow): void {
  window.cells[window.second % cellCount] = countAt(window, window.second) + 1
  window.sum += 1
}

/**
 * Requests that count: up to `slack` are not counted of the oldest second, which has left the last 60 s in part. The rule of
 * `limit-script.ts`.
 */
export function countingIn(window: LocalWindow, slack: number): number {
  return window.sum - Math.min(countAt(window, window.second - cellCount + 1), slack)
}

/** Seconds until what counts is below both the limit and what counts now. */
export function localSecondsUntilFree(window: LocalWindow, limit: number, slack: number): number {
  const target = Math.min(limit, countingIn(window, slack)) - 1
  let left = window.sum
  for (let age = cellCount - 1; age >= 0; age -= 1) {
    const count = countAt(window, window.second - age)
    const untilOldest = cellCount - 1 - age
    if (untilOldest > 0 && left - Math.min(count, slack) <= target) return untilOldest
    left -= count
    if (left <= target) return untilOldest + 1
  }
  return cellCount - 1
}

function countAt({ cells }: LocalWindow, second: number): number {
  return cells[((second % cellCount) + cellCount) % cellCount] ?? 0
}
