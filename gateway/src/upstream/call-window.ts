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

type Cell = { index: number; calls: number; faults: number }

/** What became of the calls to a service in the last ten seconds. */
export function createCallWindow() {
  const cells: Cell[] = Array.from({ length: cellCount }, () => ({ index: -1, calls: 0, faults: 0 }))
  let faultsInRow = 0
  let lastSuccessMs = Number.NEGATIVE_INFINITY

  function cellAt(nowMs: number): Cell {
    const index = Math.floor(nowMs / cellMs)
    const cell = cells[index % cellCount]
    if (cell?.index === index) return cell
    const fresh = { index, calls: 0, faults: 0 }
    cells[index % cellCount] = fresh
    return fresh
  }

  function isRatioExceeded(nowMs: number): boolean {
    const oldest = Math.floor(nowMs / cellMs) - cellCount
    let calls = 0
    let faults = 0
    for (const cell of cells) {
      if (cell.index <= oldest) continue
      calls += cell.calls
      faults += cell.faults
    }
    return calls >= minCalls && faults >= calls * maxFaultRatio
  }

  return {
    addSuccess(nowMs: number): void {
      cellAt(nowMs).calls += 1
      faultsInRow = 0
      lastSuccessMs = nowMs
    },
    /** @returns whether the service is to be left alone */
    addFault(nowMs: number): boolean {
      const cell = cellAt(nowMs)
      cell.calls += 1
      cell.faults += 1
      faultsInRow += 1
      const isDead = faultsInRow >= maxFaultsInRow && nowMs - lastSuccessMs >= maxSilenceMs
      return isDead || isRatioExceeded(nowMs)
    },
  }
}
