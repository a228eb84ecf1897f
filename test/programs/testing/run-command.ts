import { join } from 'node:path'
import {
  type CommandResult,
  describeFailure,
  runToEnd as runCommandToEnd,
} from '@hexawatt/dev/src/commands/run-command.ts'
import { programsPlace } from '@hexawatt/dev/src/programs/places.ts'
import { environment } from './environment.ts'

export type CommandOptions = {
  /** Folder in which it runs. */
  folder: string
  /** Environment in addition to PATH and HOME. */
  env?: Readonly<Record<string, string>>
  /** It gets the whole environment of the tests: installations find their registries, proxies and certificates there. */
  hasWholeEnvironment?: boolean
  /** Longest run, ms; it is killed after that. */
  timeoutMs?: number
}

/** Longest run of a command that names no limit, ms. */
const usualTimeoutMs = 170_000

/** Runs a program to its end, whatever its exit code; with PATH, HOME and `env` only, unless it gets the whole environment. */
export function runToEnd(command: readonly string[], options: CommandOptions): Promise<CommandResult> {
  const { folder, env = {}, hasWholeEnvironment = false, timeoutMs = usualTimeoutMs } = options
  const given = hasWholeEnvironment ? environment.whole : basicEnvironment()
  return runCommandToEnd(command, { folder, env: { ...given, ...env }, timeoutMs })
}

/**
 * Runs a program and returns what it printed.
 *
 * @throws with the end of its output when it fails
 */
export async function run(command: readonly string[], options: CommandOptions): Promise<string> {
  const result = await runToEnd(command, options)
  if (result.exitCode === 0) return result.stdout
  throw new Error(describeFailure(command, result))
}

function basicEnvironment(): Record<string, string> {
  // Python compiles what it imports into a folder of its own, not next to the sources of the repository.
  const compiled = join(programsPlace.folder, 'compiled')
  return { PATH: environment.path, HOME: environment.home, LANG: 'C.UTF-8', PYTHONPYCACHEPREFIX: compiled }
}
