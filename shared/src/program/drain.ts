/**
 * State of a program that may have received the stop signal. From the signal on it is not ready, and every response closes its connection, so that
 * clients and load balancers open the next connection elsewhere; it keeps answering for as long as `runProgram` lets it.
 */
export type Drain = {
  hasBegun(): boolean
  begin(): void
}

/** Creates a drain that has not begun. One per program: probes, responses and the signal handler share it. */
export function createDrain(): Drain {
  let hasBegun = false
  return {
    hasBegun: () => hasBegun,
    begin() {
      hasBegun = true
    },
  }
}
