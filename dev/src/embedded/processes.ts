import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

/** A user that a server runs as, when it must not be the one who starts it. */
export type ServiceUser = { name: string; uid: number; gid: number }

export type ServerCommand = {
  command: string
  args: readonly string[]
  /** The whole environment of the server: nothing is inherited. */
  env: Readonly<Record<string, string>>
  workingDir: string
  logFile: string
  user?: ServiceUser | undefined
  /** Written to the server's standard input, which is then closed (`end`) or stays open until this process ends (`hold`). */
  stdin?: { text: string; afterwards: 'end' | 'hold' }
}

export type ServerProcess = {
  pid: number
  /** Settles when the process has ended, with what is known about how. */
  exited: Promise<{ exitCode: number | null }>
  hasExited(): boolean
  /** Sends `signal`, waits, and kills what is still there after `deadlineMs`. Harmless when it has ended already. */
  stop(signal: NodeJS.Signals, deadlineMs: number): Promise<void>
}

/**
 * Starts a program in a session of its own, so that a Ctrl-C in the terminal reaches only the launcher, which then stops
 * everything in order. Output is appended to `logFile`.
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
  giveInput(child.stdin, options.stdin)
  const hasExited = () => ended
  return {
    pid,
    exited,
    hasExited,
    stop: (signal, deadlineMs) => stopProcess({ pid, exited, hasExited }, signal, deadlineMs),
  }
}

function giveInput(input: NodeJS.WritableStream | null, stdin: ServerCommand['stdin']): void {
  if (input === null || stdin === undefined) return
  // A program that ends before it has read its input is reported by its exit, not by a broken pipe.
  input.on('error', () => undefined)
  input.write(stdin.text)
  if (stdin.afterwards === 'end') input.end()
}

async function stopProcess(
  running: Pick<ServerProcess, 'pid' | 'exited' | 'hasExited'>,
  signal: NodeJS.Signals,
  deadlineMs: number,
): Promise<void> {
  if (running.hasExited()) return
  process.kill(running.pid, signal)
  const late = setTimeout(() => running.hasExited() || process.kill(running.pid, 'SIGKILL'), deadlineMs)
  await running.exited
  clearTimeout(late)
}
