import { createCallWindow, createSuspects, type Suspect } from './call-window.ts'

/** How long a failing service is left alone before it is tried again, ms. */
const openMs = 5_000

/** Calls that try a service again; the others are refused until one of these has told. */
const maxProbes = 3

/** When to ask again while probes run, s. */
const probingRetrySeconds = 1

export type CircuitState = 'closed' | 'half_open' | 'open'

/** What a call says about its service; a client that left in the middle says nothing. */
export type Outcome = 'success' | 'fault' | 'neither'

export type Admission = { isAdmitted: true; era: number } | { isAdmitted: false; retryAfterSeconds: number }

export type CircuitBreakerDeps = {
  /** Monotonic real time, ms. */
  monotonicMs: () => number
  onChange: (state: CircuitState) => void
}

/**
 * Leaves a service alone that fails, and tries it again with a few calls. Of our own because cockatiel's breaker reads the wall clock
 * (which leaps, and no test can set), lets callers wait for its probe instead of refusing them at once, does not tell when to come back,
 * and takes a client that left during the probe for a success.
 */
export function createCircuitBreaker({ monotonicMs, onChange }: CircuitBreakerDeps) {
  let state: CircuitState = 'closed'
  let window = createCallWindow()
  /** Counts the changes of state: what was asked before one says nothing about the service after it. */
  let era = 0
  let openUntilMs = 0
  let probes = 0
  /** Of the faults of probes. */
  const probeSuspects = createSuspects()

  function enter(next: CircuitState): void {
    state = next
    era += 1
    probes = 0
    probeSuspects.clear()
    if (next === 'closed') window = createCallWindow()
    if (next === 'open') openUntilMs = monotonicMs() + openMs
    onChange(next)
  }

  function isConvincing(suspect: Suspect): boolean {
    return state === 'half_open' ? probeSuspects.add(suspect) : window.addFault(monotonicMs(), suspect)
  }

  return {
    /** Asks whether a call may go out; whoever is admitted tells the outcome with the era that it was admitted in. */
    admit(): Admission {
      if (state === 'closed') return { isAdmitted: true, era }
      if (state === 'open') {
        const waitMs = openUntilMs - monotonicMs()
        if (waitMs > 0) return { isAdmitted: false, retryAfterSeconds: Math.ceil(waitMs / 1000) }
        enter('half_open')
      }
      if (probes === maxProbes) return { isAdmitted: false, retryAfterSeconds: probingRetrySeconds }
      probes += 1
      return { isAdmitted: true, era }
    },
    /** @param suspect whose call it was: faults of one caller alone never open the circuit */
    settle(admittedIn: number, outcome: Outcome, suspect: Suspect = null): void {
      if (admittedIn !== era) return
      if (outcome === 'success') {
        if (state === 'half_open') enter('closed')
        window.addSuccess(monotonicMs())
      } else if (outcome === 'fault' && isConvincing(suspect)) {
        enter('open')
      } else if (state === 'half_open') {
        probes -= 1
      }
    },
  }
}
export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>
