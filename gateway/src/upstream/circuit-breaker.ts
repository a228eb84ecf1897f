/** How long the circuit stays open before probes, ms. */
const openMs = 5_000

/** Concurrent probes while half-open; other calls are rejected until a probe has settled. */
const maxProbes = 3

/** `Retry-After` while probes run, s. */
const probingRetrySeconds = 1

export type CircuitState = 'closed' | 'half_open' | 'open'

/** Outcome of a call for the breaker; a disconnected client says nothing about the service. */
export type Outcome = 'success' | 'fault' | 'neither'

export type Admission = { isAdmitted: true; generation: number } | { isAdmitted: false; retryAfterSeconds: number }

export type CircuitBreakerDeps = {
  /** Monotonic real time, ms. */
  monotonicMs: () => number
  onChange: (state: CircuitState) => void
}

/**
 * Rejects calls while open; up to 3 probes when half-open. cockatiel's breaker is not used because it reads the wall clock (which leaps, and which no test
 * can set), lets callers wait for its probe instead of rejecting them at once, gives no `Retry-After`, and counts a client that disconnects during the probe
 * as a success.
 */
export function createCircuitBreaker({ monotonicMs, onChange }: CircuitBreakerDeps) {
  let state: CircuitState = 'closed'
  let window = createCallWindow()
  /** Counts changes of state: outcomes of calls from before a change are ignored. */
  let generation = 0
  let openUntilMs = 0
  let probes = 0
  const probeFaultCallers = createFaultCallers()

  function enter(next: CircuitState): void {
    state = next
    generation += 1
    probes = 0
    probeFaultCallers.clear()
    if (next === 'closed') window = createCallWindow()
    if (next === 'open') openUntilMs = monotonicMs() + openMs
    onChange(next)
  }

  function isConvincing(caller: FaultCaller): boolean {
    return state === 'half_open' ? probeFaultCallers.add(caller) : window.addFault(monotonicMs(), caller)
  }

  return {
    /** Decides whether a call may go out; an admitted call settles with the generation of its admission. */
    admit(): Admission {
      if (state === 'closed') return { isAdmitted: true, generation }
      if (state === 'open') {
        const waitMs = openUntilMs - monotonicMs()
        if (waitMs > 0) return { isAdmitted: false, retryAfterSeconds: Math.ceil(waitMs / 1000) }
        enter('half_open')
      }
      if (probes === maxProbes) return { isAdmitted: false, retryAfterSeconds: probingRetrySeconds }
      probes += 1
      return { isAdmitted: true, generation }
    },
    /** @param caller of the call: faults of a single caller never open the circuit */
    settle(admittedIn: number, outcome: Outcome, caller: FaultCaller = null): void {
      if (admittedIn !== generation) return
      if (outcome === 'success') {
        if (state === 'half_open') enter('closed')
        window.addSuccess(monotonicMs())
      } else if (outcome === 'fault' && isConvincing(caller)) {
        enter('open')
      } else if (state === 'half_open') {
        probes -= 1
      }
    },
  }
}
export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>

/** Cells of the window. */
const cellCount = 10
/** Length of a cell, ms: the window is 10 s long. */
const cellMs = 1_000

/** Calls below which the ratio is ignored: one blip of a rarely used service must not open its circuit. */
const minCalls = 10
/** Share of faults that opens the circuit. */
const maxFaultRatio = 0.5

/** Faults in a row, and ms since the last success, that open the circuit whatever the traffic: hanging calls fail late and rarely. */
const maxFaultsInRow = 3
const maxSilenceMs = 2_000

/** Callers whose faults a cell counts apart; faults of further callers count without a caller. */
const maxTrackedCallers = 64

type Cell = { index: number; calls: number; faults: number; faultsByCaller: Map<string, number> }

/** The caller who may have caused a fault; null when no caller can cause it, such as a refused connection. */
export type FaultCaller = string | null

/** Tracks whether one caller may have caused all faults of a run. */
function createFaultCallers() {
  let first: string | null = null
  let areIndependent = false
  return {
    /** @returns whether the faults so far have at least two callers, or a cause that no caller can provoke */
    add(caller: FaultCaller): boolean {
      areIndependent ||= caller === null || (first !== null && first !== caller)
      first ??= caller
      return areIndependent
    },
    clear(): void {
      first = null
      areIndependent = false
    },
  }
}

/** Outcomes of the calls to a service in the last ten seconds. */
function createCallWindow() {
  const cells: Cell[] = Array.from({ length: cellCount }, () => renewCell(-1))
  let faultsInRow = 0
  const faultCallersInRow = createFaultCallers()
  let lastSuccessMs = Number.NEGATIVE_INFINITY

  function getCell(nowMs: number): Cell {
    const index = Math.floor(nowMs / cellMs)
    const cell = cells[index % cellCount]
    if (cell?.index === index) return cell
    const fresh = renewCell(index)
    cells[index % cellCount] = fresh
    return fresh
  }

  function isRatioExceeded(nowMs: number): boolean {
    const oldest = Math.floor(nowMs / cellMs) - cellCount
    const current = cells.filter((cell) => cell.index > oldest)
    const calls = current.reduce((sum, cell) => sum + cell.calls, 0)
    const faults = current.reduce((sum, cell) => sum + cell.faults, 0)
    if (calls < minCalls || faults < calls * maxFaultRatio) return false
    // The ratio must also be exceeded without the caller that has the most faults, who may cause them.
    const worst = countMostFaultsOfOneCaller(current)
    return faults > worst && faults - worst >= (calls - worst) * maxFaultRatio
  }

  return {
    addSuccess(nowMs: number): void {
      getCell(nowMs).calls += 1
      faultsInRow = 0
      faultCallersInRow.clear()
      lastSuccessMs = nowMs
    },
    /** @returns whether the circuit must open */
    addFault(nowMs: number, caller: FaultCaller): boolean {
      addToCell(getCell(nowMs), caller)
      faultsInRow += 1
      const areIndependent = faultCallersInRow.add(caller)
      const isSilent = nowMs - lastSuccessMs >= maxSilenceMs
      return (areIndependent && isSilent && faultsInRow >= maxFaultsInRow) || isRatioExceeded(nowMs)
    },
  }
}

function renewCell(index: number): Cell {
  return { index, calls: 0, faults: 0, faultsByCaller: new Map() }
}

function addToCell(cell: Cell, caller: FaultCaller): void {
  cell.calls += 1
  cell.faults += 1
  if (caller === null) return
  const before = cell.faultsByCaller.get(caller)
  if (before === undefined && cell.faultsByCaller.size >= maxTrackedCallers) return
  cell.faultsByCaller.set(caller, (before ?? 0) + 1)
}

function countMostFaultsOfOneCaller(cells: readonly Cell[]): number {
  const totals = new Map<string, number>()
  for (const { faultsByCaller } of cells) {
    for (const [caller, faults] of faultsByCaller) totals.set(caller, (totals.get(caller) ?? 0) + faults)
  }
  return Math.max(0, ...totals.values())
}
