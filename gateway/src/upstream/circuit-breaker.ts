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

/** Cells that the window is counted in. */
const cellCount = 10
/** Length of a cell, ms: the window is 10 s long. */
const cellMs = 1_000

/** Calls below which a ratio says nothing: a service that is asked seldom is not cut off for one blip. */
const minCalls = 10
/** Share of faults from which on a service does more harm than good. */
const maxFaultRatio = 0.5

/** Faults in a row, and ms since the last success, that tell a dead service whatever the traffic: hanging calls fail late and rarely. */
const maxFaultsInRow = 3
const maxSilenceMs = 2_000

/** Callers whose faults are told apart in a cell; with so many the faults of the others count as nobody's. */
const maxSuspects = 64

type Cell = { index: number; calls: number; faults: number; faultsByCaller: Map<string, number> }

/** Whose call a fault may be due to; null when no caller can cause one like it, such as a refused connection. */
export type Suspect = string | null

/** Remembers whether a run of faults can be the doing of one caller. */
function createSuspects() {
  let first: string | null = null
  let areIndependent = false
  return {
    /** @returns whether there were faults of at least two callers by now, or one that no caller can cause */
    add(suspect: Suspect): boolean {
      areIndependent ||= suspect === null || (first !== null && first !== suspect)
      first ??= suspect
      return areIndependent
    },
    clear(): void {
      first = null
      areIndependent = false
    },
  }
}

/** What became of the calls to a service in the last ten seconds. */
function createCallWindow() {
  const cells: Cell[] = Array.from({ length: cellCount }, () => freshCell(-1))
  let faultsInRow = 0
  const suspectsInRow = createSuspects()
  let lastSuccessMs = Number.NEGATIVE_INFINITY

  function cellAt(nowMs: number): Cell {
    const index = Math.floor(nowMs / cellMs)
    const cell = cells[index % cellCount]
    if (cell?.index === index) return cell
    const fresh = freshCell(index)
    cells[index % cellCount] = fresh
    return fresh
  }

  function isRatioExceeded(nowMs: number): boolean {
    const oldest = Math.floor(nowMs / cellMs) - cellCount
    const current = cells.filter((cell) => cell.index > oldest)
    const calls = current.reduce((sum, cell) => sum + cell.calls, 0)
    const faults = current.reduce((sum, cell) => sum + cell.faults, 0)
    if (calls < minCalls || faults < calls * maxFaultRatio) return false
    // It must hold without the caller who had most faults too: they may be of its own making.
    const worst = mostFaultsOfOneCaller(current)
    return faults > worst && faults - worst >= (calls - worst) * maxFaultRatio
  }

  return {
    addSuccess(nowMs: number): void {
      cellAt(nowMs).calls += 1
      faultsInRow = 0
      suspectsInRow.clear()
      lastSuccessMs = nowMs
    },
    /** @returns whether the service is to be left alone */
    addFault(nowMs: number, suspect: Suspect): boolean {
      addToCell(cellAt(nowMs), suspect)
      faultsInRow += 1
      const areIndependent = suspectsInRow.add(suspect)
      const isSilent = nowMs - lastSuccessMs >= maxSilenceMs
      return (areIndependent && isSilent && faultsInRow >= maxFaultsInRow) || isRatioExceeded(nowMs)
    },
  }
}

function freshCell(index: number): Cell {
  return { index, calls: 0, faults: 0, faultsByCaller: new Map() }
}

function addToCell(cell: Cell, suspect: Suspect): void {
  cell.calls += 1
  cell.faults += 1
  if (suspect === null) return
  const before = cell.faultsByCaller.get(suspect)
  if (before === undefined && cell.faultsByCaller.size >= maxSuspects) return
  cell.faultsByCaller.set(suspect, (before ?? 0) + 1)
}

function mostFaultsOfOneCaller(cells: readonly Cell[]): number {
  const totals = new Map<string, number>()
  for (const { faultsByCaller } of cells) {
    for (const [caller, faults] of faultsByCaller) totals.set(caller, (totals.get(caller) ?? 0) + faults)
  }
  return Math.max(0, ...totals.values())
}
