/** How a command runs: all of it is optional. */
export type CommandOptions = {
  /** Folder in which it runs; the working directory unless it is named. */
  folder?: string
  /** Its whole environment; that of this process unless it is named. */
  env?: Readonly<Record<string, string | undefined>>
  /** Ends the command when it is aborted. */
  signal?: AbortSignal
  /** Longest run, ms; it is killed after that. */
  timeoutMs?: number
}

/** Exit code of a command, and all that it printed. */
export type CommandResult = { exitCode: number; stdout: string; stderr: string }

/** Exit code of a shell for a program that is not there. */
const notFound = 127
/** Characters of the output that a failure shows: the end says what went wrong. */
const shownCharacters = 6_000

/** Runs a command to its end, whatever its exit code; a program that is not installed ends with 127. */
export async function runToEnd(command: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  const { folder, env, signal, timeoutMs } = options
  try {
    const child = Bun.spawn([...command], {
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      ...(folder === undefined ? {} : { cwd: folder }),
      ...(env === undefined ? {} : { env }),
      ...(signal === undefined ? {} : { signal }),
      ...(timeoutMs === undefined ? {} : { timeout: timeoutMs, killSignal: 'SIGKILL' as const }),
    })
    const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
    return { exitCode, stdout, stderr }
  } catch (error) {
    return { exitCode: notFound, stdout: '', stderr: String(error) }
  }
}

/**
 * Runs a command and returns what it printed to standard output, trimmed.
 *
 * @throws with the end of everything that it printed when it fails
 */
export async function runCommand(command: readonly string[], options: CommandOptions = {}): Promise<string> {
  const result = await runToEnd(command, options)
  if (result.exitCode === 0) return result.stdout.trim()
  throw new Error(describeFailure(command, result))
}

/** Message for a command that failed: the command, its exit code, and the end of everything that it printed. */
export function describeFailure(command: readonly string[], { exitCode, stdout, stderr }: CommandResult): string {
  return `${command.join(' ')} ended with ${exitCode}:\n${`${stdout}\n${stderr}`.trim().slice(-shownCharacters)}`
}
