/** Never runs a task twice at once: calls during a run share its result. The next call after it starts another run. */
export function createSingleFlight<Result>(task: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null
  return function run() {
    running ??= task().finally(() => {
      running = null
    })
    return running
  }
}

/**
 * Never runs a task twice at once. Calls during a run share one further run after it: every call gets a run that began no earlier than
 * the call, and any number of concurrent calls cost at most two runs.
 */
export function rerunAfterCurrent(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  function start(): Promise<void> {
    running = task().finally(() => {
      running = null
    })
    return running
  }

  return function run(): Promise<void> {
    if (running === null) return start()
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null
        return start()
      })
    return next
  }
}
