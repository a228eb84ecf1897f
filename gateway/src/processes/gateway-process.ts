import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import * as v from 'valibot'

/** What a process tells the one that started it when it takes requests. */
const ProcessListening = v.object({
  /** The shared public port. */
  port: v.number(),
  /** Port of its health and metrics, on the loopback address. */
  internalPort: v.number(),
  /** Of the operator's listener, which one process has; null = this one does not. */
  operatorPort: v.nullable(v.number()),
})
export type ProcessListening = v.InferOutput<typeof ProcessListening>

/** Pause before a process is started again, ms: doubled with each end in a row, until one ran for {@link steadyMs}. */
const firstPauseMs = 250
const longestPauseMs = 15_000
const steadyMs = 60_000

/** A process that does not answer `/healthz` in time, so often in a row, is killed and started again. */
const usualHealth = { intervalMs: 10_000, timeoutMs: 3_000, maxSilentChecks: 3 }

export type GatewayProcessOptions = {
  index: number
  command: string[]
  env: EnvSource
  logger: Logger
  /** Called when it ends without being told to. */
  onEnd: () => void
  /** Only tests set it. */
  health?: typeof usualHealth
}

/** One of the processes of a gateway: started, and started again whenever it ends, until it is stopped. */
export function startGatewayProcess(options: GatewayProcessOptions) {
  const { index, command, env, logger, onEnd, health = usualHealth } = options
  const stopping = Promise.withResolvers<void>()
  const firstListening = Promise.withResolvers<ProcessListening>()
  let isStopping = false
  let child: Bun.Subprocess | null = null
  let listening: ProcessListening | null = null
  let silentChecks = 0

  /** Starts it once. @returns its exit code, when it has ended */
  async function run(): Promise<number> {
    child = Bun.spawn(command, {
      env,
      // Its end tells the process that this one is gone.
      stdin: 'pipe',
      stdout: 'inherit',
      stderr: 'inherit',
      ipc(message) {
        listening = v.parse(ProcessListening, message)
        firstListening.resolve(listening)
      },
    })
    logger.info({ process: index, pid: child.pid }, 'gateway process started')
    const healthTimer = setInterval(checkHealth, health.intervalMs)
    const exitCode = await child.exited
    clearInterval(healthTimer)
    listening = null
    silentChecks = 0
    return exitCode
  }

  async function checkHealth(): Promise<void> {
    if (listening === null || isStopping) return
    const isAlive = await get('/healthz', health.timeoutMs).then(
      ({ ok }) => ok,
      () => false,
    )
    silentChecks = isAlive ? 0 : silentChecks + 1
    if (silentChecks < health.maxSilentChecks) return
    logger.error({ process: index }, 'gateway process does not answer and is killed')
    child?.kill('SIGKILL')
  }

  async function keepRunning(): Promise<number> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      const startedAtMs = performance.now()
      const exitCode = await run()
      if (isStopping) return exitCode
      firstListening.reject(new Error(`gateway process ${index} ended with code ${exitCode} before it listened`))
      if (performance.now() - startedAtMs >= steadyMs) pauseMs = firstPauseMs
      onEnd()
      logger.error({ process: index, exitCode, pauseMs }, 'gateway process ended and is started again')
      await Promise.race([Bun.sleep(pauseMs), stopping.promise])
      if (isStopping) return 0
    }
  }
  const ended = keepRunning()

  /** Asks its internal port. @throws when it does not listen or answer */
  function get(path: string, timeoutMs: number): Promise<Response> {
    if (listening === null) return Promise.reject(new Error(`gateway process ${index} does not listen`))
    return fetch(`http://127.0.0.1:${listening.internalPort}${path}`, { signal: AbortSignal.timeout(timeoutMs) })
  }

  return {
    index,
    isListening: (): boolean => listening !== null,
    /** Resolves when it listens for the first time. @throws when it ends before */
    whenListening: (): Promise<ProcessListening> => firstListening.promise,
    get,
    /** Asks it to stop in order. @returns its exit code; 0 when it took no requests yet */
    async stop(signal: 'SIGTERM' | 'SIGINT'): Promise<number> {
      const hadRequests = listening !== null
      isStopping = true
      stopping.resolve()
      child?.kill(signal)
      const exitCode = await ended
      return hadRequests ? exitCode : 0
    },
    kill: (): void => child?.kill('SIGKILL'),
  }
}
export type GatewayProcess = ReturnType<typeof startGatewayProcess>
