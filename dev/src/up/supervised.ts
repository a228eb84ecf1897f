/** A program or server that was started. */
export type Started = { exited: Promise<unknown>; stop(): Promise<void> }

export type SupervisedOptions<S extends Started> = {
  name: string
  logFile: string
  /** Starts it, the first time and again. */
  start(): Promise<S>
  /** Told one sentence about every restart. */
  say(sentence: string): void
}

/** Something that `up` runs: it is started again when it dies, until it is stopped. */
export type Supervised<S extends Started = Started> = {
  name: string
  logFile: string
  first: S
  hasExited(): boolean
  /** Begins to start it again whenever it ends; `giveUp` is told when that does not help. */
  keepRunning(giveUp: (sentence: string) => void): void
  /** Stops it for good. Idempotent. */
  stop(): Promise<void>
}

/** Restarts in a row before giving up; a run of `steadyMs` forgets the earlier ones. */
const maxRestarts = 10
const steadyMs = 60_000
const backoffMs = (restarts: number): number => Math.min(250 * 2 ** restarts, 15_000)

/** Starts something and keeps the handle that stops whichever of its lives is the current one. */
export async function supervise<S extends Started>(options: SupervisedOptions<S>): Promise<Supervised<S>> {
  const { name, logFile } = options
  const stopping = new AbortController()
  let ended = false
  let current: Promise<S> = launch()
  const first = await current

  async function launch(): Promise<S> {
    const started = await options.start()
    ended = false
    started.exited.finally(() => {
      ended = true
    })
    return started
  }

  async function restartForEver(giveUp: (sentence: string) => void): Promise<void> {
    for (let restarts = 0; ; restarts += 1) {
      const startedAtMs = performance.now()
      const life = await current
      await life.exited
      if (stopping.signal.aborted) return
      if (performance.now() - startedAtMs > steadyMs) restarts = 0
      if (restarts >= maxRestarts) return giveUp(`${name} keeps dying: see its log ${logFile}.`)
      options.say(`${name} ended unexpectedly and is started again (log: ${logFile}).`)
      await Bun.sleep(backoffMs(restarts))
      if (stopping.signal.aborted) return
      current = launch()
    }
  }

  return {
    name,
    logFile,
    first,
    hasExited: () => ended,
    keepRunning(giveUp) {
      restartForEver(giveUp).catch((error: unknown) => {
        giveUp(`${name} cannot be started again: ${error instanceof Error ? error.message : String(error)}`)
      })
    },
    async stop() {
      stopping.abort()
      // A start that is under way must end before it can be stopped: nothing may be left behind.
      const life = await current.catch(() => null)
      await life?.stop()
    },
  }
}
