import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { startProcess } from '@hexawatt/shared/process/start-process'
import { type Running, supervise } from '@hexawatt/shared/process/supervisor'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import * as v from 'valibot'

/** Message from a process to the process that started it, when it accepts requests. */
const ProcessListening = v.object({
  /** The shared public port. */
  port: v.number(),
  /** Port of its health and metrics, on the loopback address. */
  internalPort: v.number(),
})
export type ProcessListening = v.InferOutput<typeof ProcessListening>

/** A process that fails to answer `/healthz` in time, this many times in a row, is killed and started again. */
const usualHealth = { intervalMs: 10_000, timeoutMs: 3_000, maxSilentChecks: 3 }

export type GatewayProcessOptions = {
  index: number
  command: string[]
  env: EnvSource
  logger: Logger
  /** Longest time of an orderly stop before the process is killed, ms. */
  stopTimeoutMs: number
  /** Called when the process ends although it was not stopped. */
  onEnd: () => void
  /** Set by tests only. */
  health?: typeof usualHealth
}

/** One of the processes of a gateway. Once it has listened, it is restarted whenever it ends, until it is stopped. */
export async function startGatewayProcess(options: GatewayProcessOptions) {
  const { index, command, env, logger, stopTimeoutMs, onEnd, health = usualHealth } = options
  const firstListening = Promise.withResolvers<ProcessListening>()
  let listening: ProcessListening | null = null
  let exitCode: number | null = null

  async function start(): Promise<Running> {
    const child = startProcess({
      command,
      env,
      // The end of its input tells the child process that this process has ended.
      stdin: { text: '', afterwards: 'hold' },
      onMessage(message) {
        listening = v.parse(ProcessListening, message)
        firstListening.resolve(listening)
      },
    })
    logger.info({ process: index, pid: child.pid }, 'gateway process started')
    void child.exited.then((code) => {
      listening = null
      exitCode = code
      firstListening.reject(new Error(`gateway process ${index} ended with code ${code} before it listened`))
    })
    return {
      exited: child.exited,
      kill: child.kill,
      /** Resolves with the exit code; with 0 when the process has not accepted requests yet. */
      async stop(signal = 'SIGTERM') {
        const tookRequests = listening !== null
        const code = await child.stop(signal, stopTimeoutMs)
        return tookRequests ? code : 0
      },
    }
  }

  const supervisor = await supervise({
    name: `gateway process ${index}`,
    start,
    onEnd({ pauseMs }) {
      onEnd()
      logger.error({ process: index, exitCode, pauseMs }, 'gateway process ended and is started again')
    },
    health: {
      ...health,
      // A process that does not listen yet is not checked.
      isAlive: async () =>
        listening === null || (await get('/healthz', health.timeoutMs).catch(() => null))?.ok === true,
      onSilent: () => logger.error({ process: index }, 'gateway process does not answer and is killed'),
    },
  })
  void firstListening.promise.then(supervisor.keepRunning, () => undefined)

  /** Asks its internal port. @throws when it does not listen or answer */
  function get(path: string, timeoutMs: number): Promise<Response> {
    if (listening === null) return Promise.reject(new Error(`gateway process ${index} does not listen`))
    return fetch(`http://127.0.0.1:${listening.internalPort}${path}`, { signal: AbortSignal.timeout(timeoutMs) })
  }

  return {
    index,
    isListening: (): boolean => listening !== null,
    /** Resolves when the process listens for the first time. @throws when it ends before */
    whenListening: (): Promise<ProcessListening> => firstListening.promise,
    get,
    stop: supervisor.stop,
    kill: supervisor.kill,
  }
}
export type GatewayProcess = Awaited<ReturnType<typeof startGatewayProcess>>
