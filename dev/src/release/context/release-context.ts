import { dirname } from 'node:path'
import { runToEnd } from '../../commands/run-command.ts'
import { ReleaseError } from './release-error.ts'

/** `dry-run` = everything but the push; `release` = the push too; `artefacts` = the files of a tag that is checked out. */
export type ReleaseMode = 'dry-run' | 'release' | 'artefacts'

/** Inputs of every step of a release. */
export type ReleaseContext = {
  mode: ReleaseMode
  version: string
  /** Day of the release, YYYY-MM-DD, UTC. */
  date: string
  /** The repository in which the release was called. */
  root: string
  /** The temporary clone in which files are changed and packages are built. */
  tree: string
  /** Folder of the files of the release. */
  folder: string
  /** Folder of tools that steps install, kept between runs. */
  tools: string
  env: Readonly<Record<string, string | undefined>>
}

/** Longest command, ms: an image that is built from nothing. */
const timeoutMs = 1_200_000
/** Characters of the output that an error shows. */
const shownCharacters = 2_000

/** Commands of npm scripts find this Bun under its name. */
export const withBun = (env: ReleaseContext['env']): Record<string, string | undefined> => ({
  ...env,
  PATH: `${dirname(process.execPath)}:${env['PATH'] ?? ''}`,
})

/**
 * Runs a command of a step and returns what it printed to standard output, trimmed.
 *
 * @throws ReleaseError with the end of its output and the remedy
 */
export async function runStepCommand(
  command: readonly string[],
  options: { folder: string; env: ReleaseContext['env']; remedy: string; isForLackOfMeans?: boolean },
): Promise<string> {
  const { folder, env, remedy, isForLackOfMeans = false } = options
  const { exitCode, stdout, stderr } = await runToEnd(command, { folder, env, timeoutMs })
  if (exitCode === 0) return stdout.trim()
  const shown = `${stdout}\n${stderr}`.trim().slice(-shownCharacters)
  throw new ReleaseError(`${command.join(' ')} ended with ${exitCode}: ${shown}`, remedy, isForLackOfMeans)
}

/** Web address of the repository that `origin` names; null when it is no GitHub repository. */
export async function readRepositoryAddress(root: string): Promise<string | null> {
  const { stdout } = await runToEnd(['git', 'remote', 'get-url', 'origin'], { folder: root })
  const [, path] = /github\.com[:/]([\w-]+\/[\w.-]+?)(?:\.git)?$/.exec(stdout.trim()) ?? []
  return path === undefined ? null : `https://github.com/${path}`
}
