/** Any span of 60 s touches at most so many seconds. */
const cellCount = 61

/** Requests of one subject in the last minute, second by second, counted by this process alone. */
export type LocalWindow = { second: number; sum: number; cells: Uint32Array }

/** A window without requests. */
export function createLocalWindow(second: number): LocalWindow {
  return { second, sum: 0, cells: new Uint32Array(cellCount) }
}

/** Moves the window on to a later second. */
export function moveLocalWindow(window: LocalWindow, second: number): void {
  for (let passed = Math.max(window.second + 1, second - cellCount + 1); passed <= second; passed += 1) {
    window.sum -= countAt(window, passed)
    window.cells[passed % cellCount] = 0
  }
  window.second = Math.max(window.second, second)
}

/** Counts one request in the second the window was moved to. */
export function countLocally(window: LocalWindow): void {
  window.cells[window.second % cellCount] = countAt(window, window.second) + 1
  window.sum += 1
}

/**
 * Requests that count against `limit`: the oldest second has left the last 60 s in part, and up to a second's share of the limit does not
 * count of it. The rule of `limit-script.ts`.
 */
export function countingIn(window: LocalWindow, limit: number): number {
  return window.sum - Math.min(countAt(window, window.second - cellCount + 1), secondShare(limit))
}

/** Seconds until what counts is below both the limit and what counts now. */
export function localSecondsUntilFree(window: LocalWindow, limit: number): number {
  const target = Math.min(limit, countingIn(window, limit)) - 1
  let left = window.sum
  for (let age = cellCount - 1; age >= 0; age -= 1) {
    const count = countAt(window, window.second - age)
    const untilOldest = cellCount - 1 - age
    if (untilOldest > 0 && left - Math.min(count, secondShare(limit)) <= target) return untilOldest
    left -= count
    if (left <= target) return untilOldest + 1
  }
  return cellCount - 1
}

/** Requests of one second at the steady rate of the limit, rounded up. */
function secondShare(limit: number): number {
  return Math.ceil(limit / 60)
}

function countAt({ cells }: LocalWindow, second: number): number {
  return cells[((second % cellCount) + cellCount) % cellCount] ?? 0
}
