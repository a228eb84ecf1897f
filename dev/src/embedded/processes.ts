import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile, readlink, realpath, rm } from 'node:fs/promises'
import { freePort } from './loopback-port.ts'
import { pollUntil } from './poll.ts'
import type { ServiceUser } from './service-user.ts'
import { SetupError } from './setup-error.ts'

type ServerCommand = {
  command: string
  args: readonly string[]
  /** The whole environment of the process; it inherits nothing. */
  env: Readonly<Record<string, string>>
  workingDir: string
  logFile: string
  user?: ServiceUser | undefined
  /** Text for standard input, which then closes (`end`) or stays open until this process ends (`hold`). */
  stdin?: { text: string; afterwards: 'end' | 'hold' }
}

export type ServerProcess = {
  pid: number
  /** Settles when the process has ended. */
  exited: Promise<{ exitCode: number | null }>
  hasExited(): boolean
  /** Sends `signal`, waits, and kills the process after `deadlineMs`. No effect on an ended process. */
  stop(signal: NodeJS.Signals, deadlineMs: number): Promise<void>
}

/**
 * Starts a program in its own session: Ctrl-C in the terminal reaches only the launcher, which then stops everything in
 * order. The program appends its output to `logFile`.
 *
 * @throws when the program cannot be started
 */
export async function startServerProcess(options: ServerCommand): Promise<ServerProcess> {
  const log = openSync(options.logFile, 'a', 0o640)
  const { promise: exited, resolve, reject } = Promise.withResolvers<{ exitCode: number | null }>()
  let ended = false
  const child = spawn(options.command, [...options.args], {
    env: { ...options.env },
    cwd: options.workingDir,
    detached: true,
    stdio: [options.stdin === undefined ? 'ignore' : 'pipe', log, log],
    ...(options.user === undefined ? {} : { uid: options.user.uid, gid: options.user.gid }),
  })
  closeSync(log)
  child.once('error', reject)
  child.once('exit', (exitCode) => {
    ended = true
    resolve({ exitCode })
  })
  const { pid } = child
  if (pid === undefined) {
    await exited
    throw new Error(`${options.command} did not start`)
  }
  writeInput(child.stdin, options.stdin)
  return {
    pid,
    exited,
    hasExited: () => ended,
    async stop(signal, deadlineMs) {
      if (ended) return
      process.kill(pid, signal)
      const deadline = setTimeout(() => ended || process.kill(pid, 'SIGKILL'), deadlineMs)
      await exited
      clearTimeout(deadline)
    },
  }
}

function writeInput(input: NodeJS.WritableStream | null, stdin: ServerCommand['stdin']): void {
  if (input === null || stdin === undefined) return
  // A program that ends before it has read its input shows in its exit code, not as a broken pipe.
  input.on('error', () => undefined)
  input.write(stdin.text)
  if (stdin.afterwards === 'end') input.end()
}

/** A running server on a loopback port. */
export type EmbeddedServer = {
  url: string
  port: number
  pid: number
  /** Settles when the server has ended. */
  exited: Promise<unknown>
  /** Stops the server in order. Idempotent. */
  stop(): Promise<void>
}

type ServerStart = {
  name: string
  /** Loopback port; absent: a free one. */
  port: number | undefined
  command: (port: number) => ServerCommand
  url: (port: number) => string
  /** Waits until the server answers; false when its process ended or the start timed out. */
  becomesReady: (server: ServerProcess, port: number, url: string) => Promise<boolean>
  stopSignal: NodeJS.Signals
  /** Signal for a server that did not become ready. */
  abortSignal: NodeJS.Signals
  stopTimeoutMs: number
  /** Log lines of a failure that another attempt can mend, such as a port that was taken meanwhile. */
  transientFailure: RegExp
}

/** Start attempts (a port may be taken, orphans of a killed server may still run), and the pause between them, ms. */
const maxStartAttempts = 10
const retryDelayMs = 300

