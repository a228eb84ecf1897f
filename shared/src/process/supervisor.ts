/** A started process or server. */
export type Running = {
  /** Settles when the process has ended. */
  exited: Promise<unknown>
  /** Stops the process in order, and kills it at its deadline. Idempotent. */
  stop(signal?: NodeJS.Signals): Promise<unknown>
  /** Ends the process at once, also when it hangs. */
  kill(): void
}

/** A process that is silent `maxSilentChecks` times in a row is killed, and so restarted. */
export type HealthCheck<Process extends Running> = {
  isAlive(process: Process): Promise<boolean>
  intervalMs: number
  maxSilentChecks: number
  /** Called before the kill. */
  onSilent(): void
}

/** An end that no one asked for; the process is started again after the pause. */
export type UnexpectedEnd = { isExcused: boolean; pauseMs: number }

type SupervisorOptions<Process extends Running> = {
  name: string
  /** Starts the process, also after it has ended. */
  start(): Promise<Process>
  /** Called for each unexpected end, but only once for as long as ends are excused. */
  onEnd(end: UnexpectedEnd): void
  /** Maximum number of consecutive restarts, after which the process is given up. Absent: unlimited. */
  maxRestarts?: number
  /** Whether something outside of the process, such as a full disk, causes ends and failed starts now: they are not counted. */
  isExcused?: () => Promise<boolean>
  health?: HealthCheck<Process>
}

/** A process that is restarted when it ends, until it is stopped. */
export type Supervisor<Process extends Running = Running> = {
  /** The process of the first start. */
  first: Process
  hasExited(): boolean
  /**
   * Checks the process from now on, and restarts it whenever it ends. Resolves after `stop`.
   *
   * @throws when the process cannot be restarted, or ends too often
   */
  keepRunning(): Promise<void>
  /** Stops the current process and does not restart it. Resolves with the result of its `stop`. Idempotent. */
  stop(signal?: NodeJS.Signals): Promise<unknown>
  /** Ends the current process at once: it is then restarted, unless it is being stopped. */
  kill(): void
}

/** Pause before a restart, ms: doubled with each end in a row. A run of `steadyMs` begins a new row. */
const firstPauseMs = 250
const longestPauseMs = 15_000
const steadyMs = 60_000

/**
 * Starts a process. It is restarted from the call of `keepRunning` on: an end before that is a failed start of the whole program.
 *
 * @throws the error of the first start
 */
export async function supervise<Process extends Running>(
  options: SupervisorOptions<Process>,
): Promise<Supervisor<Process>> {
  const { name, onEnd, maxRestarts = Number.POSITIVE_INFINITY, isExcused = async () => false, health } = options
  const stopping = Promise.withResolvers<void>()
  let isStopping = false
  let running: Process | null = null
  let current = launch()
  const first = await current

  async function launch(): Promise<Process> {
    const process = await options.start()
    running = process
    void process.exited.finally(() => {
      running = null
    })
    return process
  }

  /** Waits for the end of the current process. @returns why it could not be started; null when it was */
  async function waitForEnd(): Promise<string | null> {
    try {
      const process = await current
      if (health !== undefined) void killWhenSilent(process, health)
      await process.exited
      return null
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  async function killWhenSilent(process: Process, health: HealthCheck<Process>): Promise<void> {
    let nextCheck = Bun.sleep(health.intervalMs)
    for (let silentChecks = 0; silentChecks < health.maxSilentChecks; ) {
      await nextCheck
      nextCheck = Bun.sleep(health.intervalMs)
      silentChecks = (await health.isAlive(process)) ? 0 : silentChecks + 1
      if (isStopping || running !== process) return
    }
    health.onSilent()
    process.kill()
  }

  async function keepRunning(): Promise<void> {
    let pauseMs = firstPauseMs
    let wasExcused = false
    for (let restarts = 0; ; restarts += 1) {
      const startedAtMs = performance.now()
      const problem = await waitForEnd()
      if (isStopping) return
      const wasSteady = performance.now() - startedAtMs > steadyMs
      const excused = await isExcused()
      if (wasSteady) pauseMs = firstPauseMs
      if (wasSteady || excused) restarts = 0
      if (problem !== null && !excused && !wasExcused) throw new Error(`${name} could not be restarted: ${problem}`)
      if (restarts >= maxRestarts) throw new Error(`${name} ended ${maxRestarts + 1} times in a row`)
      if (!excused || !wasExcused) onEnd({ isExcused: excused, pauseMs })
      wasExcused = excused
      await Promise.race([Bun.sleep(pauseMs), stopping.promise])
      if (isStopping) return
      pauseMs = Math.min(2 * pauseMs, longestPauseMs)
      current = launch()
    }
  }

  return {
    first,
    hasExited: () => running === null,
    keepRunning,
    async stop(signal) {
      isStopping = true
      stopping.resolve()
      // A start in progress must finish before it can be stopped; otherwise its process would stay.
      const process = await current.catch(() => null)
      return process?.stop(signal)
    },
    kill: () => running?.kill(),
  }
}
