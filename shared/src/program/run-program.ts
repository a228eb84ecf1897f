import type { Logger } from '../telemetry/logger.ts'
import { withTimeout } from '../time/with-timeout.ts'
import type { Drain } from './drain.ts'

export type ServiceEnv = StopSettings & { INTERNAL_PORT: number; INTERNAL_HOST: string }

/** A service's application and its dependencies. */
export type Service = {
  app: Listenable & Stoppable
  deps: { logger: Logger; drain: Drain; close(): Promise<void> }
}

/** Runs a service behind the gateway: binds its internal port; on a stop, finishes running requests, then closes the dependencies. */
export function runService(env: ServiceEnv, { app, deps }: Service): void {
  const port = listenOrExit(app, env.INTERNAL_PORT, env.INTERNAL_HOST, deps.logger)
  runProgram({ ...deps, ...toStopOptions(env), finish: () => app.stop(), cutOff: () => app.stop(true) })
  // A reader of this line may send signals: from here on they are handled.
  deps.logger.info({ port }, 'listening')
}

/** An Elysia application on Bun: refuses new connections and closes idle ones, then waits for running requests (also for streams), or cuts them off. */
export type Stoppable = { stop(closeActiveConnections?: boolean): Promise<unknown> }

/** Settings of a program that answers requests. */
export type StopSettings = { DRAIN_MS: number; STOP_TIMEOUT_MS: number; EXIT_WITH_STDIN: boolean }

export const toStopOptions = ({ DRAIN_MS, STOP_TIMEOUT_MS, EXIT_WITH_STDIN }: StopSettings) => ({
  drainMs: DRAIN_MS,
  finishTimeoutMs: STOP_TIMEOUT_MS,
  exitWithStdin: EXIT_WITH_STDIN,
})

/** Maximum time for running work after a fatal error, ms: the state of the process is unknown. */
const fatalFinishMs = 10_000

/** Maximum time for closing the dependencies before the process exits anyway, ms. */
export const closeDeadlineMs = 10_000

export type StopReason = 'SIGTERM' | 'SIGINT' | 'launcher is gone' | 'fatal error'

export type ProgramOptions = {
  logger: Logger
  /** Begins with the stop: readiness becomes false, and responses close their connections. */
  drain: Drain
  /** Time after SIGTERM in which new connections are still accepted, ms: load balancers check readiness in this time. */
  drainMs: number
  /** Accepts no more work; resolves when the running work is finished. */
  finish: (reason: StopReason) => Promise<unknown>
  /** Maximum duration of `finish`, ms. */
  finishTimeoutMs: number
  /** Aborts the remaining work. */
  cutOff?: () => Promise<unknown>
  /** Closes the dependencies, after all work. */
  close: () => Promise<void>
  /** Exit when standard input ends: the launcher holds the other end, so a killed launcher leaves no orphan. */
  exitWithStdin: boolean
}

/**
 * Stops a program in order on a signal, an uncaught error or the end of the launcher's pipe: readiness becomes false; after SIGTERM the program keeps
 * answering for `drainMs`; then it refuses new connections, finishes running work, and closes its dependencies. The exit code is 1 after a fatal
 * error, or when work had to be aborted.
 */
export function runProgram(options: ProgramOptions): void {
  const { logger, drain, drainMs, exitWithStdin } = options
  const leave = (reason: StopReason): void => {
    if (drain.hasBegun()) return
    drain.begin()
    // Only an orchestrator that also checks readiness sends SIGTERM; SIGINT comes from a terminal.
    const acceptingMs = reason === 'SIGTERM' ? drainMs : 0
    logger.info({ reason, acceptingMs }, 'stopping')
    stopInOrder(options, reason, acceptingMs).then(
      (isComplete) => {
        logger.info({ reason }, 'stopped')
        process.exit(reason === 'fatal error' || !isComplete ? 1 : 0)
      },
      (error: unknown) => {
        logger.error({ err: error }, 'stop failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', () => leave('SIGTERM'))
  process.on('SIGINT', () => leave('SIGINT'))
  guardProcess(logger, () => leave('fatal error'))
  if (exitWithStdin) void whenStdinEnds().then(() => leave('launcher is gone'))
}

/** @returns whether all running work was finished */
async function stopInOrder(
  { logger, finish, finishTimeoutMs, cutOff, close }: ProgramOptions,
  reason: StopReason,
  acceptingMs: number,
): Promise<boolean> {
  // The timers also keep the process alive: an empty event loop would exit before everything is closed.
  if (acceptingMs > 0) await Bun.sleep(acceptingMs)
  const timeoutMs = reason === 'fatal error' ? Math.min(finishTimeoutMs, fatalFinishMs) : finishTimeoutMs
  const isFinished = await withTimeout(timeoutMs, finish(reason)).then(
    () => true,
    async (error: unknown) => {
      logger.error({ err: error, timeoutMs }, 'running work did not finish in time and was aborted')
      // Also waits for the cut connections, which must not hold up the rest.
      void cutOff?.().catch(() => undefined)
      return false
    },
  )
  await withTimeout(closeDeadlineMs, close())
  return isFinished
}

/** Resolves when standard input ends: the launcher, which holds its other end, has exited. */
export async function whenStdinEnds(): Promise<void> {
  for await (const _ of Bun.stdin.stream()) {
    // Nothing is written to the pipe: only its end matters.
  }
}

/**
 * Logs uncaught errors and calls `onFatal`: the state of the process is unknown after one.
 */
export function guardProcess(logger: Logger, onFatal: () => void): void {
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'uncaught exception')
    onFatal()
  })
  process.on('unhandledRejection', (reason) => {
    logger.fatal({ err: reason }, 'unhandled rejection')
    onFatal()
  })
}

/**
 * Request bodies of an application that does not set `serve.maxRequestBodySize` itself, bytes: the HTTP parser refuses larger ones. Most programs
 * read no body at all.
 */
const defaultMaxRequestBodySize = 16 * 1024

/** The part of an Elysia application that binding needs. */
type Listening = { server: { port?: number | undefined } | null }
export type Listenable = {
  config: { serve?: { maxRequestBodySize?: number | undefined } | undefined }
  listen(options: { port: number; hostname: string; reusePort: boolean; maxRequestBodySize: number }): Listening
}

/**
 * Binds an application, or ends the program with one sentence. Its port is not shared unless asked for: two programs on one port would answer in
 * turn, unnoticed.
 *
 * @param sharesPort whether other processes of this user may bind the port too; the system then spreads connections over them
 * @returns the port, chosen by the system for 0
 */
export function listenOrExit(
  app: Listenable,
  port: number,
  hostname: string,
  logger: Logger,
  sharesPort = false,
): number {
  // The options of `listen` replace the options of the application.
  const maxRequestBodySize = app.config.serve?.maxRequestBodySize ?? defaultMaxRequestBodySize
  try {
    const { server } = app.listen({ port, hostname, reusePort: sharesPort, maxRequestBodySize })
    return server?.port ?? port
  } catch (error) {
    logger.fatal({ err: error }, `port ${port} of ${hostname} cannot be used: is another program listening on it?`)
    process.exit(1)
  }
}
