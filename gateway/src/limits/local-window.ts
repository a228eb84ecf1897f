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

/** Seconds until the window holds less than `limit`; when it does already, until its oldest second leaves. */
export function localSecondsUntilFree(window: LocalWindow, limit: number): number {
  let left = window.sum
  for (let age = cellCount - 1; age > 0; age -= 1) {
    const count = countAt(window, window.second - age)
    left -= count
    if (count > 0 && left < limit) return cellCount - age
  }
  return cellCount
}

function countAt({ cells }: LocalWindow, second: number): number {
  return cells[((second % cellCount) + cellCount) % cellCount] ?? 0
}
