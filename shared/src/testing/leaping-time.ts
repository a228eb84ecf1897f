/** Monotonic time, ms, that leaps at every look: nothing is answered from memory, since what is stored is under test. */
export function createLeapingTime(): () => number {
  let nowMs = 0
  return () => {
    nowMs += 60_000
    return nowMs
  }
}
