/**
 * Whether a program has been told to stop. From then on it is not ready, and every response closes its connection, so that clients and load
 * balancers open their next one elsewhere; it still answers for as long as `runProgram` lets it.
 */
export type Drain = {
  hasBegun(): boolean
  begin(): void
}

/** A drain that has not begun. One per program: probes, responses and the signal handler share it. */
export function createDrain(): Drain {
  let hasBegun = false
  return {
    hasBegun: () => hasBegun,
    begin() {
      hasBegun = true
    },
  }
}
