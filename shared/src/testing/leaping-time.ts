/** Creates monotonic time, ms, that jumps at every read, so that no value is answered from memory: the stored value is under test. */
export function createLeapingTime(): () => number {
  let nowMs = 0
  return () => {
    nowMs += 60_000
    return nowMs
  }
}
