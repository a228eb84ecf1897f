/** Attempts that run at the same time to one address. */
const maxRunning = 2
/** Failures in a row that end attempts to an address for a while, and for how long, ms. */
const failuresToPause = 5
const pauseMs = 60_000
/** Addresses that are remembered. */
const maxAddresses = 10_000

type Load = { running: number; failures: number; pausedUntilMs: number }

/**
 * Bounds the workers that one receiver occupies, for all its subscriptions together: few attempts at once, and none for a minute after several failures in
 * a row. The delivery is then postponed, and no attempt is counted.
 */
export function createReceiverLoad(monotonicMs: () => number) {
  const loads = new Map<string, Load>()

  function loadOf(address: string): Load | null {
    const known = loads.get(address)
    if (known !== undefined) return known
    if (loads.size >= maxAddresses) forgetIdle()
    if (loads.size >= maxAddresses) return null
    const load = { running: 0, failures: 0, pausedUntilMs: 0 }
    loads.set(address, load)
    return load
  }

  function forgetIdle(): void {
    for (const [address, { running, pausedUntilMs }] of loads) {
      if (running === 0 && pausedUntilMs <= monotonicMs()) loads.delete(address)
    }
  }

  return {
    /**
     * Runs an attempt when the address has room.
     *
     * @param isUp whether the outcome says that the receiver works
     * @returns null when it is put off
     */
    async run<Outcome>(
      address: string,
      attempt: () => Promise<Outcome>,
      isUp: (outcome: Outcome) => boolean,
    ): Promise<Outcome | null> {
      const load = loadOf(address)
      if (load === null || load.running >= maxRunning || load.pausedUntilMs > monotonicMs()) return null
      load.running += 1
      try {
        const outcome = await attempt()
        load.failures = isUp(outcome) ? 0 : load.failures + 1
        if (load.failures >= failuresToPause) load.pausedUntilMs = monotonicMs() + pauseMs
        return outcome
      } finally {
        load.running -= 1
      }
    },
  }
}
export type ReceiverLoad = ReturnType<typeof createReceiverLoad>
