import { closeSync, openSync } from 'node:fs'

/** Text for standard input, which then closes (`end`) or stays open until this process ends (`hold`). */
export type ProcessInput = { text: string; afterwards: 'end' | 'hold' }

export type ProcessOptions = {
  /** The program and its arguments. */
  command: readonly string[]
  /** The whole environment of the process: it inherits nothing. */
  env: Readonly<Record<string, string | undefined>>
  /** Absent: the folder of this process. */
  workingDir?: string
  /** File to which the process appends its output. Absent: the output of this process. */
  logFile?: string
  /** Starts the process in its own session: Ctrl-C in the terminal does not reach it. */
  hasOwnSession?: boolean
  /** User that the process runs as. Only root can choose one. */
  user?: { uid: number; gid: number } | undefined
  /** Absent: standard input is empty. */
  stdin?: ProcessInput
  /** Receives the messages that the process sends with `process.send`. */
  onMessage?: (message: unknown) => void
}

export type RunningProcess = {
  pid: number
  /** Resolves with the exit code when the process has ended; after a signal 128 plus its number. */
  exited: Promise<number>
  hasExited(): boolean
  /** Sends `signal`, waits, and kills the process after `deadlineMs`. Resolves with the exit code. No effect on an ended process. */
  stop(signal: NodeJS.Signals, deadlineMs: number): Promise<number>
  /** Ends the process at once, also when it hangs. */
  kill(): void
}

/** @throws when the program cannot be started */
export function startProcess(options: ProcessOptions): RunningProcess {
  const { command, env, workingDir, logFile, hasOwnSession = false, user, stdin, onMessage } = options
  const output = logFile === undefined ? 'inherit' : openSync(logFile, 'a', 0o640)
  try {
    const child = Bun.spawn([...command], {
      env: { ...env },
      stdin: stdin === undefined ? 'ignore' : 'pipe',
      stdout: output,
      stderr: output,
      detached: hasOwnSession,
      ...(workingDir === undefined ? {} : { cwd: workingDir }),
      ...(user === undefined ? {} : { uid: user.uid, gid: user.gid }),
      ...(onMessage === undefined ? {} : { ipc: onMessage }),
    })
    if (stdin !== undefined) void writeInput(child.stdin, stdin)
    return {
      pid: child.pid,
      exited: child.exited,
      hasExited: () => child.exitCode !== null || child.signalCode !== null,
      async stop(signal, deadlineMs) {
        child.kill(signal)
        const deadline = setTimeout(() => child.kill('SIGKILL'), deadlineMs)
        const exitCode = await child.exited
        clearTimeout(deadline)
        return exitCode
      },
      kill: () => child.kill('SIGKILL'),
    }
  } finally {
    if (output !== 'inherit') closeSync(output)
  }
}

async function writeInput(input: Bun.FileSink | undefined, { text, afterwards }: ProcessInput): Promise<void> {
  try {
    await input?.write(text)
    if (afterwards === 'end') await input?.end()
    else await input?.flush()
  } catch {
    // A process that ends before it has read its input shows in its exit code, not as a broken pipe.
  }
}
