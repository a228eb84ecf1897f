/**
 * Never runs a task twice at once. Calls during a run share one further run after it: every call sees a run that began after the
 * call, and any number of concurrent calls cost at most two runs.
 */
export function oneAtATime(task: () => Promise<void>): () => Promise<void> {
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
