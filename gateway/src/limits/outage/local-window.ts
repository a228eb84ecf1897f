/** Whole seconds that a span of 60 s touches at most. */
export const cellCount = 61

/** Requests of one subject that this process admitted in the last minute, second by second. */
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

/** Requests that count: of the oldest second, which has partly left the last 60 s, up to `slack` requests do not count. Same rule as in `limit-script.ts`. */
export function countLocalRequests(window: LocalWindow, slack: number): number {
  return window.sum - Math.min(countAt(window, window.second - cellCount + 1), slack)
}

/** Seconds until the count is below both the limit and the current count. */
export function computeSecondsUntilFree(window: LocalWindow, limit: number, slack: number): number {
  const target = Math.min(limit, countLocalRequests(window, slack)) - 1
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
