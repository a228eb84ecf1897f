import { guardProcess } from '../telemetry/guard-process.ts'
import type { Logger } from '../telemetry/logger.ts'

/** Longest an orderly stop may take before the process leaves anyway, ms. */
const stopDeadlineMs = 10_000

export type ProgramOptions = {
  logger: Logger
  /** Stops taking work, finishes what runs, closes connections. */
  stop: () => Promise<void>
  /** Leave when standard input ends: the launcher holds the other end, so a killed launcher leaves no orphan. */
  exitWithStdin: boolean
}

/** Ties a started program to the outside: signals, the launcher's pipe, and errors nobody caught all end it in order. */
export function runProgram({ logger, stop, exitWithStdin }: ProgramOptions): void {
  let stopping = false
  const leave = (reason: string, exitCode: number): void => {
    if (stopping) return
    stopping = true
    logger.info({ reason }, 'stopping')
    // Keeps the process: one with nothing left to wait for would leave as if everything had been closed.
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

/** Resolves when standard input ends: the launcher that holds its other end is gone. */
export async function whenStdinEnds(): Promise<void> {
  for await (const _ of Bun.stdin.stream()) {
    // Nothing is ever written to the pipe: only its end is awaited.
  }
}
