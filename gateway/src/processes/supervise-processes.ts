import { availableParallelism } from 'node:os'
import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { createDrain } from '@hexawatt/shared/program/drain'
import {
  closeDeadlineMs,
  listenOrExit,
  runProgram,
  type StopReason,
  type StopSettings,
} from '@hexawatt/shared/program/run-program'
import { createLogger, type Logger } from '@hexawatt/shared/telemetry/logger'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { Elysia } from 'elysia'
import { type GatewayProcess, startGatewayProcess } from './gateway-process.ts'
import { createProcessesApp } from './processes-app.ts'

/** The settings of the gateway that concern all its processes. */
export type SupervisorSettings = StopSettings & {
  GATEWAY_PROCESSES: number | 'auto'
  PORT: number
  HOST: string
  INTERNAL_PORT: number
  INTERNAL_HOST: string
  PUBLIC_BASE_URL: string
  ZONE: string
  LOG_LEVEL: string
}

export type SupervisorInput = {
  /** The script of one process. */
  script: string
  /** Environment shared by all processes; each process also gets its own settings. */
  environment: EnvSource
}

/** Added to the longest stop of a process, ms. */
const stopMarginMs = 1_000

/**
 * Runs a gateway as several processes that share the public port, over which the system spreads connections (Linux; elsewhere one process accepts all, so
 * only one is started). This process restarts them when they end, stops them together, and answers for all of them on the internal port. When one of them
 * does not even start, all end with code 1.
 */
export async function superviseProcesses(settings: SupervisorSettings, input: SupervisorInput): Promise<void> {
  const logger = createLogger('gateway', settings.LOG_LEVEL, settings.ZONE)
  const metrics = createMetrics('gateway', settings.ZONE, { process: 'supervisor' })
  const restarts = metrics.counter('gateway_process_ends_total', 'Unexpected ends of gateway processes', ['ended'])
  const drain = createDrain()
  const port = await freePort(settings, logger)
  const stopTimeoutMs = settings.DRAIN_MS + settings.STOP_TIMEOUT_MS + closeDeadlineMs + stopMarginMs
  const processes = await Promise.all(
    Array.from({ length: processCount(settings, logger) }, (_, index) =>
      startGatewayProcess({
        index,
        command: [process.execPath, '--no-env-file', input.script],
        env: processEnvironment(input.environment, index, port),
        logger,
        stopTimeoutMs,
        onEnd: () => restarts.inc({ ended: String(index) }),
      }),
    ),
  )
  const { PUBLIC_BASE_URL: publicBaseUrl } = settings
  const app = createProcessesApp({ processes, drain, metrics, logger, publicBaseUrl })
  const internalPort = listenOrExit(app, settings.INTERNAL_PORT, settings.INTERNAL_HOST, logger)
  const killAll = async (): Promise<void> => {
    for (const one of processes) one.kill()
  }
  runProgram({
    logger,
    drain,
    // Each process has its own span.
    drainMs: 0,
    finish: (reason) => stopAll(processes, reason),
    finishTimeoutMs: stopTimeoutMs + stopMarginMs,
    cutOff: killAll,
    close: async () => void (await app.stop()),
    exitWithStdin: settings.EXIT_WITH_STDIN,
  })
  try {
    await Promise.all(processes.map((one) => one.whenListening()))
  } catch (error) {
    if (drain.hasBegun()) return
    logger.fatal({ err: error }, 'the gateway cannot be started')
    await killAll()
    process.exit(1)
  }
  logger.info({ port, internalPort, processes: processes.length }, 'gateway listens')
}

/** @throws when one of them could not finish its running work */
async function stopAll(processes: readonly GatewayProcess[], reason: StopReason): Promise<void> {
  const signal = reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'
  const codes = await Promise.all(processes.map((one) => one.stop(signal)))
  if (codes.some((code) => code !== 0)) throw new Error(`gateway processes ended with codes ${codes.join(', ')}`)
}

function processCount({ GATEWAY_PROCESSES }: SupervisorSettings, logger: Logger): number {
  if (process.platform === 'linux') return GATEWAY_PROCESSES === 'auto' ? availableParallelism() : GATEWAY_PROCESSES
  logger.warn({ platform: process.platform }, 'this system does not spread connections over processes: one is started')
  return 1
}

/** The public port, chosen by the system for 0. Ends the program when another program has the port and would answer every second request. */
async function freePort({ PORT, HOST }: SupervisorSettings, logger: Logger): Promise<number> {
  const probe = new Elysia()
  const port = listenOrExit(probe, PORT, HOST, logger)
  await probe.stop(true)
  return port
}

/** Environment of one process. Only this process uses its internal port. */
function processEnvironment(environment: EnvSource, index: number, port: number): EnvSource {
  return {
    ...environment,
    GATEWAY_PROCESS: String(index),
    PORT: String(port),
    INTERNAL_PORT: '0',
    INTERNAL_HOST: '127.0.0.1',
    EXIT_WITH_STDIN: '1',
  }
}
