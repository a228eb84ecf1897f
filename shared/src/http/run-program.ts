import type { Logger } from '../telemetry/logger.ts'

export type ServiceEnv = { INTERNAL_PORT: number; INTERNAL_HOST: string; EXIT_WITH_STDIN: boolean }

/** A service's application and its dependencies. */
export type Service = {
  app: Listenable & { stop(): Promise<unknown> }
  deps: { logger: Logger; close(): Promise<void> }
}

/** Runs a service behind the gateway: binds its internal port; on a stop, finishes running requests, then closes the dependencies. */
export function runService(
  { INTERNAL_PORT, INTERNAL_HOST, EXIT_WITH_STDIN }: ServiceEnv,
  { app, deps }: Service,
): void {
  const port = listenOrExit(app, INTERNAL_PORT, INTERNAL_HOST, deps.logger)
  deps.logger.info({ port }, 'listening')
  runProgram({
    logger: deps.logger,
    exitWithStdin: EXIT_WITH_STDIN,
    async stop() {
      await app.stop()
      await deps.close()
    },
  })
}

/** Longest an orderly stop may take before the process exits anyway, ms. */
const stopDeadlineMs = 10_000

export type ProgramOptions = {
  logger: Logger
  /** Stops accepting work, finishes running work, closes connections. */
  stop: () => Promise<void>
  /** Exit when standard input ends: the launcher holds the other end, so a killed launcher leaves no orphan. */
  exitWithStdin: boolean
}

/** Stops a program in order on a signal, an uncaught error or the end of the launcher's pipe. */
export function runProgram({ logger, stop, exitWithStdin }: ProgramOptions): void {
  let stopping = false
  const leave = (reason: string, exitCode: number): void => {
    if (stopping) return
    stopping = true
    logger.info({ reason }, 'stopping')
    // Also keeps the process alive: an empty event loop would exit before everything is closed.
    setTimeout(() => {
      logger.error({ deadlineMs: stopDeadlineMs }, 'stop took too long')
      process.exit(1)
    }, stopDeadlineMs)
    stop().then(
      () => {
        logger.info({ reason }, 'stopped')
        process.exit(exitCode)
      },
      (error: unknown) => {
        logger.error({ err: error }, 'stop failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', () => leave('SIGTERM', 0))
  process.on('SIGINT', () => leave('SIGINT', 0))
  guardProcess(logger, () => leave('fatal error', 1))
  if (exitWithStdin) void whenStdinEnds().then(() => leave('launcher is gone', 0))
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

/** Larger request bodies are refused by the HTTP parser, bytes: the product is read-only. */
const maxRequestBodySize = 16 * 1024

/** The part of an Elysia application that binding needs. */
type Listening = { server: { port?: number | undefined } | null }
export type Listenable = {
  listen(options: { port: number; hostname: string; reusePort: boolean; maxRequestBodySize: number }): Listening
}

/**
 * Binds an application, or ends the program with one sentence. Never shares its port: two programs on one port would answer in turn,
 * unnoticed.
 *
 * @returns the port, chosen by the system for 0
 */
export function listenOrExit(app: Listenable, port: number, hostname: string, logger: Logger): number {
  try {
    const { server } = app.listen({ port, hostname, reusePort: false, maxRequestBodySize })
    return server?.port ?? port
  } catch (error) {
    logger.fatal({ err: error }, `port ${port} of ${hostname} cannot be used: is another program listening on it?`)
    process.exit(1)
  }
}
