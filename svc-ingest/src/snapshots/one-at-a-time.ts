/**
 * Runs a task never twice at once: calls that arrive while it runs share one further run that begins after it, so the last
 * call always sees its own data and any number of calls cost at most two runs.
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