/**
 * Starts a server and waits until it answers.
 *
 * @throws SetupError with the end of the server's log
 */
export async function startServer(start: ServerStart): Promise<EmbeddedServer> {
  const { stopSignal, stopTimeoutMs } = start
  for (let attempt = 1; ; attempt += 1) {
    const port = start.port ?? (await freePort())
    const url = start.url(port)
    const command = start.command(port)
    const server = await startServerProcess(command)
    if (await start.becomesReady(server, port, url)) {
      const { pid, exited } = server
      return { url, port, pid, exited, stop: () => server.stop(stopSignal, stopTimeoutMs) }
    }
    await server.stop(start.abortSignal, stopTimeoutMs)
    const tail = await logTail(command.logFile)
    if (!start.transientFailure.test(tail) || attempt === maxStartAttempts) {
      throw new SetupError(`${start.name} did not start:\n${tail}`)
    }
    await Bun.sleep(retryDelayMs)
  }
}

/** Most bytes that are read from the end of a log. */
const tailMaxBytes = 16_384

/** The last lines of a log file; empty when the file does not exist. */
export async function logTail(path: string, maxLines = 8): Promise<string> {
  const file = Bun.file(path)
  if (!(await file.exists())) return ''
  const text = await file.slice(Math.max(0, file.size - tailMaxBytes)).text()
  return text.trimEnd().split('\n').slice(-maxLines).join('\n')
}

/** Longest a leftover server may take to stop after its signal, ms. */
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
  if (Number.isSafeInteger(pid) && pid > 1 && (await runsIn(pid, workingDir))) {
    process.kill(pid, signal)
    const hasStopped = async () => !(await runsIn(pid, workingDir))
    const polling = { intervalMs: 20, timeoutMs: leftoverStopTimeoutMs }
    if (!(await pollUntil(hasStopped, polling))) process.kill(pid, 'SIGKILL')
    await pollUntil(hasStopped, polling)
  }
  await rm(pidFile, { force: true })
}

/** Whether a living process (a zombie has no folder) works in this folder. */
export async function runsIn(pid: number, folder: string): Promise<boolean> {
  const [theirs, ours] = await Promise.all([workingFolder(pid), realpath(folder).catch(() => folder)])
  return theirs === ours
}

async function workingFolder(pid: number): Promise<string | null> {
  if (process.platform === 'linux') return readlink(`/proc/${pid}/cwd`).catch(() => null)
  const lsof = Bun.spawn(['lsof', '-a', '-p', String(pid), '-d', 'cwd', '-Fn'], { stderr: 'ignore' })
  const output = await new Response(lsof.stdout).text()
  return output.match(/^n(.+)$/m)?.[1] ?? null
}

/** The parent of a process and its command line with single spaces. */
type ProcessFacts = { parentPid: number; commandLine: string }

/** Reads the system's process table; null when no process has this id. */
export async function processFacts(pid: number): Promise<ProcessFacts | null> {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
}

/** Reads /proc: slim containers have no `ps`. */
async function fromProc(pid: number): Promise<ProcessFacts | null> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => null)
  const [stat, commandLine] = await Promise.all([read('stat'), read('cmdline')])
  // The program's name in brackets may contain spaces and brackets: the fields are counted after its last bracket.
  const parentPid = Number(stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  if (commandLine === null || !Number.isInteger(parentPid)) return null
  return { parentPid, commandLine: commandLine.replaceAll('\0', ' ').trim() }
}

async function fromPs(pid: number): Promise<ProcessFacts | null> {
  const ps = Bun.spawn(['ps', '-o', 'ppid=,command=', '-p', String(pid)], { stderr: 'ignore' })
  const match = (await new Response(ps.stdout).text()).trim().match(/^(\d+)\s+(.+)$/)
  return match === null ? null : { parentPid: Number(match[1]), commandLine: match[2] ?? '' }
}
