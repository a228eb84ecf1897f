import { readFile, rm } from 'node:fs/promises'
import { type ProcessOptions, type RunningProcess, startProcess } from '@hexawatt/shared/process/start-process'
import type { Running } from '@hexawatt/shared/process/supervisor'
import { keepLogBounded } from './files/rotating-log.ts'
import { freePort } from './loopback-port.ts'
import { pollUntil } from './poll.ts'
import { SetupError } from './setup-error.ts'
import { guardAgainstOrphan } from './system/orphan-guard.ts'
import { isRunningIn } from './system/process-facts.ts'
import { rejectOnAbort } from './system/unless-aborted.ts'

type ServerCommand = Omit<ProcessOptions, 'hasOwnSession' | 'onMessage'> & { logFile: string }

/**
 * Starts a program in its own session: Ctrl-C in the terminal reaches only the launcher, which then stops everything in
 * order. The program appends its output to `logFile`, which is kept within bounds while the program runs.
 *
 * @throws when the program cannot be started
 */
export async function startServerProcess(options: ServerCommand): Promise<RunningProcess> {
  const server = startProcess({ ...options, hasOwnSession: true })
  const endRotation = await keepLogBounded(options.logFile)
  void server.exited.then(endRotation)
  return server
}

/** A running server on a loopback port. */
export type EmbeddedServer = Running & { url: string; port: number; pid: number }

type ServerStart = {
  name: string
  /** Loopback port; absent: a free one. */
  port: number | undefined
  command: (port: number) => ServerCommand
  url: (port: number) => string
  /** Waits until the server answers; false when its process ended or the start timed out. */
  becomesReady: (server: RunningProcess, port: number, url: string) => Promise<boolean>
  stopSignal: NodeJS.Signals
  /** Signal for a server that did not become ready. */
  abortSignal: NodeJS.Signals
  stopTimeoutMs: number
  /** Log lines of failures that a second attempt may avoid, such as a port that another process has just taken. */
  transientFailure: RegExp
  /** Tries to remove the cause of a failure, given the log of the attempt; returns whether it did. Called until it has succeeded once. */
  mend?: (log: string) => Promise<boolean>
  /** Sentence with the remedy for any other failure. */
  remedy: string
  /** Gives the start up, and stops the server. */
  signal?: AbortSignal | undefined
}

/** Start attempts (a port may be taken, orphans of a killed server may still run), and the pause between them, ms. */
const maxStartAttempts = 10
const retryDelayMs = 300

/**
 * Starts a server and waits until it answers. It ends with this process, also when this process is killed.
 * / @throws SetupError with the last log lines of this start, and the remedy
 */
export async function startServer(start: ServerStart): Promise<EmbeddedServer> {
  const { stopSignal, stopTimeoutMs, signal } = start
  let mend = start.mend
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted()
    const port = start.port ?? (await freePort())
    const url = start.url(port)
    const command = start.command(port)
    const logStart = Bun.file(command.logFile).size
    const server = await startServerProcess(command)
    const endGuard = guardAgainstOrphan(server.pid, stopSignal)
    void server.exited.then(endGuard)
    const isReady = await rejectOnAbort(start.becomesReady(server, port, url), signal).catch(() => false)
    if (isReady) {
      const { pid, exited, kill } = server
      return { url, port, pid, exited, kill, stop: () => server.stop(stopSignal, stopTimeoutMs) }
    }
    await server.stop(start.abortSignal, stopTimeoutMs)
    signal?.throwIfAborted()
    const log = await logTail(command.logFile, maxReadLines, logStart)
    const isMended = (await mend?.(log)) === true
    mend = isMended ? undefined : mend
    if (!isMended && (!start.transientFailure.test(log) || attempt === maxStartAttempts)) {
      throw new SetupError(`${start.name} did not start:\n${lastLines(log, maxShownLines)}\n${start.remedy}`)
    }
    await Bun.sleep(retryDelayMs)
  }
}

/** Bytes that are read from the end of a log, at most. */
const tailMaxBytes = 16_384

/** Lines of a log that a user is shown, and those in which the cause of a failure is looked for. */
const maxShownLines = 8
const maxReadLines = 200

/**
 * The last lines of a log file; empty when the file does not exist.
 *
 * @param from byte at which reading begins, so that the lines of an earlier process are left out
 */
export async function logTail(path: string, maxLines = maxShownLines, from = 0): Promise<string> {
  const file = Bun.file(path)
  if (!(await file.exists())) return ''
  // A smaller file is a new one: the log was rotated.
  const begin = from > file.size ? 0 : from
  return lastLines(await file.slice(Math.max(begin, file.size - tailMaxBytes)).text(), maxLines)
}

function lastLines(text: string, maxLines: number): string {
  return text.trimEnd().split('\n').slice(-maxLines).join('\n')
}

/** Longest time a leftover server may take to stop after its signal, ms. */
const leftoverStopTimeoutMs = 15_000

type LeftoverOptions = {
  /** File whose first line is the process id. */
  pidFile: string
  /** The server's working folder: a different process with the same id works elsewhere. */
  workingDir: string
  signal: NodeJS.Signals
}

/**
 * Clears the remains of a killed launcher. Stops a server that still runs in `workingDir`; deletes a pid file whose process
 * is dead, a zombie or another program, because the file would block the next start.
 */
export async function clearLeftoverServer({ pidFile, workingDir, signal }: LeftoverOptions): Promise<void> {
  const firstLine = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n', 1)[0] ?? ''
  const pid = Number(firstLine.trim())
  if (Number.isSafeInteger(pid) && pid > 1 && (await isRunningIn(pid, workingDir))) {
    process.kill(pid, signal)
    const hasStopped = async () => !(await isRunningIn(pid, workingDir))
    const polling = { intervalMs: 20, timeoutMs: leftoverStopTimeoutMs }
    if (!(await pollUntil(hasStopped, polling))) process.kill(pid, 'SIGKILL')
    await pollUntil(hasStopped, polling)
  }
  await rm(pidFile, { force: true })
}
